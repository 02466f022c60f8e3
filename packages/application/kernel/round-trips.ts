import { bookRoundTrips, cash, valueRoundTrip } from "./account.ts";
import { feeOf, noteRoundTrips, slipped } from "./fills.ts";
import { CLOSE, count, dayOf, OPEN, placeOf, wordAt } from "./market.ts";
import { hasCommission, reserve, sharesToBuy } from "./rule.ts";
import { anchor, COLUMNS, HELD, PAID } from "./slot.ts";
import { seek } from "./trail.ts";
import { entryWaits, exitWaits, remember, waitAt } from "./waits.ts";

/**
 * Trades whole round trips from a close at which a flat account that trades alone may enter, for as
 * long as the cash leaves each as many shares as the rule asks for. Answers the instant of the last
 * sale, at which the trail begins anew; below 0 where there was none.
 * A round trip is booked when its sale is known to fill: of what comes between nothing is done.
 * Of a symbol alone no bar is missing, because the instants are its own.
 */
export function tradeRoundTrips(slot: usize, enters: i32): i32 {
  const columns = load<usize>(slot, COLUMNS);
  const open = load<usize>(columns, OPEN);
  const close = load<usize>(columns, CLOSE);
  const exits = exitWaits();
  const entries = entryWaits();
  let money = cash;
  let trips = 0;
  let wins = 0;
  let gains: i64 = 0;
  let losses: i64 = 0;
  let places = 0;
  let soldAt = -1;
  let n = enters;
  while (n + 1 < count) {
    const bought = n + 1;
    const cost = slipped(wordAt(open, bought), true);
    const paid = i64(cost) * sharesToBuy;
    const fee = hasCommission ? feeOf(sharesToBuy, paid) : 0;
    const asked = i64(wordAt(close, n)) * sharesToBuy;
    const between = money - paid - fee;
    if (money - reserve < asked || between < 0) break;
    let leaves = waitAt(exits, bought);
    if (leaves < 0) leaves = seekExit(slot, exits, bought, cost);
    const sold = leaves + 1;
    if (count <= sold) break;
    const price = slipped(wordAt(open, sold), false);
    const taken = i64(price) * sharesToBuy;
    const saleFee = hasCommission ? feeOf(sharesToBuy, taken) : 0;
    valueRoundTrip(money, between, i32(sharesToBuy), dayOf(bought), dayOf(sold));
    money = between + taken - saleFee;
    places += placeOf(sold) - placeOf(bought);
    const net = taken - paid - fee - saleFee;
    const loss = net & (net >> 63);
    trips++;
    wins += i32(net > 0);
    gains += net - loss;
    losses -= loss;
    soldAt = sold;
    n = waitAt(entries, sold);
    if (n < 0) n = seekEntry(slot, entries, sold, price);
  }
  bookRoundTrips(money, places);
  noteRoundTrips(trips, wins, gains, losses);
  if (0 <= soldAt) anchor(slot, slipped(wordAt(open, soldAt), false));
  return soldAt;
}

function seekExit(slot: usize, table: usize, at: i32, paid: i32): i32 {
  store<i32>(slot, i32(sharesToBuy), HELD);
  store<i32>(slot, paid, PAID);
  anchor(slot, paid);
  const found = seek(slot, at);
  store<i32>(slot, 0, HELD);
  remember(table, at, found);
  return found;
}

function seekEntry(slot: usize, table: usize, at: i32, paid: i32): i32 {
  anchor(slot, paid);
  const found = seek(slot, at);
  remember(table, at, found);
  return found;
}
