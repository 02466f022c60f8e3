import { instant, type Ticker } from "@sevenfold/domain/market";
import type { Order, OrderOrigin } from "@sevenfold/domain/order";
import {
  explainReason,
  explainReasonBriefly,
  REASON_CODES,
  type ReasonCode,
} from "@sevenfold/domain/reason";
import { ok, type Result } from "@sevenfold/domain/result";
import type { Decision } from "../ports/stores/decision-store.ts";
import type { BookedFill } from "../ports/stores/fill-store.ts";
import type { HistoryPage, SidedHistoryWish } from "../ports/stores/history.ts";
import type { Readers } from "../ports/stores/readers.ts";
import { type AccountNotFound, selectedAccount } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { DECISION_AGE_MAX_MS } from "../trading/orders/check-order.ts";

/** A booked fill with who wanted it and, of the worker's, why in a sentence. */
export interface Trade {
  readonly fill: BookedFill;
  readonly origin: OrderOrigin;
  readonly explanation: string | undefined;
}

/** Decisions looked through for those behind the fills: some orders never fill. */
const DECISIONS_PER_FILL = 3;

/** The verdicts that became orders. */
const TAKEN = ["entered", "left"] as const;

/** Newest first. */
export const readTrades =
  ({ storage }: Pick<TradingNeeds, "storage">) =>
  async (userId: string, limit: number): Promise<Result<readonly Trade[], AccountNotFound>> => {
    const selected = await selectedAccount(storage.read, userId);
    return selected.ok ? ok(await tradesOf(storage.read, selected.value.id, limit)) : selected;
  };

export async function tradesOf(
  tables: Readers,
  accountId: string,
  limit: number,
): Promise<readonly Trade[]> {
  const fills = await tables.fills.latest(accountId, limit);
  const [orders, taken] = await Promise.all([
    ordersOf(tables, accountId, fills),
    areExplained(fills) ? tables.decisions.taken(accountId, DECISIONS_PER_FILL * fills.length) : [],
  ]);
  return explained(fills, orders, taken);
}

/** One page of an account's whole history of trades. */
export async function tradePageOf(
  tables: Readers,
  accountId: string,
  wish: SidedHistoryWish,
): Promise<HistoryPage<Trade>> {
  const { rows: fills, ...rest } = await tables.fills.page(accountId, wish);
  const orders = await ordersOf(tables, accountId, fills);
  const decidedUntil = fills.map((fill) => orders.get(fill.clientKey)?.createdAt ?? fill.at);
  const { rows: taken } = areExplained(fills)
    ? await tables.decisions.page(accountId, {
        limit: DECISIONS_PER_FILL * fills.length,
        verdicts: TAKEN,
        ...(wish.ticker === undefined ? {} : { ticker: wish.ticker }),
        to: instant(Math.max(...decidedUntil) + 1),
      })
    : NOTHING_TAKEN;
  return { ...rest, rows: explained(fills, orders, taken) };
}

const NOTHING_TAKEN: { readonly rows: readonly Decision[] } = { rows: [] };

const areExplained = (fills: readonly BookedFill[]): boolean =>
  fills.some(({ reason }) => reason !== undefined);

/** The orders behind the fills, by their keys. A demo's past has none. */
async function ordersOf(
  tables: Readers,
  accountId: string,
  fills: readonly BookedFill[],
): Promise<ReadonlyMap<string, Order>> {
  if (fills.length === 0) return new Map();
  const keys = new Set(fills.map(({ clientKey }) => clientKey));
  const orders = await tables.orders.byKeys(accountId, [...keys]);
  return new Map(orders.map((order) => [order.clientKey, order] as const));
}

const explained = (
  fills: readonly BookedFill[],
  orders: ReadonlyMap<string, Order>,
  taken: readonly Decision[],
): readonly Trade[] =>
  fills.map((fill) => {
    const order = orders.get(fill.clientKey);
    return {
      fill,
      origin: fill.reason === undefined ? (order?.origin ?? "external") : "automated",
      explanation: explanationOf(fill, order, taken),
    };
  });

function explanationOf(
  fill: BookedFill,
  order: Order | undefined,
  taken: readonly Decision[],
): string | undefined {
  const { reason } = fill;
  if (!isReason(reason)) return undefined;
  const { price, reference, trigger } = decisionBehind(fill, order, taken) ?? {};
  return price && reference && trigger
    ? explainReason({ reason, price, reference, trigger })
    : explainReasonBriefly(reason);
}

/**
 * The latest decision of the fill's symbol and reason that its order can have come of: an order is
 * written soon after, or never. The journal is written a while later, and the venue has a clock of its
 * own: until then, and by the fill's time, one of before would be taken for it.
 */
function decisionBehind(
  { at, reason, ticker }: BookedFill,
  order: Order | undefined,
  taken: readonly Decision[],
): Decision | undefined {
  const until = order?.createdAt ?? at;
  const from = order === undefined ? 0 : order.createdAt - DECISION_AGE_MAX_MS;
  return taken.find(
    (decision) =>
      decision.ticker === (ticker satisfies Ticker) &&
      decision.reason === reason &&
      from <= decision.at &&
      decision.at <= until,
  );
}

const isReason = (code: string | undefined): code is ReasonCode =>
  REASON_CODES.some((known) => known === code);
