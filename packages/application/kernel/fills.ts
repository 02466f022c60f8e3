import { book, cash, haltsAt, valueDays } from "./account.ts";
import { CLOSE, closesAt, dayOf, OPEN, opensAt, wordAt } from "./market.ts";
import {
  coolDownMs,
  divideUp,
  feeMin,
  fillsAtClose,
  halfSpread,
  hasCommission,
  hasHalt,
  ONE,
  ofValue,
  PRICE_MAX,
  perOrder,
  perShare,
  slippageBps,
  TRAIL_DROP,
} from "./rule.ts";
import { anchor, COLUMNS, COOL_UNTIL, FEES, HELD, PAID } from "./slot.ts";

/** What fills came to. */
export let buys: i32 = 0;
export let sells: i32 = 0;
export let wins: i32 = 0;
export let won: i64 = 0;
export let lost: i64 = 0;
export let canceled: i32 = 0;

/** A record of every fill; 0 for none. */
export let log: usize = 0;
/** Of a fill: slot, instant, reason, shares, price, and the fee and what was realized as f64. */
const LOG_BYTES: usize = 40;
const MILLION: i64 = 1_000_000;

export function openFills(logAt: usize): void {
  log = logAt;
  buys = 0;
  sells = 0;
  wins = 0;
  won = 0;
  lost = 0;
  canceled = 0;
}

/**
 * Fills a symbol's order with what comes at an instant, or at its close. False when the cash is too
 * short for it, fee included, and the order is canceled.
 */
export function fillOrder(slot: usize, number: i32, n: i32, reason: i32, quantity: i32): bool {
  const isBuy = reason === TRAIL_DROP;
  const price = slipped(wordAt(offersOf(load<usize>(slot, COLUMNS)), n), isBuy);
  const notional = i64(price) * i64(quantity);
  const fee = hasCommission ? feeOf(i64(quantity), notional) : 0;
  if (0 < coolDownMs) coolDown(slot, fillsAtClose ? closesAt(n) : opensAt(n));
  if (isBuy && cash < notional + fee) {
    canceled++;
    return false;
  }
  valueDays(n);
  // What the fill changes must not count for closes before it.
  if (hasHalt) {
    if (fillsAtClose) haltsAt(n);
    else if (dayOf(n - 1) === dayOf(n)) haltsAt(n - 1);
  }
  const realized = isBuy ? bought(slot, quantity, price, fee) : sold(slot, quantity, price, fee);
  book(number, isBuy ? quantity : -quantity, (isBuy ? -notional : notional) - fee, n);
  anchor(slot, price);
  if (log !== 0) note(number, n, reason, quantity, price, fee, realized);
  return true;
}

function offersOf(columns: usize): usize {
  return fillsAtClose ? load<usize>(columns, CLOSE) : load<usize>(columns, OPEN);
}

/** The later end counts. */
function coolDown(slot: usize, at: f64): void {
  const until = at + coolDownMs;
  if (load<f64>(slot, COOL_UNTIL) < until) store<f64>(slot, until, COOL_UNTIL);
}

function bought(slot: usize, quantity: i32, price: i32, fee: i64): i64 {
  store<i32>(slot, quantity, HELD);
  store<i32>(slot, price, PAID);
  store<i64>(slot, fee, FEES);
  buys++;
  return 0;
}

function sold(slot: usize, quantity: i32, price: i32, fee: i64): i64 {
  const held = load<i32>(slot, HELD);
  store<i32>(slot, held - quantity, HELD);
  const realized = i64(price - load<i32>(slot, PAID)) * i64(quantity);
  noteSale(hasCommission ? realized - fee - entryFeeOf(slot, quantity, held) : realized);
  return realized;
}

/** The part of the entry's fee that a sale takes over, half-even as `netOf` of src/research/backtest/fill-order.ts. */
function entryFeeOf(slot: usize, quantity: i32, held: i32): i64 {
  const fees = load<i64>(slot, FEES);
  const product = fees * i64(quantity);
  const down = product / i64(held);
  const twice = 2 * (product - down * i64(held));
  const isUp = i64(held) < twice || (twice === i64(held) && (down & 1) === 1);
  const part = isUp ? down + 1 : down;
  store<i64>(slot, fees - part, FEES);
  return part;
}

/** Buys and the sales of all of them: their number, how many won, and what was won and lost after fees. */
export function noteRoundTrips(trips: i32, winning: i32, gains: i64, losses: i64): void {
  buys += trips;
  sells += trips;
  wins += winning;
  won += gains;
  lost += losses;
}

/** `net`: after fees. */
function noteSale(net: i64): void {
  // Nobody can tell a win beforehand, not even a branch predictor.
  const loss = net & (net >> 63);
  sells++;
  wins += i32(net > 0);
  won += net - loss;
  lost -= loss;
}

/** As `slippedPrice` of src/research/backtest/costs.ts, without the impact. */
export function slipped(price: i32, isBuy: bool): i32 {
  if ((slippageBps | halfSpread) === 0) return price;
  const worse = divideUp(i64(price) * slippageBps, ONE) + halfSpread;
  const paid = isBuy ? i64(price) + worse : i64(price) - worse;
  return i32(min<i64>(max<i64>(1, paid), PRICE_MAX));
}

/** As `commissionOf` there. */
export function feeOf(quantity: i64, notional: i64): i64 {
  const parts = divideUp(quantity * perShare, 100) + divideUp(notional * ofValue, MILLION);
  return max<i64>(feeMin, perOrder + parts);
}

function note(
  number: i32,
  n: i32,
  reason: i32,
  quantity: i32,
  price: i32,
  fee: i64,
  realized: i64,
): void {
  store<i32>(log, number, 0);
  store<i32>(log, n, 4);
  store<i32>(log, reason, 8);
  store<i32>(log, quantity, 12);
  store<i32>(log, price, 16);
  store<f64>(log, f64(fee), 24);
  store<f64>(log, f64(realized), 32);
  log += LOG_BYTES;
}
