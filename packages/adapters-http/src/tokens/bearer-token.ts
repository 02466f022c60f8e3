import { createHash } from "node:crypto";
import type { useApiToken } from "@sevenfold/application/people/api-tokens";
import { TOKEN_SCOPES } from "@sevenfold/contract/call";
import type { Call } from "@sevenfold/contract/calls";

import type { HttpContext, Next } from "../http-needs.ts";
import { RequestRefused } from "../refusals.ts";

/** What every token begins with, so that one in a log or a repository is known for what it is. */
const BEGINNING = "sf_";
const PREFIX_LENGTH = 8;

/** A new token in plain text from 256 random bits, and what is kept of it. */
export function newToken(secret: string) {
  const token = BEGINNING + secret;
  return { token, prefix: token.slice(0, PREFIX_LENGTH), tokenHash: tokenHashOf(token) };
}

const tokenHashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The token of the request; undefined where it comes without one. */
export function bearerTokenOf(ctx: HttpContext): string | undefined {
  const [, token] = /^Bearer +(\S+)$/i.exec(ctx.get("Authorization").trim()) ?? [];
  return token;
}

/** Finds whom the token acts for. A request with a token has no other rights: its cookie is not read. */
export function findTokenUser(
  find: ReturnType<typeof useApiToken>,
  otherwise: Middleware,
): Middleware {
  const findByToken = async (ctx: HttpContext, token: string): Promise<void> => {
    const found = await find(tokenHashOf(token));
    if (!found.ok) throw new RequestRefused(found.refusal);
    ctx.state.user = found.value.user;
    ctx.state.token = found.value.token;
  };
  return (ctx, next) => {
    const token = bearerTokenOf(ctx);
    return token === undefined ? otherwise(ctx, next) : findByToken(ctx, token).then(next);
  };
}

type Middleware = (ctx: HttpContext, next: Next) => Promise<unknown>;

/** @throws RequestRefused where the call is for people only and a program makes it. */
export function refuseTokens({ state }: HttpContext, { tokens }: Call): void {
  if (state.token !== undefined && tokens === "refused")
    throw new RequestRefused({ kind: "token-not-allowed" });
}

/** @throws RequestRefused where the token of the request does not reach as far as the call. */
export function requireScope({ state: { token } }: HttpContext, call: Call, input: unknown): void {
  if (token === undefined || call.tokens === "refused") return;
  const needed = lowersRisk(call, input) ? "trade" : call.tokens;
  const hasReach = TOKEN_SCOPES.indexOf(needed) <= TOKEN_SCOPES.indexOf(token.scope);
  if (!hasReach)
    throw new RequestRefused({ kind: "token-scope-too-small", needed, given: token.scope });
}

function lowersRisk({ lowersRisk }: Call, input: unknown): boolean {
  if (lowersRisk === undefined) return false;
  const given = new Map(Object.entries(input as object));
  return Object.entries(lowersRisk.where).every(([field, value]) => given.get(field) === value);
}
