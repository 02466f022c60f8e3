import { invariant } from "@sevenfold/domain/invariant";
import { foldedName } from "@sevenfold/domain/person-name";
import { ok, refused } from "@sevenfold/domain/result";
import type { PortfolioStore } from "../../ports/stores/portfolio-store.ts";
import type { RequestStore } from "../../ports/stores/request-store.ts";
import type { SignInStore } from "../../ports/stores/sign-in-store.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import { isOver, type User, type UserStore } from "../../ports/stores/user-store.ts";
import type { WatchlistStore } from "../../ports/stores/watchlist-store.ts";
import type { WorkerStore } from "../../ports/stores/worker-store.ts";
import { ONLY } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks, removeHistory, removeUser } from "./memory-books.ts";
import { ascending, descending } from "./memory-order.ts";

export function memoryUserStore(books: MemoryBooks): UserStore {
  const { users } = books;
  return {
    async add(user) {
      const others = users.rows(ALL);
      if (others.some(({ username }) => isSameName(username, user.username)))
        return refused({ kind: "username-taken" });
      if (others.some(({ email }) => isSameName(email, user.email)))
        return refused({ kind: "email-taken" });
      users.add(ALL, user.id, user);
      return ok(user);
    },
    async byId(id) {
      return users.find(ALL, id);
    },
    async bySignIn({ username, email }) {
      return users
        .rows(ALL)
        .find((user) => isSameName(user.username, username) && isSameName(user.email, email));
    },
    async byName(name) {
      return users
        .rows(ALL)
        .filter(({ username, email }) => [username, email].some((own) => isSameName(own, name)));
    },
    async page({ after, limit }) {
      const from = after === undefined ? "" : foldedName(after);
      const named = users
        .rows(ALL)
        .filter(({ isDemo, username }) => !isDemo && from < foldedName(username));
      return named
        .toSorted((one, other) => (foldedName(one.username) < foldedName(other.username) ? -1 : 1))
        .slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
    async change(id, change) {
      const user = users.find(ALL, id);
      if (!user) return undefined;
      const changed = change(user);
      users.put(ALL, id, changed);
      return changed;
    },
    async remove(id) {
      removeUser(books, id);
    },
    async leaving(at, limit) {
      const over = users.rows(ALL).filter((user) => !user.isDemo && isOver(user, at));
      return ascending(over, ({ expiresAt }) => expiresAt ?? 0).slice(0, limit);
    },
    async removeHistory(id, limit) {
      let removed = 0;
      for (const account of books.accounts.rows(ALL).filter(({ userId }) => userId === id))
        removed += removeHistory(books, account.id, limit);
      return removed;
    },
    async removeExpired(at, limit) {
      const endOf = ({ expiresAt }: User) => expiresAt ?? Number.POSITIVE_INFINITY;
      const over = users.rows(ALL).filter((user) => user.isDemo && endOf(user) <= at);
      const expired = ascending(over, endOf).slice(0, limit);
      for (const { id } of expired) removeUser(books, id);
      return expired.length;
    },
    async byCustomer(customerId) {
      return users.rows(ALL).find((user) => user.customerId === customerId);
    },
    async billedBefore(at, atMost) {
      const readAt = ({ billingReadAt }: User) => billingReadAt ?? 0;
      return ascending(
        users.rows(ALL).filter((user) => user.customerId !== undefined && readAt(user) < at),
        readAt,
      ).slice(0, atMost);
    },
    async countDemo() {
      return users.rows(ALL).filter(({ isDemo }) => isDemo).length;
    },
  };
}

export function memoryPortfolioStore(books: MemoryBooks): PortfolioStore {
  return {
    async add(portfolio) {
      requireUser(books, portfolio.userId);
      books.portfolios.add(portfolio.userId, portfolio.id, portfolio);
    },
    async ofUser(userId) {
      return ascending(books.portfolios.rows(userId), ({ createdAt }) => createdAt)[0];
    },
    async change(id, change) {
      const users = books.users.rows(ALL);
      const portfolio = users
        .map((user) => books.portfolios.find(user.id, id))
        .find((found) => found !== undefined);
      invariant(portfolio !== undefined, `no portfolio ${id} to change`);
      const changed = change(portfolio);
      books.portfolios.put(portfolio.userId, id, changed);
      return changed;
    },
  };
}

export function memoryWatchlistStore(books: MemoryBooks): WatchlistStore {
  const { watchlist } = books;
  return {
    async of(userId) {
      const watched = ascending(watchlist.rows(userId), ({ addedAt }) => addedAt);
      return watched.map(({ ticker }) => ticker);
    },
    async listedSince(userId) {
      const watched = ascending(watchlist.rows(userId), ({ addedAt }) => addedAt);
      return new Map(watched.map(({ addedAt, ticker }) => [ticker, addedAt]));
    },
    async add(userId, ticker, addedAt) {
      requireUser(books, userId);
      if (!watchlist.find(userId, ticker))
        watchlist.add(userId, ticker, { ticker, addedAt, isChosen: false });
    },
    async remove(userId, ticker) {
      watchlist.remove(userId, ticker);
    },
    async chosen(userId) {
      const chosen = watchlist.rows(userId).filter(({ isChosen }) => isChosen);
      return ascending(chosen, ({ addedAt }) => addedAt).map(({ ticker }) => ticker);
    },
    async choose(userId, tickers) {
      const wanted = new Set(tickers);
      for (const row of watchlist.rows(userId))
        watchlist.put(userId, row.ticker, { ...row, isChosen: wanted.has(row.ticker) });
    },
  };
}

export function memoryRequestStore(books: MemoryBooks): RequestStore {
  const { requests } = books;
  return {
    async begin({ userId, key, fingerprint, at }) {
      requireUser(books, userId);
      const known = requests.find(userId, key);
      if (!known) {
        requests.add(userId, key, { key, fingerprint, at });
        return { kind: "new" };
      }
      if (known.fingerprint !== fingerprint) return { kind: "other" };
      const { answer } = known;
      return answer === undefined ? { kind: "same" } : { kind: "same", answer };
    },
    async finish(userId, key, answer) {
      const known = requests.find(userId, key);
      invariant(known !== undefined, `no request ${key} to answer`);
      requests.put(userId, key, { ...known, answer });
    },
    async abandon(userId, key) {
      requests.remove(userId, key);
    },
    async removeBefore(at, limit) {
      const ofUsers = books.users
        .rows(ALL)
        .flatMap(({ id }) => requests.rows(id).map((request) => ({ id, ...request })));
      const old = ascending(
        ofUsers.filter((request) => request.at < at),
        (request) => request.at,
      ).slice(0, Math.max(0, limit));
      for (const { id, key } of old) requests.remove(id, key);
      return old.length;
    },
  };
}

export function memoryWorkerStore({ leases, workers }: MemoryBooks): WorkerStore {
  const newestFirst = () => descending(workers.rows(ALL), ({ at }) => at);
  return {
    async ping(ping) {
      workers.put(ALL, ping.workerId, ping);
    },
    async latest() {
      return newestFirst().at(0);
    },
    async about(accountId) {
      const owner = leases.find(accountId, ONLY)?.owner;
      const own = newestFirst().filter(({ workerId }) => workerId === owner);
      const newest = newestFirst().slice(0, 1);
      return [...new Set([...own, ...newest])];
    },
    async newest(limit) {
      return newestFirst().slice(0, Math.min(limit, ROWS_MAX));
    },
    async removeBefore(before) {
      const silent = workers.rows(ALL).filter(({ at }) => at < before);
      for (const { workerId } of silent) workers.remove(ALL, workerId);
      return silent.length;
    },
  };
}

export function memorySignInStore(books: MemoryBooks): SignInStore {
  const { signIns } = books;
  return {
    async get(sidHash, at) {
      const signIn = signIns.find(ALL, sidHash);
      return signIn && at < signIn.expiresAt ? signIn : undefined;
    },
    async put(signIn) {
      if (signIn.userId !== undefined) requireUser(books, signIn.userId);
      signIns.put(ALL, signIn.sidHash, signIn);
    },
    async change(sidHash, change) {
      const signIn = signIns.find(ALL, sidHash);
      if (!signIn) return undefined;
      const changed = change(signIn);
      signIns.put(ALL, sidHash, changed);
      return changed;
    },
    async remove(sidHash) {
      signIns.remove(ALL, sidHash);
    },
    async removeOfUser(userId, keepSidHash) {
      const ended = signIns
        .rows(ALL)
        .filter((signIn) => signIn.userId === userId && signIn.sidHash !== keepSidHash);
      for (const { sidHash } of ended) signIns.remove(ALL, sidHash);
      return ended.length;
    },
    async ofUser(userId, at) {
      const open = signIns.rows(ALL).filter((one) => one.userId === userId && at < one.expiresAt);
      return descending(open, ({ expiresAt }) => expiresAt);
    },
    async removeExpired(at) {
      const expired = signIns.rows(ALL).filter(({ expiresAt }) => expiresAt <= at);
      for (const { sidHash } of expired) signIns.remove(ALL, sidHash);
      return expired.length;
    },
  };
}

const isSameName = (one: string, other: string): boolean => foldedName(one) === foldedName(other);

export const requireUser = ({ users }: MemoryBooks, userId: string): void =>
  invariant(users.find(ALL, userId) !== undefined, `no user ${userId}`);
