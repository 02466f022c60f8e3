import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY } from "@sevenfold/domain/money";

import type { Execution } from "../ports/broker.ts";
import { shareCount } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueEntry } from "./venue-journal.ts";

/** Executions an account made before it was opened here. */
export interface VenueHistory {
  readonly accountId: string;
  readonly cash: Money;
  readonly openedAt: Instant;
  readonly executions: readonly Execution[];
}

/**
 * The entries that make executions stand in the book, as if each order had been sent at its first
 * execution. Throws on a history that cannot be: out of order, of unlisted symbols, with fees, of
 * orders that change their side or symbol, or that spends cash or sells shares the account did not have.
 */
export function historyEntries(
  history: VenueHistory,
  market: SimulatedMarket,
): readonly VenueEntry[] {
  checkHistory(history, market);
  const entries: VenueEntry[] = [];
  const quantities = quantitiesOf(history.executions);
  const seen = new Set<string>();
  let latestMicros = 0;
  for (const execution of history.executions) {
    const { at, brokerOrderId, executionId, quantity, price } = execution;
    if (!seen.has(brokerOrderId)) {
      seen.add(brokerOrderId);
      latestMicros = Math.max(at * 1_000, latestMicros + 1);
      entries.push(
        submissionOf(history.accountId, execution, {
          quantity: quantities.get(brokerOrderId) ?? 0,
          submittedMicros: latestMicros,
        }),
      );
    }
    entries.push({
      type: "order-filled",
      at,
      orderId: brokerOrderId,
      executionId,
      quantity,
      price,
    });
  }
  return entries;
}

/** What each order filled in all: an order may have several executions. */
function quantitiesOf(executions: readonly Execution[]): ReadonlyMap<string, number> {
  const quantities = new Map<string, number>();
  for (const { brokerOrderId, quantity } of executions)
    quantities.set(brokerOrderId, (quantities.get(brokerOrderId) ?? 0) + quantity);
  return quantities;
}

function submissionOf(
  accountId: string,
  { at, brokerOrderId, clientKey, ticker, side, price }: Execution,
  { quantity, submittedMicros }: { readonly quantity: number; readonly submittedMicros: number },
): VenueEntry {
  return {
    type: "order-submitted",
    at,
    order: {
      id: brokerOrderId,
      accountId,
      clientOrderId: clientKey ?? brokerOrderId,
      ticker,
      side,
      quantity: shareCount(quantity),
      timeInForce: "day",
      extendedHours: false,
      status: "pending",
      submittedMicros,
      reservedEach: price,
      filled: shareCount(0),
      filledNotional: NO_MONEY,
      fills: 0,
      updatedAt: at,
    },
  };
}

function checkHistory({ cash, openedAt, executions }: VenueHistory, market: SimulatedMarket): void {
  const held = new Map<string, number>();
  const ordered = new Map<string, string>();
  let left: number = cash;
  let latest = openedAt;
  for (const execution of executions) {
    const { ticker, side, quantity, price, fee, at, brokerOrderId, executionId } = execution;
    const order = `${side} ${ticker}`;
    const isOfOrder = (ordered.get(brokerOrderId) ?? order) === order;
    invariant(isOfOrder, `execution ${executionId} is of another side or symbol than its order`);
    ordered.set(brokerOrderId, order);
    invariant(market.has(ticker), `${ticker} is not listed here`);
    invariant(latest <= at, `execution ${executionId} is out of order`);
    invariant(fee === NO_MONEY, `execution ${executionId} has a fee; this venue takes none`);
    const signed = side === "buy" ? quantity : -quantity;
    left = money(left - signed * price);
    const after = (held.get(ticker) ?? 0) + signed;
    invariant(0 <= left, `execution ${executionId} spends more cash than there is`);
    invariant(0 <= after, `execution ${executionId} sells more ${ticker} than is held`);
    held.set(ticker, after);
    latest = at;
  }
}
