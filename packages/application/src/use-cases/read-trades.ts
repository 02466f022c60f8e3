import type { Ticker } from "@sevenfold/domain/market";
import type { OrderOrigin } from "@sevenfold/domain/order";
import {
  explainReason,
  explainReasonBriefly,
  REASON_CODES,
  type ReasonCode,
} from "@sevenfold/domain/reason";
import { ok, type Result } from "@sevenfold/domain/result";

import type { BookedFill, Decision, Tables } from "../ports/storage.ts";
import { type AccountNotFound, selectedAccount } from "./selected-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A booked fill with who wanted it and, of the worker's, why in a sentence. */
export interface Trade {
  readonly fill: BookedFill;
  readonly origin: OrderOrigin;
  readonly explanation: string | undefined;
}

/** Decisions looked through for those behind the fills: some orders never fill. */
const DECISIONS_PER_FILL = 3;

/** Newest first. */
export const readTrades =
  ({ storage }: Pick<TradingNeeds, "storage">) =>
  async (userId: string, limit: number): Promise<Result<readonly Trade[], AccountNotFound>> => {
    const selected = await selectedAccount(storage.read, userId);
    return selected.ok ? ok(await tradesOf(storage.read, selected.value.id, limit)) : selected;
  };

export async function tradesOf(
  tables: Tables,
  accountId: string,
  limit: number,
): Promise<readonly Trade[]> {
  const fills = await tables.fills.latest(accountId, limit);
  const [origins, taken] = await Promise.all([
    originsOf(tables, accountId, fills),
    fills.some(({ reason }) => reason !== undefined)
      ? tables.decisions.taken(accountId, DECISIONS_PER_FILL * fills.length)
      : [],
  ]);
  return fills.map((fill) => ({
    fill,
    origin: fill.reason === undefined ? (origins.get(fill.clientKey) ?? "external") : "automated",
    explanation: explanationOf(fill, taken),
  }));
}

/** Who wanted the fills that carry no reason. */
async function originsOf(
  tables: Tables,
  accountId: string,
  fills: readonly BookedFill[],
): Promise<ReadonlyMap<string, OrderOrigin>> {
  const keys = new Set(
    fills.filter(({ reason }) => reason === undefined).map(({ clientKey }) => clientKey),
  );
  if (keys.size === 0) return new Map();
  const orders = await tables.orders.byKeys(accountId, [...keys]);
  return new Map(orders.map(({ clientKey, origin }) => [clientKey, origin] as const));
}

/** The decision behind a fill is the latest of its symbol and reason before it. */
function explanationOf(fill: BookedFill, taken: readonly Decision[]): string | undefined {
  const { reason } = fill;
  if (!isReason(reason)) return undefined;
  const behind = taken.find(
    (decision) =>
      decision.ticker === (fill.ticker satisfies Ticker) &&
      decision.reason === reason &&
      decision.at <= fill.at,
  );
  const { price, reference, trigger } = behind ?? {};
  return price && reference && trigger
    ? explainReason({ reason, price, reference, trigger })
    : explainReasonBriefly(reason);
}

const isReason = (code: string | undefined): code is ReasonCode =>
  REASON_CODES.some((known) => known === code);
