import type { Instant } from "@sevenfold/domain/market";
import { type Money, mulDivHalfEven, type Price, type Quantity } from "@sevenfold/domain/money";
import { reasonOf, STOP_LOSS, TAKE_PROFIT, TRAIL_DROP, TRAIL_RISE } from "@sevenfold/domain/reason";
import { stopAtOf, targetAtOf } from "@sevenfold/domain/trigger";
import { flushDays, noteFillDay } from "./kernel-days.ts";
import { seekEntry } from "./kernel-entry.ts";
import type { KernelOutcome, KernelRecord } from "./kernel-outcome.ts";
import type { KernelRule } from "./kernel-rule.ts";
import { scanExit } from "./kernel-scan.ts";
import { type KernelSymbol, type KernelWalk, walkFrom } from "./kernel-walk.ts";

/**
 * Trades one configuration on one symbol and an account of its own: what the full engine does, by
 * way of the prices that decide only. Between two fills an account waits for one price; where that
 * is, is found by scanning, and everything else is worked out when it is asked for.
 */
export function runKernel(
  symbol: KernelSymbol,
  rule: KernelRule,
  record: KernelRecord = {},
): KernelOutcome {
  const walk = walkFrom(symbol, rule, record);
  while (walk.next < symbol.bars.count) {
    const decided = walk.held === 0 ? seekEntry(walk) : seekExit(walk);
    if (decided === symbol.bars.count) break;
    if (!fill(walk, decided)) break;
  }
  return outcomeOf(walk);
}

/** The close that decides to sell, or their count. Leaves the reason and the quantity in the walk. */
function seekExit(walk: KernelWalk): number {
  const { rule, held, costBasis } = walk;
  const { count, close, closesAt } = walk.symbol.bars;
  const stopAt = rule.hasStop ? stopAtOf(costBasis, held, rule.stopLossBps) : 0;
  const targetAt = rule.hasTarget ? targetAtOf(costBasis, held, rule.takeProfitBps) : NEVER;
  const riseBps = rule.hasTrail ? rule.sellRiseBps : NEVER;
  let k = walk.next;
  for (; k < count && closesAt[k]! < walk.coolDownUntil; k++) {
    const price = close[k]!;
    if (price < walk.low) walk.low = price;
    if (price <= stopAt) break;
  }
  if (k === count) return count;
  if (walk.coolDownUntil <= closesAt[k]!)
    k = scanExit(walk.symbol, k, walk.low, { stopAt, targetAt, riseBps });
  if (k === count) return count;
  const price = close[k]!;
  walk.reason = price <= stopAt ? STOP_LOSS : targetAt <= price ? TAKE_PROFIT : TRAIL_RISE;
  walk.quantity = walk.reason === STOP_LOSS ? held : Math.min(rule.sharesToSell, held);
  return k;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Fills what the close decided, or cancels it; false where no opening follows. */
function fill(walk: KernelWalk, decided: number): boolean {
  const { rule, quantity } = walk;
  const { bars } = walk.symbol;
  const isOpen = !rule.fillsAtClose;
  if (isOpen && bars.fillPlace[decided]! < 0) {
    walk.unfilled = 1;
    return false;
  }
  const price = isOpen ? bars.fillPrice[decided]! : bars.close[decided]!;
  const at = isOpen ? bars.fillsAt[decided]! : bars.closesAt[decided]!;
  const place = isOpen ? bars.fillPlace[decided]! : bars.place[decided]!;
  noteFillDay(walk, bars.day[isOpen ? decided + 1 : decided]!, decided);
  flushDays(walk, decided);
  walk.next = decided + 1;
  walk.coolDownUntil = Math.max(walk.coolDownUntil, at + rule.coolDownMs);
  if (walk.reason !== TRAIL_DROP) sell(walk, price, place);
  else if (isOpen && walk.cash < price * quantity) {
    walk.canceled++;
    return true;
  } else buy(walk, price, place);
  walk.high = price;
  walk.low = price;
  walk.sessionsBelow = 0;
  walk.record.trades?.push({
    side: walk.reason === TRAIL_DROP ? "buy" : "sell",
    quantity: quantity as Quantity,
    price: price as Price,
    at: at as Instant,
    reason: reasonOf(walk.reason)!,
    realized: walk.realized as Money,
  });
  return true;
}

function buy(walk: KernelWalk, price: number, place: number): void {
  const cost = price * walk.quantity;
  walk.cash -= cost;
  walk.costBasis = cost;
  walk.held = walk.quantity;
  walk.heldFrom = place;
  walk.realized = 0;
  walk.buys++;
}

function sell(walk: KernelWalk, price: number, place: number): void {
  const { held, quantity, costBasis } = walk;
  const removed = quantity === held ? costBasis : mulDivHalfEven(costBasis, quantity, held);
  const realized = price * quantity - removed;
  walk.cash += price * quantity;
  walk.costBasis -= removed;
  walk.held -= quantity;
  walk.realized = realized;
  walk.sells++;
  if (0 < realized) {
    walk.wins++;
    walk.won += realized;
  } else walk.lost -= realized;
  if (walk.held === 0) walk.closesHolding += place - walk.heldFrom;
}

function outcomeOf(walk: KernelWalk): KernelOutcome {
  const { bars } = walk.symbol;
  flushDays(walk, bars.count - 1);
  return {
    finalEquity: walk.cash + walk.held * bars.finalPrice,
    cash: walk.cash,
    held: walk.held,
    costBasis: walk.costBasis,
    buys: walk.buys,
    sells: walk.sells,
    wins: walk.wins,
    won: walk.won,
    lost: walk.lost,
    canceled: walk.canceled,
    unfilled: walk.unfilled,
    closesHolding: walk.closesHolding + (walk.held === 0 ? 0 : bars.places - walk.heldFrom),
    maxDrawdown: walk.maxDrawdown,
  };
}
