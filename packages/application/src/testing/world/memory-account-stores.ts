import { invariant } from "@sevenfold/domain/invariant";
import { isOpen } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { AccountStore, RowVersion } from "../../ports/stores/account-store.ts";
import type { Settings, SettingsStore } from "../../ports/stores/settings-store.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending } from "./memory-order.ts";

const isActive = ({ status }: Account): boolean => status === "active";

/** The one row of a table that has one per account. */
export const ONLY = "";

export function memoryAccountStore(books: MemoryBooks, isOutside: boolean): AccountStore {
  const { accounts, credentials } = books;
  const where = (holds: (account: Account) => boolean): readonly Account[] =>
    ascending(accounts.rows(ALL).filter(holds), ({ createdAt }) => createdAt);
  const unselectOthers = ({ id, userId, isSelected }: Account): void => {
    if (!isSelected) return;
    for (const other of where((account) => account.userId === userId && account.id !== id))
      if (other.isSelected) accounts.put(ALL, other.id, { ...other, isSelected: false });
  };

  return {
    async add(account, sealed) {
      const { id, userId, portfolioId } = account;
      const portfolio = books.portfolios.find(userId, portfolioId);
      invariant(portfolio !== undefined, `no portfolio ${portfolioId} of user ${userId}`);
      unselectOthers(account);
      accounts.add(ALL, id, account);
      if (sealed) credentials.add(sealed.accountId, ONLY, sealed);
    },
    async byId(id) {
      return accounts.find(ALL, id);
    },
    async ofUser(userId) {
      return where((account) => account.userId === userId && account.removedAt === undefined);
    },
    async selectedOf(userId) {
      return where((account) => account.userId === userId && account.isSelected)[0];
    },
    async active() {
      return where(isActive);
    },
    async toFollow() {
      return where(isActive).map(({ authorisedUntil, id, venue }) => ({
        ...{ id, venue },
        ...(authorisedUntil !== undefined && { authorisedUntil }),
      }));
    },
    all: async () => where(({ removedAt }) => removedAt === undefined),
    async atBrokers(limit) {
      const real = where(({ removedAt, venue }) => removedAt === undefined && venue !== "built-in");
      return real.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
    async dueForValidation(at, limit) {
      const due = where(({ validateAt }) => validateAt !== undefined && validateAt <= at);
      const longestFirst = ascending(due, ({ validateAt }) => validateAt!);
      return longestFirst.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
    async versionsOf(ids) {
      const found = ids.flatMap((id) => accounts.find(ALL, id) ?? []);
      return new Map(found.map((account) => [account.id, versionOf(books, account)]));
    },
    async credentialsOf(accountId) {
      return credentials.find(accountId, ONLY);
    },
    async putCredentials(sealed) {
      requireAccount(books, sealed.accountId);
      credentials.put(sealed.accountId, ONLY, sealed);
    },
    async eraseCredentials(accountId) {
      credentials.remove(accountId, ONLY);
    },
    async lock(id) {
      invariant(!isOutside, "an account is locked inside a transaction");
      return accounts.find(ALL, id);
    },
    async lockFree(ids) {
      invariant(!isOutside, "an account is locked inside a transaction");
      return ids.flatMap((id) => accounts.find(ALL, id) ?? []);
    },
    async lockAtVenue({ provider, venue, accountNumber }) {
      invariant(!isOutside, "a number at a venue is locked inside a transaction");
      return where(
        (account) =>
          account.provider === provider &&
          account.venue === venue &&
          account.venueAccountNumber === accountNumber &&
          account.removedAt === undefined,
      );
    },
    async change(id, change) {
      const account = accounts.find(ALL, id);
      invariant(account !== undefined, `no account ${id} to change`);
      const changed = change(account);
      unselectOthers(changed);
      accounts.put(ALL, id, changed);
      return changed;
    },
  };
}

/** Rows are never changed in place: each has a number of its own. */
const numbers = new WeakMap<object, number>();
let numbered = 0;

function numberOf(row: object): number {
  const known = numbers.get(row);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(row, numbered);
  return numbered;
}

const versionOf = (books: MemoryBooks, account: Account): RowVersion => ({
  set: wordOf([
    ...books.settings.rows(account.id),
    ...[books.users.find(ALL, account.userId)!, ...books.watchlist.rows(account.userId)],
  ]),
  traded: wordOf([
    account,
    ...books.positions.rows(account.id),
    ...books.orders.rows(account.id).filter(isOpen),
  ]),
});

const wordOf = (rows: readonly object[]): string => rows.map(numberOf).join();

export function memorySettingsStore(books: MemoryBooks, isOutside: boolean): SettingsStore {
  const { settings, settingsHistory } = books;
  const keep = (after: Settings, how: { readonly changedBy: string; readonly before?: Settings }) =>
    settingsHistory.add(after.accountId, String(after.version), {
      action: how.before ? "changed" : "created",
      ...how,
      after,
    });

  return {
    async add(added) {
      const { userId } = requireAccount(books, added.accountId);
      settings.add(added.accountId, ONLY, added);
      keep(added, { changedBy: userId });
    },
    async of(accountId) {
      return settings.find(accountId, ONLY);
    },
    async lock(accountId) {
      invariant(!isOutside, "settings are locked inside a transaction");
      return settings.find(accountId, ONLY);
    },
    async change(accountId, changedBy, change) {
      const before = settings.find(accountId, ONLY);
      invariant(before !== undefined, `no settings of account ${accountId} to change`);
      const wanted = change(before);
      if (wanted === before) return before;
      const after = { ...wanted, accountId, version: before.version + 1 };
      settings.put(accountId, ONLY, after);
      keep(after, { changedBy, before });
      return after;
    },
    async history(accountId, limit) {
      const newestFirst = settingsHistory.rows(accountId).toReversed();
      return newestFirst.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
  };
}

export function requireAccount({ accounts }: MemoryBooks, accountId: string): Account {
  const account = accounts.find(ALL, accountId);
  invariant(account !== undefined, `no account ${accountId}`);
  return account;
}
