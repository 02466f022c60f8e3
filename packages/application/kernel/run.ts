import { cash, endHolding, holdingPlaces, lastEquity, openAccount, valueDays } from "./account.ts";
import { tradeAlone } from "./alone.ts";
import { decideAt, openDecisions } from "./decide.ts";
import { deepest, drawdownOf } from "./drawdown.ts";
import { openExtremes } from "./extremes.ts";
import { buys, canceled, lost, openFills, sells, wins, won } from "./fills.ts";
import { count, days, openMarket, places, slots } from "./market.ts";
import { dueAt, fillAt, nextFill, openOrders, setDue, slotOf, unfilled } from "./orders.ts";
import { fillsAtClose, hasHalt, initialCash, readRule } from "./rule.ts";
import { firstOf, openSlot } from "./slot.ts";
import { seek } from "./trail.ts";
import { openWaits } from "./waits.ts";

/** `entryWaits` and `exitWaits` are the tables of waits.ts for the rule's two sides; 0 for none. */
export function openRule(rule: usize, entryWaits: usize, exitWaits: usize): void {
  readRule(rule);
  openWaits(entryWaits, exitWaits);
}

/**
 * Trades the rule that was opened last on the symbols of one account, from one cash. `scratch` tells
 * where the run may keep its own; equity at the end of each day is written to `curve`, the outcome as
 * f64 to `outcome`, in the order of OUTCOME in src/research/sweep/wasm-kernel.ts, and every fill to
 * `log` unless that is 0.
 */
export function run(market: usize, scratch: usize, outcome: usize, curve: usize, log: usize): void {
  openMarket(market);
  openFills(log);
  tradeAll(scratch, curve);
  tell(outcome);
}

/**
 * The same without fills, and without a curve where nothing asks for one; answers the deepest drawdown
 * at the ends of days. In `room` a curve may be drawn.
 */
export function summarize(market: usize, scratch: usize, outcome: usize, room: usize): f64 {
  openMarket(market);
  openFills(0);
  const curve: usize = 1 < slots || hasHalt ? room : 0;
  if (curve === 0) openExtremes(scratch, market);
  tradeAll(scratch, curve);
  tell(outcome);
  return curve === 0 ? deepest : drawdownOf(curve, f64(initialCash), days);
}

function tradeAll(scratch: usize, curve: usize): void {
  openOrders(
    load<usize>(scratch, 0),
    load<usize>(scratch, 4),
    load<usize>(scratch, 8),
    load<i32>(scratch, 12),
  );
  openDecisions(load<usize>(scratch, 16));
  openAccount(load<usize>(scratch, 20), load<usize>(scratch, 24), curve);
  for (let number = 0; number < slots; number++) openSlot(slotOf(number), number);
  if (slots === 1) tradeAlone(slotOf(0));
  else trade();
  valueDays(count);
  endHolding(places);
}

/** From instant to instant at which something is to do: openings first, then closes. */
function trade(): void {
  for (let number = 0; number < slots; number++)
    setDue(number, seek(slotOf(number), firstOf(slotOf(number))));
  for (let number = slots; (number & 3) !== 0; number++) setDue(number, count);
  for (;;) {
    const fills = nextFill();
    const n = min(fills, nextDue());
    if (count <= n) return;
    if (fills === n) fillAt(n);
    decideAt(n);
    if (fillsAtClose) fillAt(n);
  }
}

function nextDue(): i32 {
  let least = i32x4.splat(count);
  const end = dueAt + (usize(slots) << 2);
  for (let at = dueAt; at < end; at += 16) least = i32x4.min_s(least, v128.load(at));
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
  least = i32x4.min_s(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2));
  return i32x4.extract_lane(least, 0);
}

function tell(outcome: usize): void {
  store<f64>(outcome, f64(lastEquity()), 0);
  store<f64>(outcome, f64(cash), 8);
  store<f64>(outcome, f64(buys), 16);
  store<f64>(outcome, f64(sells), 24);
  store<f64>(outcome, f64(wins), 32);
  store<f64>(outcome, f64(won), 40);
  store<f64>(outcome, f64(lost), 48);
  store<f64>(outcome, f64(canceled), 56);
  store<f64>(outcome, f64(unfilled), 64);
  store<f64>(outcome, f64(holdingPlaces), 72);
}
