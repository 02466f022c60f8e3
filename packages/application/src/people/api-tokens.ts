import { instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { ApiToken, TokenScope } from "../ports/stores/api-token-store.ts";
import type { Tables } from "../ports/stores/storage.ts";
import { isOver, type User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { type Confirmation, confirmPerson } from "./confirm-person.ts";
import { readSubscription } from "./read-subscription.ts";
import { hasSecondFactor } from "./second-factor.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

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

type Needs = Pick<Ports, "clock" | "storage">;

/** A token as whoever makes it describes it. Its plain text never reaches a store. */
export interface TokenToCreate extends Confirmation {
  readonly name: string;
  readonly scope: TokenScope;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly expiresInDays: number;
  readonly address: string;
}

/** Whether programs may act for the user: with the Pro plan, also in its free days. */
export function mayUseTokens(user: User, at: number): boolean {
  const { isActive, isInTrial } = readSubscription(user, instant(at));
  return user.plan === "pro" && (isActive || isInTrial);
}

/** Makes a token for somebody who has just shown again who they are. */
export const createApiToken =
  (needs: SignInNeeds) =>
  async (
    user: User,
    { address, expiresInDays, password, totpCode, ...given }: TokenToCreate,
  ): Promise<Result<ApiToken, TokenRefusal | SignInRefusal>> => {
    const { clock, identifiers, storage } = needs;
    if (user.isDemo) return refused({ kind: "demo-account" });
    if (!mayUseTokens(user, clock.now())) return refused({ kind: "plan-required", plan: "pro" });
    const hadSecond = await hasSecondFactor(storage.read, user.id);
    const refusal = await confirmPerson(needs)(user, { password, totpCode });
    if (refusal) return refused(refusal);
    const at = clock.now();
    const token: ApiToken = {
      ...given,
      id: identifiers.uuid(),
      userId: user.id,
      createdAt: at,
      expiresAt: instant(at + expiresInDays * DAY_MS),
    };
    return storage.transact(async (tables) => {
      // With the user's row locked: tokens are counted one after the other.
      const row = await tables.users.change(user.id, (current) => current);
      // What was shown may have changed meanwhile, and ended the tokens there were.
      if (row?.passwordHash !== user.passwordHash) return refused({ kind: "password-wrong" });
      if (!hadSecond && (await hasSecondFactor(tables, user.id)))
        return refused({ kind: "totp-required" });
      return add(tables, token, address);
    });
  };

async function add(
  { apiTokens, audit }: Pick<Tables, "apiTokens" | "audit">,
  token: ApiToken,
  address: string,
): Promise<Result<ApiToken, TokenRefusal>> {
  const { createdAt: at, name, prefix, scope, userId } = token;
  if (TOKENS_MAX <= (await apiTokens.ofUser(userId)).length)
    return refused({ kind: "too-many-tokens", max: TOKENS_MAX });
  await apiTokens.add(token);
  const text = `${name} (${scope}, ${prefix}…)`;
  await audit.add({ at, userId, action: "token-created", address, text });
  return ok(token);
}

/** What the audit says of tokens that ended with something else; nothing where there were none. */
export const endedText = (count: number): { readonly text?: string } =>
  count === 0 ? {} : { text: `${count} API ${count === 1 ? "token" : "tokens"} ended` };

export const revokeApiToken =
  ({ clock, storage }: Needs) =>
  async (
    { id: userId }: User,
    { address, id }: { readonly id: string; readonly address: string },
  ): Promise<Result<void, Extract<TokenRefusal, { kind: "token-not-found" }>>> => {
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
    if (!token || token.expiresAt <= at) return refused({ kind: "token-refused" });
    const user = await users.byId(token.userId);
    if (!user || isOver(user, at)) return refused({ kind: "token-refused" });
    if (!mayUseTokens(user, at)) return refused({ kind: "plan-required", plan: "pro" });
    if (NOTE_USE_MS <= at - (token.lastUsedAt ?? 0))
      await storage.transact((tables) => tables.apiTokens.noteUse(token.id, at));
    return ok({ user, token });
  };
