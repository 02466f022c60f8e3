import { orderBegan } from "@sevenfold/domain/book-orders";
import { type Intent, type PriceBatch, referenceOf, triggerOf } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { NO_MONEY, type Price, type Quantity } from "@sevenfold/domain/money";
import { reasonOf, STOP_LOSS, TAKE_PROFIT } from "@sevenfold/domain/reason";
import { type BacktestRun, barAt } from "./backtest-run.ts";
import { tradesThrough } from "./bar-columns.ts";
import { enterDay } from "./day-roll.ts";
import { fillOrder, roomIn } from "./fill-order.ts";
import { cancelOrder, sendOrder } from "./order-at-work.ts";
import { leaveLine, waitForOpening } from "./order-line.ts";

/** A resting order the bar reached: when and at what price it fills, and how much of it. */
interface Reached {
  readonly reason: number;
  readonly at: Instant;
  readonly price: Price;
  readonly quantity: Quantity;
}

/**
 * Fills the stops and targets that bars closing now have reached. Which extreme came first a bar
 * does not say, so a bar that reached both stopped. docs/backtesting.md#resting-exits
 */
export function fillRestingExits(run: BacktestRun, batch: PriceBatch, day: number): void {
  if (run.holdings === 0) return;
  for (let row = 0; row < batch.count; row += 1) {
    const slot = batch.slots[row]!;
    if (run.book.held[slot] === 0) continue;
    const bar = barAt(run, slot, batch.at);
    if (!tradesThrough(run.columns[slot]!, bar)) continue;
    const reached = stopReached(run, slot, bar) ?? targetReached(run, slot, bar);
    if (reached === undefined) continue;
    enterDay(run, day);
    leave(run, slot, bar, reached);
  }
}

/** A stop sells all at its price or, when the bar opened below it, at that open. */
function stopReached(run: BacktestRun, slot: number, bar: number): Reached | undefined {
  if (run.settings.resting === "target") return undefined;
  const { open, low, opensAt, closesAt } = run.columns[slot]!;
  const stopAt = run.book.stopAt[slot]!;
  if (stopAt < low![bar]!) return undefined;
  const isGap = open[bar]! <= stopAt;
  return {
    reason: STOP_LOSS,
    at: (isGap ? opensAt : closesAt)[bar] as Instant,
    price: Math.max(1, Math.min(open[bar]!, stopAt)) as Price,
    quantity: run.book.held[slot] as Quantity,
  };
}

/** A target is a limit: it fills at its price or better, and rests while no cool-down runs. */
function targetReached(run: BacktestRun, slot: number, bar: number): Reached | undefined {
  if (run.settings.resting === "stop") return undefined;
  const { book } = run;
  const { open, high, opensAt, closesAt } = run.columns[slot]!;
  const targetAt = book.targetAt[slot]!;
  const isResting = book.orderWorking[slot] === 0 && book.coolDownUntil[slot]! <= opensAt[bar]!;
  if (!isResting || high![bar]! < targetAt) return undefined;
  const wanted = Math.min(book.strategy.sharesToSell, book.held[slot]!);
  const quantity = Math.min(wanted, roomIn(run, slot, bar)) as Quantity;
  if (quantity === 0) return undefined;
  const isGap = targetAt <= open[bar]!;
  return {
    reason: TAKE_PROFIT,
    at: (isGap ? opensAt : closesAt)[bar] as Instant,
    price: Math.max(open[bar]!, targetAt) as Price,
    quantity,
  };
}

function leave(run: BacktestRun, slot: number, bar: number, reached: Reached): void {
  const { at, price, reason } = reached;
  const waiting = leaveLine(run, slot);
  if (waiting !== undefined) cancelOrder(run, waiting, at, { kind: "stop-reached" });
  const work = sendOrder(run, intentOf(run, slot, reached));
  const isOpen = fillOrder(run, work, { at, bar, price, isLimit: reason === TAKE_PROFIT });
  // The volume limit left some of a stop: it is a market order now.
  if (isOpen) waitForOpening(run, work, bar + 1);
}

function intentOf({ book }: BacktestRun, slot: number, reached: Reached): Intent {
  const { reason, quantity, at } = reached;
  const trigger = triggerOf(book, slot, reason);
  const decided = { price: trigger, reference: referenceOf(book, slot, reason), trigger };
  orderBegan(book, slot, { reason, quantity, reservedCash: NO_MONEY, decided });
  return {
    ticker: book.tickers[slot]!,
    slot,
    side: "sell",
    quantity,
    reason: reasonOf(reason)!,
    at,
    ...decided,
    reservedCash: NO_MONEY,
  };
}
