import Router from "@koa/router";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { Log } from "@sevenfold/application/ports/log";
import type { Instant } from "@sevenfold/domain/market";

import { etradeAccountRoutes } from "./etrade-account-routes.ts";
import { authorizePage } from "./etrade-authorize-page.ts";
import { etradeChangeRoutes } from "./etrade-change-routes.ts";
import type { EtradeDesk } from "./etrade-desk.ts";
import {
  EtradeRefused,
  errorBody,
  oauthProblem,
  readEtradeBody,
  sayEtrade,
} from "./etrade-http.ts";
import { etradeOrderRoutes } from "./etrade-order-routes.ts";
import { openPreviewDesk } from "./etrade-previews.ts";
import {
  consumerSecretOfAccount,
  replayGuard,
  type SignedRequest,
  signedRequest,
} from "./etrade-signatures.ts";
import { openTokenDesk } from "./etrade-token-desk.ts";
import { etradeTransactionRoutes } from "./etrade-transaction-routes.ts";
import { accountKeyOf } from "./etrade-views.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import {
  decoded,
  type ExchangeContext,
  type ExchangeState,
  type ExchangeStep,
  isUnwritable,
  RequestRefused,
} from "./exchange-http.ts";
import { rateLimit } from "./exchange-rate-limit.ts";

/** Everything E*TRADE's side answers begins with this. */
export const ETRADE_PREFIX = "/etrade";

/** The same venue in E*TRADE's protocol: its sign-in, and its accounts, market and orders. */
export function etradeSide({
  desk,
  log,
  requestsPerMinute,
  signingNow,
}: {
  readonly desk: ExchangeDesk;
  readonly signingNow: () => Instant;
  readonly log: Log;
  readonly requestsPerMinute: number;
}): ExchangeStep {
  const etrade: EtradeDesk = {
    ...desk,
    tokens: openTokenDesk(desk.now),
    previews: openPreviewDesk(),
    cancels: new Set(),
  };
  const guard = replayGuard();
  const allows = rateLimit(requestsPerMinute);
  const routes = routesOf(etrade);

  const answered: ExchangeStep = async (ctx, next) => {
    const path = ctx.path.slice(ETRADE_PREFIX.length);
    if (path === "/authorize") return authorizePage(etrade, ctx);
    const signed = signedRequest(ctx.req);
    guard(signed, signingNow());
    const account = desk.venue.book.accountOfKey(signed.consumerKey);
    if (!account) throw oauthProblem("consumer_key_unknown");
    if (!allows(account.opening.id, desk.now()).isAllowed) return tooOften(ctx);
    if (path.startsWith("/oauth/")) {
      ctx.body = oauthAnswer(etrade, account, { path, signed });
      ctx.set("Content-Type", "text/html;charset=utf-8");
      return;
    }
    admitToken(etrade, account, signed);
    ctx.state.account = account;
    ctx.path = ctx.path.replace(/\.json$/, "");
    return routes(ctx as Parameters<typeof routes>[0], next as Parameters<typeof routes>[1]);
  };
  const unknown = () => {
    throw new EtradeRefused(404, "The requested service does not exist.", 100);
  };
  return async (ctx) => {
    try {
      await answered(ctx, async () => unknown());
    } catch (error) {
      const refused = refusedBy(error);
      if (!refused && !isUnwritable(error))
        log.error("exchange-request-failed", { path: ctx.path, error: String(error) });
      const said = refused ?? new EtradeRefused(isUnwritable(error) ? 503 : 500, UNAVAILABLE, 100);
      sayEtrade(ctx, said.status, errorBody(said));
    }
  };
}

