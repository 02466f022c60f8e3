import { invariant } from "@sevenfold/domain/invariant";
import { oneLine } from "../../ports/one-line.ts";
import type { ApiTokenStore } from "../../ports/stores/api-token-store.ts";
import {
  AUDIT_TEXT_MAX,
  type AuditEntry,
  type AuditStore,
} from "../../ports/stores/audit-store.ts";
import type { AuthorisationStore } from "../../ports/stores/authorisation-store.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import type { ThrottleStore } from "../../ports/stores/throttle-store.ts";
import type { TotpStore } from "../../ports/stores/totp-store.ts";
import { requireAccount } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { ascending, descending } from "./memory-order.ts";
import { requireUser } from "./memory-user-stores.ts";

export const memoryAuditStore = ({ audit }: MemoryBooks): AuditStore => {
  const add = ({ text, ...entry }: AuditEntry) =>
    audit.append(
      entry.userId ?? NOBODY,
      text === undefined ? entry : { text: oneLine(text, AUDIT_TEXT_MAX), ...entry },
    );
  return {
    async add(entry) {
      add(entry);
    },
    async addAll(entries) {
      for (const entry of entries) add(entry);
    },
    async latest(userId, limit, actions) {
      const lines = audit.rows(userId).filter(({ action }) => actions?.includes(action) ?? true);
      return descending(lines, ({ at }) => at).slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
  };
};

/** The group of the lines that are about nobody known. */
const NOBODY = "";

export const memoryTotpStore = (books: MemoryBooks): TotpStore => ({
  async of(userId) {
    return books.totp.find(ALL, userId);
  },
  async put(totp) {
    requireUser(books, totp.userId);
    books.totp.put(ALL, totp.userId, totp);
  },
  async change(userId, change) {
    const totp = books.totp.find(ALL, userId);
    if (!totp) return undefined;
    const changed = change(totp);
    if (changed.ok) books.totp.put(ALL, userId, changed.value);
    return changed;
  },
  async remove(userId) {
    books.totp.remove(ALL, userId);
  },
});

export function memoryApiTokenStore(books: MemoryBooks): ApiTokenStore {
  const { apiTokens } = books;
  return {
    async add(token) {
      requireUser(books, token.userId);
      const isKnown = apiTokens.rows(ALL).some(({ tokenHash }) => tokenHash === token.tokenHash);
      invariant(!isKnown, "a token is made once");
      apiTokens.add(ALL, token.id, token);
    },
    async byHash(wanted) {
      return apiTokens.rows(ALL).find(({ tokenHash }) => tokenHash === wanted);
    },
    async ofUser(userId) {
      const own = apiTokens.rows(ALL).filter((token) => token.userId === userId);
      return ascending(own, ({ createdAt }) => createdAt);
    },
    async noteUse(id, at) {
      const token = apiTokens.find(ALL, id);
      if (token) apiTokens.put(ALL, id, { ...token, lastUsedAt: at });
    },
    async remove(userId, id) {
      const isOwn = apiTokens.find(ALL, id)?.userId === userId;
      if (isOwn) apiTokens.remove(ALL, id);
      return isOwn;
    },
    async removeOfUser(userId) {
      const own = apiTokens.rows(ALL).filter((token) => token.userId === userId);
      for (const { id } of own) apiTokens.remove(ALL, id);
      return own.length;
    },
  };
}

export const memoryAuthorisationStore = (books: MemoryBooks): AuthorisationStore => ({
  async put(pending) {
    requireAccount(books, pending.accountId);
    books.authorisations.put(ALL, pending.accountId, pending);
  },
  async of(accountId) {
    return books.authorisations.find(ALL, accountId);
  },
  async remove(accountId) {
    books.authorisations.remove(ALL, accountId);
  },
  async removeExpired(at) {
    const expired = books.authorisations.rows(ALL).filter(({ expiresAt }) => expiresAt <= at);
    for (const { accountId } of expired) books.authorisations.remove(ALL, accountId);
    return expired.length;
  },
});

export const memoryThrottleStore = ({ throttles }: MemoryBooks): ThrottleStore => ({
  async of(key) {
    return throttles.find(ALL, key);
  },
  async change(key, change) {
    const changed = change(throttles.find(ALL, key));
    throttles.put(ALL, key, changed);
    return changed;
  },
  async remove(key) {
    throttles.remove(ALL, key);
  },
  async removeExpired(at) {
    const expired = throttles.rows(ALL).filter(({ forgetAt }) => forgetAt <= at);
    for (const { key } of expired) throttles.remove(ALL, key);
    return expired.length;
  },
});
