import { invariant } from "@sevenfold/domain/invariant";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Account, Credentials } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { sealedKeys } from "../trading/account/account-keys.ts";
import { auditText } from "../trading/account/audit-text.ts";
import { firstSettings } from "../trading/account/first-settings.ts";
import { takeOver } from "../trading/account/take-over-account.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import {
  type ExaminedKeys,
  type ExamineRefusal,
  examineBroker,
  type GivenKeys,
} from "./examine-broker.ts";
import { newAccount } from "./new-account.ts";

export const ACCOUNTS_MAX = 10;

export interface BrokerToConnect extends GivenKeys {
  readonly accountLabel?: string | undefined;
  /** The same key asks for the same connection, however often it is sent. */
  readonly idempotencyKey?: string | undefined;
  /** Where the request came from, for the audit. */
  readonly address?: string | undefined;
}

export type ConnectRefusal =
  | ExamineRefusal
  | { readonly kind: "account-not-found" }
  | { readonly kind: "demo-account" }
  | { readonly kind: "too-many-brokers"; readonly max: number }
  | { readonly kind: "broker-already-connected"; readonly label: string | undefined }
  | { readonly kind: "idempotency-key-reused" };

export type ConnectNeeds = Pick<
  Ports,
  | "announcer"
  | "authorisations"
  | "brokers"
  | "clock"
  | "identifiers"
  | "log"
  | "paperVenue"
  | "storage"
  | "vault"
>;

/**
 * Tries the keys at their broker, takes the account over as it stands there, and selects it. When
 * the broker does not answer, or wants its user's word first, the account is kept as pending and taken
 * over later; the one that is selected then stays so, and goes on trading.
 */
export const connectBroker =
  (needs: ConnectNeeds) =>
  async (userId: string, wanted: BrokerToConnect): Promise<Result<Account, ConnectRefusal>> => {
    const user = await needs.storage.read.users.byId(userId);
    if (!user) return refused({ kind: "account-not-found" });
    if (user.isDemo) return refused({ kind: "demo-account" });
    const examined = await examineBroker(needs)(wanted);
    if (!examined.ok) return examined;
    return attachBroker(needs)(user, wanted, examined.value);
  };

export interface Attached {
  readonly account: Account;
  /** The one that was selected before, when it is another. */
  readonly selectedBefore?: string | undefined;
}

/** Writes down what the keys led to, all of it or nothing. */
const attachBroker =
  (needs: ConnectNeeds) =>
  async (
    user: User,
    wanted: BrokerToConnect,
    examined: ExaminedKeys,
  ): Promise<Result<Account, ConnectRefusal>> => {
    const { announcer, identifiers, storage, vault } = needs;
    const id = identifiers.uuid();
    const credentials = await sealedKeys(vault, { id, userId: user.id }, wanted);
    const attached = await storage.transact(
      async (tables): Promise<Result<Attached, ConnectRefusal>> => {
        // One connection of a user at a time: they are counted, and one of them is selected.
        const owner = await tables.users.change(user.id, (row) => row);
        if (!owner) return refused({ kind: "account-not-found" });
        const before = await answeredBefore(needs, tables, user.id, wanted);
        if (before) return before;
        const refusal = await attachRefusalOf(tables, user.id, examined);
        if (refusal) {
          // A refused request takes no key: what refused it may be gone the next time.
          if (wanted.idempotencyKey !== undefined)
            await tables.requests.abandon(user.id, wanted.idempotencyKey);
          return refused(refusal);
        }
        return ok(
          await connectExamined(needs, tables, { wanted, examined, id, user: owner, credentials }),
        );
      },
    );
    if (!attached.ok) return attached;
    const { account, selectedBefore } = attached.value;
    if (selectedBefore !== undefined)
      announcer.announce({ accountId: selectedBefore, userId: user.id, topic: "settings" });
    announcer.announce({ accountId: account.id, userId: user.id, topic: "accounts-changed" });
    return ok(account);
  };

/**
 * Writes the account down and, where it was seen, selects it and takes it over: inside a transaction.
 * The first one of all is selected in any case.
 */
export async function connectExamined(
  { clock, identifiers }: Pick<ConnectNeeds, "clock" | "identifiers">,
  tables: Tables,
  {
    wanted,
    examined,
    id,
    user,
    credentials,
  }: {
    readonly wanted: BrokerToConnect;
    readonly examined: ExaminedKeys;
    readonly id: string;
    readonly user: User;
    readonly credentials: Credentials;
  },
): Promise<Attached> {
  const at = clock.now();
  const portfolio = await tables.portfolios.ofUser(user.id);
  invariant(portfolio !== undefined, `user ${user.id} has no portfolio`);
  const selected = await tables.accounts.selectedOf(user.id);
  // What was not seen yet shows and trades nothing: it takes nobody's place.
  const isSelected = !selected || examined.found.kind === "seen";
  if (selected && isSelected) await stopAutomation(tables, selected.id, { by: user.id, at });
  const names = { id, user, portfolioId: portfolio.id, createdAt: at };
  const newcomer = { ...newAccount(names, examined, wanted.accountLabel), isSelected };
  await tables.accounts.add(newcomer, credentials);
  await tables.settings.add(firstSettings(id, at));
  const { found } = examined;
  const account =
    found.kind === "seen"
      ? await takeOver(tables, identifiers, newcomer, found.snapshot)
      : newcomer;
  await tables.audit.add({
    at,
    userId: user.id,
    action: "broker-connected",
    ...(wanted.address === undefined ? {} : { address: wanted.address }),
    text: auditText(account),
  });
  if (wanted.idempotencyKey !== undefined)
    await tables.requests.finish(user.id, wanted.idempotencyKey, id);
  return { account, selectedBefore: isSelected ? selected?.id : undefined };
}

/** What the first request with this key came to; undefined where this is the first. */
async function answeredBefore(
  { clock, identifiers }: Pick<ConnectNeeds, "clock" | "identifiers">,
  tables: Tables,
  userId: string,
  { idempotencyKey, ...wanted }: BrokerToConnect,
): Promise<Result<Attached, ConnectRefusal> | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const { provider, apiKey, secretKey, accountLabel = "" } = wanted;
  const said = JSON.stringify(["connect-broker", provider, apiKey, secretKey, accountLabel]);
  const begun = await tables.requests.begin({
    userId,
    key: idempotencyKey,
    // A one-way digest: what is compared need not be kept.
    fingerprint: identifiers.clientKeyOf(said),
    at: clock.now(),
  });
  if (begun.kind === "new") return undefined;
  const account =
    begun.kind === "same" && begun.answer !== undefined
      ? await tables.accounts.byId(begun.answer)
      : undefined;
  // What was removed since is not connected: nobody is told that it is.
  const isThere = account !== undefined && account.removedAt === undefined;
  return isThere ? ok({ account }) : refused({ kind: "idempotency-key-reused" });
}

/** Why the user may not have this account too, if so. */
export async function attachRefusalOf(
  tables: Tables,
  userId: string,
  { provider, venue, found }: ExaminedKeys,
): Promise<ConnectRefusal | undefined> {
  if (ACCOUNTS_MAX <= (await tables.accounts.ofUser(userId)).length)
    return { kind: "too-many-brokers", max: ACCOUNTS_MAX };
  if (found.kind === "unseen") return undefined;
  const { accountNumber } = found.snapshot.account;
  const [known] = await tables.accounts.lockAtVenue({ provider, venue, accountNumber });
  if (!known) return undefined;
  // Two writers at one account would sell each other's shares, whoever they are.
  const label = known.userId === userId ? known.label : undefined;
  return { kind: "broker-already-connected", label };
}
