import { instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { ApiToken, TokenScope } from "../ports/api-token-store.ts";
import type { User } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";
import { readSubscription } from "./read-subscription.ts";

export const TOKENS_MAX = 20;
const DAY_MS = 24 * 3_600_000;
/** How often a token in use is noted to be. */
const NOTE_USE_MS = 60_000;

export type TokenRefusal =
  | { readonly kind: "demo-account" }
  | { readonly kind: "plan-required"; readonly plan: "pro" }
  | { readonly kind: "too-many-tokens"; readonly max: number }
  | { readonly kind: "token-not-found" }
  /** None of ours, or its time is over. */
  | { readonly kind: "token-refused" };

type Needs = Pick<Ports, "clock" | "identifiers" | "storage">;

/** A token as whoever makes it describes it. Its plain text never reaches a store. */
export interface TokenToCreate {
  readonly name: string;
  readonly scope: TokenScope;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly expiresInDays?: number | undefined;
  readonly address: string;
}

/** Whether programs may act for the user: with the Pro plan, for as long as it is paid. */
export const mayUseTokens = (user: User, at: number): boolean =>
  user.plan === "pro" && readSubscription(user, instant(at)).isActive;

export const createApiToken =
  ({ clock, identifiers, storage }: Needs) =>
  async (
    user: User,
    { address, expiresInDays, ...given }: TokenToCreate,
  ): Promise<Result<ApiToken, TokenRefusal>> => {
    const at = clock.now();
    if (user.isDemo) return refused({ kind: "demo-account" });
    if (!mayUseTokens(user, at)) return refused({ kind: "plan-required", plan: "pro" });
    const token: ApiToken = {
      ...given,
      id: identifiers.uuid(),
      userId: user.id,
      createdAt: at,
      ...(expiresInDays === undefined ? {} : { expiresAt: instant(at + expiresInDays * DAY_MS) }),
    };
    const isAdded = await storage.transact(async ({ apiTokens, audit, users }) => {
      // They are counted one after the other.
      await users.change(user.id, (row) => row);
      if (TOKENS_MAX <= (await apiTokens.ofUser(user.id)).length) return false;
      await apiTokens.add(token);
      const text = `${token.name} (${token.scope}, ${token.prefix}…)`;
      await audit.add({ at, userId: user.id, action: "token-created", address, text });
      return true;
    });
    return isAdded ? ok(token) : refused({ kind: "too-many-tokens", max: TOKENS_MAX });
  };

export const revokeApiToken =
  ({ clock, storage }: Needs) =>
  async (
    { id: userId }: User,
    { address, id }: { readonly id: string; readonly address: string },
  ): Promise<Result<void, TokenRefusal>> => {
    const isRemoved = await storage.transact(async ({ apiTokens, audit }) => {
      if (!(await apiTokens.remove(userId, id))) return false;
      await audit.add({ at: clock.now(), userId, action: "token-revoked", address, text: id });
      return true;
    });
    return isRemoved ? ok(undefined) : refused({ kind: "token-not-found" });
  };

/** Whom a token acts for, and how far. */
export const useApiToken =
  ({ clock, storage }: Pick<Needs, "clock" | "storage">) =>
  async (
    tokenHash: string,
  ): Promise<Result<{ readonly user: User; readonly token: ApiToken }, TokenRefusal>> => {
    const { apiTokens, users } = storage.read;
    const at = clock.now();
    const token = await apiTokens.byHash(tokenHash);
    if (!token || (token.expiresAt ?? at + 1) <= at) return refused({ kind: "token-refused" });
    const user = await users.byId(token.userId);
    if (!user) return refused({ kind: "token-refused" });
    if (!mayUseTokens(user, at)) return refused({ kind: "plan-required", plan: "pro" });
    if (NOTE_USE_MS <= at - (token.lastUsedAt ?? 0)) await apiTokens.noteUse(token.id, at);
    return ok({ user, token });
  };
