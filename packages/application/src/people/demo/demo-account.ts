import { invariant } from "@sevenfold/domain/invariant";
import type { Ticker } from "@sevenfold/domain/market";
import { type Bps, type Money, money, NO_MONEY } from "@sevenfold/domain/money";
import { applyFill, FLAT, type Position } from "@sevenfold/domain/position";
import {
  RISK_DEFAULTS,
  type RiskLimits,
  STRATEGY_DEFAULTS,
  type Strategy,
} from "@sevenfold/domain/strategy";
import type { Execution } from "../../ports/broker.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { DemoHistory } from "./demo-history.ts";

export const DEMO_SESSIONS = 30;
/** The 4% rule, as the product's name for it goes; everything else as a new account has it. */
export const DEMO_STRATEGY: Strategy = {
  ...STRATEGY_DEFAULTS,
  buyDropBps: 400 as Bps,
  buyDropMaxBps: 500 as Bps,
  sellRiseBps: 400 as Bps,
  takeProfitBps: 400 as Bps,
};
export const DEMO_LIMITS: RiskLimits = RISK_DEFAULTS;

/** The settings of a new demo account are its first. */
export const DEMO_SETTINGS_VERSION = 1;

/** A history told twice, to the venue and to our ledger, under the same names. */
export interface DemoBooks {
  readonly executions: readonly Execution[];
  readonly fills: readonly BookedFill[];
  /** What each fill was decided on, as the worker's journal keeps it. */
  readonly decisions: readonly Decision[];
  readonly positions: readonly StoredPosition[];
  readonly cash: Money;
}

/**
 * One visitor's copy of a history. `keyOf` derives an order key from a cause; the same history for
 * another account has other keys.
 */
export function demoBooks(
  history: DemoHistory,
  accountId: string,
  keyOf: (cause: string) => string,
): DemoBooks {
  const held = new Map<Ticker, Position>();
  const executions: Execution[] = [];
  const fills: BookedFill[] = [];
  const decisions: Decision[] = [];
  let cash = history.cash as number;
  history.trades.forEach((trade, index) => {
    const { ticker, side, quantity, price, fee, at } = trade;
    const after = applyFill(held.get(ticker) ?? FLAT, trade);
    invariant(after.ok, `the history of ${ticker} sells what it holds`);
    held.set(ticker, after.value.position);
    cash += (side === "buy" ? -1 : 1) * price * quantity - fee;
    const clientKey = keyOf(`demo|${accountId}|${index}`);
    // Each order is one execution, named as the venue's protocol names it: order and filled so far.
    const executionId = `${clientKey}:${quantity}`;
    const common = { executionId, clientKey, ticker, side, quantity, price, fee, at };
    executions.push({ ...common, brokerOrderId: clientKey });
    fills.push({
      ...common,
      accountId,
      realized: money(trade.realized - fee),
      reason: trade.reason,
    });
    decisions.push({
      accountId,
      ticker,
      at: trade.decidedAt,
      verdict: side === "buy" ? "entered" : "left",
      reason: trade.reason,
      price: trade.decisionPrice,
      reference: trade.reference,
      trigger: trade.trigger,
      settingsVersion: DEMO_SETTINGS_VERSION,
    });
  });
  const positions = [...held].flatMap(([ticker, { shares, costBasis }]): StoredPosition[] =>
    shares === 0
      ? []
      : [
          {
            accountId,
            ticker,
            quantity: shares,
            costBasis,
            isManaged: true,
            updatedAt: history.endsAt,
          },
        ],
  );
  return { executions, fills, decisions, positions, cash: cash === 0 ? NO_MONEY : money(cash) };
}
