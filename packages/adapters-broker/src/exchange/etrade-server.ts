import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "@sevenfold/application/ports/log";
import type { VenueAccount } from "@sevenfold/application/simulation/venue-book";
import type { Instant } from "@sevenfold/domain/market";

import { etradeAccountRoutes } from "./etrade-account-routes.ts";
import { authorizePage } from "./etrade-authorize-page.ts";
import type { EtradeDesk } from "./etrade-desk.ts";
import {
  EtradeRefused,
  type EtradeRoute,
  errorBody,
  oauthProblem,
  readEtradeBody,
  sendEtrade,
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
import { accountKeyOf } from "./etrade-views.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";
import { addressOf, isUnwritable, RequestRefused } from "./exchange-http.ts";
import { rateLimit } from "./exchange-rate-limit.ts";

/** Everything E*TRADE's side answers begins with this. */
export const ETRADE_PREFIX = "/etrade";

export type EtradeSide = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

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
}): EtradeSide {
  const etrade: EtradeDesk = {
    ...desk,
    tokens: openTokenDesk(desk.now),
    previews: openPreviewDesk(),
    cancels: new Set(),
  };
  const routes = [...etradeAccountRoutes(etrade), ...etradeOrderRoutes(etrade)];
  const guard = replayGuard();
  const allows = rateLimit(requestsPerMinute);
  return async (request, response) => {
    const url = addressOf(request);
    const path = url.pathname.slice(ETRADE_PREFIX.length);
    try {
      if (path === "/authorize")
        return await authorizePage(etrade, request, response, url.searchParams);
      const signed = signedRequest(request);
      guard(signed, signingNow());
      const account = desk.venue.book.accountOfKey(signed.consumerKey);
      if (!account) throw oauthProblem("consumer_key_unknown");
      if (!allows(account.opening.id, desk.now()).isAllowed) return tooOften(response);
      if (path.startsWith("/oauth/")) {
        const text = oauthAnswer(etrade, account, { path, signed });
        response.writeHead(200, { "content-type": "text/html;charset=utf-8" }).end(text);
        return;
      }
      admitToken(etrade, account, signed);
      const found = routeFor(routes, request.method ?? "", path.replace(/\.json$/, ""));
      if (!found) throw new EtradeRefused(404, "The requested service does not exist.", 100);
      checkAccountKey(account, path, found.captures);
      const body = await found.route.answer({
        account,
        captures: found.captures,
        query: url.searchParams,
        readBody: () => readEtradeBody(request),
      });
      // Nobody is told what a power cut could still undo.
      await desk.venue.settled();
      sendEtrade(request, response, 200, body);
    } catch (error) {
      const refused = refusedBy(error);
      if (!refused && !isUnwritable(error))
        log.error("exchange-request-failed", { path, error: String(error) });
      const said = refused ?? new EtradeRefused(isUnwritable(error) ? 503 : 500, UNAVAILABLE, 100);
      sendEtrade(request, response, said.status, errorBody(said));
    }
  };
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
  if (!path.startsWith("/v1/accounts/") || path.startsWith("/v1/accounts/list")) return;
  if (captures[0] !== accountKeyOf(account))
    throw new EtradeRefused(400, "Please enter valid Account Key", 102);
}

function tooOften(response: ServerResponse): void {
  response
    .writeHead(400, { "content-type": "text/html" })
    .end("<html><body>Number of requests exceeded the rate limit set</body></html>");
}

function routeFor(routes: readonly EtradeRoute[], method: string, path: string) {
  if (!path.startsWith("/v1/")) return undefined;
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path.slice(3)) : null;
    if (match) return { route, captures: match.slice(1).map(decoded) };
  }
  return undefined;
}

function decoded(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
