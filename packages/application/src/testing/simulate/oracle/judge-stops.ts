import type { Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import { readForeign } from "./foreign-reading.ts";
import type { OracleState } from "./oracle-state.ts";

/** How long a position may be without its stop, and how long after one that the broker refused. */
const WITHIN_MS = 60_000;
const GAP_MAX_MS = 3_000;
const AFTER_REFUSAL_MS = 21 * 60_000;

/** Every position that wants a stop at the broker has one for all its shares, soon enough. */
export function judgeStops(state: OracleState, at: number): void {
  // Nobody who lived, or who was sure of its books, was there in between.
  if (GAP_MAX_MS < at - state.stopsJudgedAt)
    for (const symbol of state.symbols.values()) symbol.bareSince = undefined;
  state.stopsJudgedAt = at;
  const { account, positions, settings } = state.rows;
  const isAsked =
    settings.stopAtBroker &&
    settings.automationEnabled &&
    settings.strategy.stopLossEnabled &&
    account.status === "active" &&
    (account.reductions ?? []).length === 0 &&
    !state.hasNewSettings(at);
  for (const [ticker, symbol] of state.symbols) {
    const position = positions.get(ticker);
    const isBare = isAsked && position !== undefined && wantsStop(state, ticker, position, at);
    if (!isBare) {
      symbol.bareSince = undefined;
      continue;
    }
    symbol.bareSince ??= at;
    if (at - symbol.bareSince < WITHIN_MS) continue;
    state.say(
      ticker,
      `has no stop at the broker for ${position.quantity} since ${symbol.bareSince}`,
    );
    symbol.bareSince = undefined;
  }
}

/** Whether nothing protects it, and nothing is in the way of a stop. */
function wantsStop(
  state: OracleState,
  ticker: Ticker,
  { costBasis, isManaged, quantity }: StoredPosition,
  at: number,
): boolean {
  if (
    !isManaged ||
    state.seen?.reconciled?.drift.some((drift) => drift.ticker === ticker) !== false
  )
    return false;
  // Nothing is ordered of what is sold short there by other means: no stop either.
  if (readForeign(state.rows.account.foreign).shorts.has(ticker)) return false;
  const { closedUntil, mark, stopRefusedAt = Number.NEGATIVE_INFINITY } = state.symbolOf(ticker);
  // An exit that is wanted and came to nothing is tried again first.
  if (at < closedUntil || at - stopRefusedAt < AFTER_REFUSAL_MS) return false;
  const { stopLossBps } = state.rows.settings.strategy;
  const left = BigInt(costBasis) * BigInt(10_000 - stopLossBps);
  // Of what cost nothing, or next to it, the rule's stop is no price.
  if (left < BigInt(quantity) * 10_000n) return false;
  if (mark === undefined || BigInt(mark) * BigInt(quantity) * 10_000n <= left) return false;
  const open = [...state.rows.open.values()].filter((order) => order.ticker === ticker);
  // What is being sent or taken back, or the order of somebody else, comes to its end first.
  if (!open.every(isAtRest)) return false;
  return open.reduce((sum, order) => sum + order.quantity - order.filled, 0) !== quantity;
}

const isAtRest = (order: Order): boolean =>
  isOwnStop(order) && (order.status === "working" || order.status === "partially-filled");
