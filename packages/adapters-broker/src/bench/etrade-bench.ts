import type { VenueBench } from "@sevenfold/application/broker-kit/venue-bench";
import type { Broker } from "@sevenfold/application/ports/broker";
import { invariant } from "@sevenfold/domain/invariant";
import { instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { EtradeSettings } from "../etrade/etrade-broker.ts";
import type { EtradeConnection } from "../etrade/etrade-http.ts";
import type { EtradeAccess } from "../etrade/etrade-line.ts";
import { accessToken, requestToken } from "../etrade/etrade-tokens.ts";
import { consumerSecretOfAccount } from "../exchange/etrade-signatures.ts";
import { etradeForeignRows } from "./etrade-foreign-rows.ts";
import type { Rewrite, WireManners } from "./faulty-wire.ts";
import {
  type BenchPlace,
  type EnteredProtocol,
  protocolBench,
  SUSPENDED,
} from "./protocol-bench.ts";
import { etradeShareEvents } from "./share-event-rows.ts";

/** The bench of any adapter that speaks E*TRADE's protocol: it opens accounts, all else is here. */
export const etradeBench = (name: string, open: (settings: EtradeSettings) => Broker): VenueBench =>
  protocolBench({
    name,
    capabilities: [
      "lost-answers",
      "wire-faults",
      "stream-breaks",
      "held-cancels",
      "late-fills",
      "own-clock",
      "summed-fills",
      "later-ends",
      "strange-states",
      "day-end",
      "foreign-orders",
      "foreign-things",
      "parts-elsewhere",
      "extended-hours",
      "stop-orders",
      "dotted-symbols",
      "fractions",
      "wrong-keys",
      "revoked-keys",
      "telling-refusals",
      "expiring-tokens",
      "idle-tokens",
      "suspended-accounts",
      "rate-limits",
      "activities",
      "share-events",
      "unnamed-busts",
    ],
    manners: MANNERS,
    // A day around the clock would end with the token.
    hours: "nyse",
    enter: (place) => enter(place, open),
  });

const MANNERS: WireManners = {
  callOf(method, path) {
    if (path.endsWith("/orders/place")) return "submit";
    if (path.endsWith("/orders/cancel")) return "cancel";
    if (path.endsWith("/oauth/renew_access_token")) return "renewal";
    return method === "GET" && path.startsWith("/etrade/v1/") ? "read" : undefined;
  },
  tooMany: {
    status: 400,
    headers: { "content-type": "text/html" },
    body: "<html><body>Number of requests exceeded the rate limit set</body></html>",
  },
  refusal: (message) => ({ status: 400, body: JSON.stringify({ Error: { code: 253, message } }) }),
};

const USUAL_MS = 10_000;
const SHORT_MS = 2_000;
const IDLE_MS = 121 * 60_000;

async function enter(
  place: BenchPlace,
  open: (settings: EtradeSettings) => Broker,
): Promise<EnteredProtocol> {
  const { accountId, bust, exchange, keyId, moveTo, now, url, wire } = place;
  const account = exchange.venue.book.accounts.get(accountId);
  invariant(account !== undefined, "the bench's account is open");
  const consumer = { key: keyId, secret: consumerSecretOfAccount(account) };
  const connectionAt = (host: string, timeoutMs: number): EtradeConnection => ({
    apiUrl: `${host}/etrade`,
    oauthUrl: `${host}/etrade`,
    authorizeUrl: `${host}/etrade/authorize`,
    timeoutMs,
    callSpacingMs: 0,
    consumer,
    now,
  });
  const access = await letIn(connectionAt(exchange.url, USUAL_MS));
  const rewriteOf = (part: string, change: (body: string) => string): Rewrite => {
    return (body, path) => (path.includes(part) ? change(body) : body);
  };
  return {
    secrets: [consumer.secret, access.token.secret],
    connect({ keys = "issued", patience = "usual" } = {}) {
      const connection = connectionAt(url, patience === "short" ? SHORT_MS : USUAL_MS);
      const signed = keys === "wrong" ? { ...consumer, secret: "never-issued" } : consumer;
      return open({ ...connection, consumer: signed, access, pollMs: { working: 20, quiet: 20 } });
    },
    // Nothing is pushed: a broken line shows when the list of orders cannot be read.
    breakStream: async () => wire.breakCalls({ on: "read", fault: "hang-up-before" }),
    mendStream: wire.mendCalls,
    // It never says.
    bustUnnamed: bust,
    passIdleTime: () => moveTo(instant(now() + IDLE_MS)),
    passMidnight: () => moveTo(instant(dayBoundsOf(now()).ends + 60_000)),
    useStrangeStates: () =>
      wire.rewriteAnswers(
        rewriteOf("/orders", (body) => body.replaceAll('"status":"OPEN"', '"status":"PONDERED"')),
      ),
    showForeign() {
      const { rewrite, shown } = etradeForeignRows(now());
      wire.rewriteAnswers(rewrite);
      return shown;
    },
    showShareEvents: () => wire.rewriteAnswers(etradeShareEvents(now())),
    // There is one order on that venue then.
    garbleOrder: () =>
      wire.rewriteAnswers(
        rewriteOf("/orders", (body) =>
          body.replaceAll(/"orderedQuantity":\d+/g, '"orderedQuantity":"a dozen"'),
        ),
      ),
    showFractions: () =>
      wire.rewriteAnswers(
        rewriteOf("/portfolio", (body) => body.replaceAll(/"quantity":(\d+)/g, '"quantity":$1.5')),
      ),
    suspendAccount() {
      wire.answerInstead(MANNERS.refusal(SUSPENDED), "submit");
      wire.rewriteAnswers(
        rewriteOf("/accounts/list", (body) =>
          body.replaceAll('"accountStatus":"ACTIVE"', '"accountStatus":"CLOSED"'),
        ),
      );
    },
  };
}

/** The whole sign-in, the user's part on the venue's page included. */
async function letIn(connection: EtradeConnection): Promise<EtradeAccess> {
  const { authorizeUrl, token } = await requestToken(connection);
  const page = await fetch(authorizeUrl, {
    method: "POST",
    body: new URLSearchParams({ answer: "accept" }),
  });
  const verifier = /<output>([^<]+)<\/output>/.exec(await page.text())?.[1] ?? "";
  return {
    token: await accessToken(connection, { requestToken: token, verifier }),
    expiresAt: dayBoundsOf(instant(connection.now())).ends,
  };
}
