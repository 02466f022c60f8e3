import { ROWS_MAX } from "@sevenfold/application/ports/storage";
import { readTrades } from "@sevenfold/application/use-cases/read-trades";
import { selectedAccount } from "@sevenfold/application/use-cases/selected-account";

import type { TextLine } from "@sevenfold/contract/endpoint";
import { downloadOrders, downloadTrades } from "@sevenfold/contract/text-lines";

import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { RequestRefused } from "../problem.ts";
import type { ApiRouter } from "../serve.ts";
import { refuseTokens, requireScope } from "../tokens/bearer-token.ts";
import { csvOf } from "./csv.ts";
import { presentOrder, presentTrade } from "./present-order.ts";

export const CSV_PATHS = [downloadTrades.path, downloadOrders.path] as const;

// prettier-ignore
const TRADE_HEADINGS = [
  "time",
  "symbol",
  "side",
  "shares",
  "price",
  "total",
  "fees",
  "realized",
  "by",
  "reason",
  "id",
];
// prettier-ignore
const ORDER_HEADINGS = [
  "time",
  "symbol",
  "side",
  "type",
  "quantity",
  "filled",
  "limit",
  "average",
  "status",
  "by",
  "message",
  "key",
];

/** The newest trades and orders as files, at most five hundred lines each. Times in UTC. */
export function serveCsv(router: ApiRouter, needs: HttpNeeds): void {
  router.get(downloadTrades.path, async (routed) => {
    const ctx = routed as unknown as HttpContext;
    const trades = await readTrades(needs)(userOf(ctx, downloadTrades).id, ROWS_MAX);
    if (!trades.ok) throw new RequestRefused(trades.refusal);
    const rows = trades.value
      .map(presentTrade)
      .map((trade) => [
        trade.ts,
        trade.ticker,
        trade.side,
        trade.shares,
        trade.price,
        trade.total,
        trade.fees,
        trade.realizedPL,
        trade.origin,
        trade.reason,
        trade.id,
      ]);
    send(ctx, "sevenfold-trades.csv", csvOf(TRADE_HEADINGS, rows));
  });
  router.get(downloadOrders.path, async (routed) => {
    const ctx = routed as unknown as HttpContext;
    const account = await selectedAccount(needs.storage.read, userOf(ctx, downloadOrders).id);
    if (!account.ok) throw new RequestRefused(account.refusal);
    const orders = await needs.storage.read.orders.latest(account.value.id, ROWS_MAX);
    const rows = orders
      .map(presentOrder)
      .map((order) => [
        order.createdAt,
        order.ticker,
        order.side,
        order.orderType,
        order.quantity,
        order.filled,
        order.limitPrice,
        order.averagePrice,
        order.status,
        order.origin,
        order.message,
        order.clientKey,
      ]);
    send(ctx, "sevenfold-orders.csv", csvOf(ORDER_HEADINGS, rows));
  });
}

function userOf(ctx: HttpContext, line: TextLine) {
  const { user } = ctx.state;
  if (!user) throw new RequestRefused({ kind: "signed-out" });
  refuseTokens(ctx, line);
  requireScope(ctx, line, {});
  return user;
}

function send(ctx: HttpContext, name: string, text: string): void {
  ctx.set({
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
  ctx.body = text;
}