function routesOf(etrade: EtradeDesk) {
  const router = new Router<ExchangeState>();
  for (const { answer, method, pattern } of [
    ...etradeAccountRoutes(etrade),
    ...etradeOrderRoutes(etrade),
    ...etradeChangeRoutes(etrade),
    ...etradeTransactionRoutes,
  ])
    router.register(
      pattern,
      [method],
      async (ctx) => {
        const { account } = ctx.state;
        const captures = decoded(ctx.captures);
        checkAccountKey(account, ctx.path, captures);
        const body = await answer({
          account,
          captures,
          query: new URLSearchParams(ctx.querystring),
          readBody: () => readEtradeBody(ctx.req),
        });
        // Nobody is told what a power cut could still undo.
        await etrade.venue.flushed();
        sayEtrade(ctx, 200, body);
      },
      { pathAsRegExp: true },
    );
  return router.routes();
}

const UNAVAILABLE = "The requested service is not currently available, please try after sometime.";

function refusedBy(error: unknown): EtradeRefused | undefined {
  if (error instanceof EtradeRefused) return error;
  return error instanceof RequestRefused
    ? new EtradeRefused(error.answer.status, error.message, 100)
    : undefined;
}

/** The sign-in calls: answered in text. */
function oauthAnswer(
  { tokens }: EtradeDesk,
  account: VenueAccount,
  { path, signed }: { readonly path: string; readonly signed: SignedRequest },
): string {
  const { callback, token, verifier } = signed;
  const consumerSecret = consumerSecretOfAccount(account);
  if (path === "/oauth/request_token") {
    check(signed, consumerSecret, "");
    if (callback !== "oob") throw oauthProblem("callback_rejected,oauth_acceptable_callback=oob");
    const { key, secret } = tokens.request(account);
    return new URLSearchParams({
      oauth_token: key,
      oauth_token_secret: secret,
      oauth_callback_confirmed: "true",
    }).toString();
  }
  if (path === "/oauth/access_token") {
    const pending = tokens.pending(token ?? "");
    if (!pending) throw oauthProblem("token_rejected");
    check(signed, consumerSecret, pending.token.secret);
    const { key, secret } = tokens.exchange(account, pending.token.key, verifier ?? "");
    return new URLSearchParams({ oauth_token: key, oauth_token_secret: secret }).toString();
  }
  const secret = tokens.secretOf(account, token ?? "");
  if (token === undefined || secret === undefined) throw oauthProblem("token_rejected");
  check(signed, consumerSecret, secret);
  if (tokens.standingOf(token) === "over") throw oauthProblem("token_expired");
  if (path === "/oauth/renew_access_token") {
    tokens.use(token);
    return "Access Token has been renewed";
  }
  if (path !== "/oauth/revoke_access_token")
    throw new EtradeRefused(404, "The requested service does not exist.", 100);
  tokens.revoke(token);
  return "Revoked Access Token";
}

function admitToken({ tokens }: EtradeDesk, account: VenueAccount, signed: SignedRequest): void {
  const { token } = signed;
  const secret = tokens.secretOf(account, token ?? "");
  if (token === undefined || secret === undefined) throw oauthProblem("token_rejected");
  check(signed, consumerSecretOfAccount(account), secret);
  const standing = tokens.standingOf(token);
  if (standing === "over") throw oauthProblem("token_expired");
  if (standing === "asleep") throw oauthProblem("token_rejected");
  tokens.use(token);
}

function check(signed: SignedRequest, consumerSecret: string, tokenSecret: string): void {
  if (!signed.isSignedWith(consumerSecret, tokenSecret)) throw oauthProblem("signature_invalid");
}

/** Accounts go by their key; the number that users see is refused, which many stumble over. */
function checkAccountKey(account: VenueAccount, path: string, captures: readonly string[]): void {
  const accounts = `${ETRADE_PREFIX}/v1/accounts/`;
  if (!path.startsWith(accounts) || path.startsWith(`${accounts}list`)) return;
  if (captures[0] !== accountKeyOf(account))
    throw new EtradeRefused(400, "Please enter valid Account Key", 102);
}

function tooOften(ctx: ExchangeContext): void {
  ctx.status = 400;
  ctx.set("Content-Type", "text/html");
  ctx.body = "<html><body>Number of requests exceeded the rate limit set</body></html>";
}
