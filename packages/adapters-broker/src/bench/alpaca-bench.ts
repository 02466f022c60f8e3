import type { VenueBench } from "@sevenfold/application/broker-kit/venue-bench";
import type { Broker } from "@sevenfold/application/ports/broker";
import type { AlpacaConnection } from "../alpaca/alpaca-http.ts";
import { alpacaForeignRows } from "./alpaca-foreign-rows.ts";
import type { Rewrite, WireManners } from "./faulty-wire.ts";
import { type BenchProtocol, protocolBench, SUSPENDED } from "./protocol-bench.ts";
import { alpacaShareEvents } from "./share-event-rows.ts";

/** The bench of any adapter that speaks Alpaca's protocol: it opens connections, all else is here. */
export const alpacaBench = (
  name: string,
  open: (connection: AlpacaConnection) => Broker,
): VenueBench => protocolBench(alpacaProtocol(name, open));

const MANNERS: WireManners = {
  callOf(method, path) {
    if (method === "POST" && path === "/v2/orders") return "submit";
    if (method === "DELETE" && path.startsWith("/v2/orders/")) return "cancel";
    return method === "GET" && path.startsWith("/v2/") ? "read" : undefined;
  },
  tooMany: { status: 429, body: '{"code":42910000,"message":"too many requests."}' },
  refusal: (message) => ({ status: 403, body: JSON.stringify({ code: 40310000, message }) }),
};

const alpacaProtocol = (
  name: string,
  open: (connection: AlpacaConnection) => Broker,
): BenchProtocol => ({
  name,
  capabilities: [
    "lost-answers",
    "wire-faults",
    "stream-breaks",
    "push-stream",
    "held-cancels",
    "late-fills",
    "own-clock",
    "single-fills",
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
    "suspended-accounts",
    "rate-limits",
    "activities",
    "share-events",
    "busts",
    "unnamed-busts",
  ],
  manners: MANNERS,
  async enter({ accountId, bust, exchange, keyId, now, secretKey, url, wire }) {
    const sockets = url.replace("http", "ws");
    return {
      secrets: [secretKey],
      connect: ({ keys = "issued", patience = "usual" } = {}) =>
        open({
          tradingUrl: url,
          tradingStreamUrl: `${sockets}/stream`,
          marketDataUrl: url,
          marketDataStreamUrl: `${sockets}/v2/iex`,
          keyId,
          secretKey: keys === "wrong" ? "never-issued" : secretKey,
          timeoutMs: patience === "short" ? SHORT_MS : USUAL_MS,
        }),
      useStrangeStates: () =>
        wire.rewriteAnswers((body, path) =>
          path.startsWith("/v2/orders")
            ? body.replaceAll(/"status":"(new|pending_new|accepted)"/g, '"status":"calculated"')
            : body,
        ),
      showForeign() {
        const { rewrite, shown } = alpacaForeignRows(now());
        wire.rewriteAnswers(rewrite);
        return shown;
      },
      bustUnnamed(clientKey) {
        wire.rewriteAnswers(withoutNames);
        return bust(clientKey);
      },
      showShareEvents: () => wire.rewriteAnswers(alpacaShareEvents(now())),
      garbleOrder(clientKey) {
        const order = exchange.venue.book.orderOfClient(accountId, clientKey);
        wire.rewriteAnswers((body) =>
          body.replaceAll(/\{[^{}]*\}/g, (row) =>
            order && row.includes(`"id":"${order.id}"`) ? garbled(row) : row,
          ),
        );
      },
      showFractions: () =>
        wire.rewriteAnswers((body, path) =>
          path === "/v2/positions" ? body.replaceAll(/"qty":"(\d+)"/g, '"qty":"$1.5"') : body,
        ),
      suspendAccount() {
        wire.answerInstead(MANNERS.refusal(SUSPENDED), "submit");
        wire.rewriteAnswers((body, path) =>
          path === "/v2/account"
            ? body.replace('"trading_blocked":false', '"trading_blocked":true')
            : body,
        );
      },
    };
  },
});

/** Of which execution a row tells, it says no more. */
const withoutNames: Rewrite = (body, path) =>
  path.startsWith("/v2/account/activities")
    ? body.replaceAll(/\{[^{}]*"trade_bust"[^{}]*\}/g, (row) =>
        row.replace(/"order_id":"[^"]*",/, "").replace(/"cum_qty":"[^"]*",/, ""),
      )
    : body;

/** One order's row, with a quantity that is no number. */
const garbled = (row: string): string => row.replace(/"qty":"[^"]*"/, '"qty":"a dozen"');

const USUAL_MS = 10_000;
const SHORT_MS = 2_000;
