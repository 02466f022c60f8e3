import { SESSIONS_BELOW_MAX } from "@sevenfold/domain/book";
import { atRateFloor } from "@sevenfold/domain/money";
import { TRAIL_DROP } from "@sevenfold/domain/reason";
import { isHalted } from "./kernel-days.ts";
import { bandFrom, fallFrom } from "./kernel-rule.ts";
import { scanFall, scanned } from "./kernel-scan.ts";
import type { KernelWalk } from "./kernel-walk.ts";

/** The close that decides to buy, or their count. Leaves the quantity in the walk. */
export const seekEntry = (walk: KernelWalk): number =>
  walk.rule.hasBand ? seekInBand(walk) : seekFall(walk);

function seekFall(walk: KernelWalk): number {
  const { rule, symbol } = walk;
  const { count, close, closesAt } = symbol.bars;
  let k = walk.next;
  for (; k < count && closesAt[k]! < walk.coolDownUntil; k++)
    if (walk.high < close[k]!) walk.high = close[k]!;
  for (; k < count; k++) {
    k = scanFall(symbol, k, walk.high, rule.buyDropBps);
    walk.high = scanned.extreme;
    if (k < count && mayEnter(walk, k)) return k;
  }
  return count;
}

/** Close by close: an account that waits below its band has its sessions counted. */
function seekInBand(walk: KernelWalk): number {
  const { rule, coolDownUntil } = walk;
  const { count, close, closesAt, day, dayLast } = walk.symbol.bars;
  let enterAt = fallFrom(walk.high, rule.buyDropBps);
  let floor = bandFrom(walk.high, rule.buyDropMaxBps);
  const moveHigh = (price: number): void => {
    walk.high = price;
    enterAt = fallFrom(price, rule.buyDropBps);
    floor = bandFrom(price, rule.buyDropMaxBps);
  };
  for (let k = walk.next; k < count; k++) {
    const price = close[k]!;
    if (walk.high < price) moveHigh(price);
    const enters =
      price <= enterAt && floor <= price && coolDownUntil <= closesAt[k]! && mayEnter(walk, k);
    if (k === dayLast[day[k]!]!) {
      walk.sessionsBelow = price < floor ? walk.sessionsBelow + 1 : 0;
      if (walk.sessionsBelow === SESSIONS_BELOW_MAX) {
        moveHigh(price);
        walk.sessionsBelow = 0;
      }
    }
    if (enters) return k;
  }
  return count;
}

/** Whether the halt, the cash and the limits leave an entry at the close at least one share. */
function mayEnter(walk: KernelWalk, k: number): boolean {
  const { rule, cash } = walk;
  const { close, day } = walk.symbol.bars;
  if (isHalted(walk, day[k]!)) return false;
  const price = close[k]!;
  // Flat: equity is cash.
  const withinShare =
    rule.maxPositionBps === Number.POSITIVE_INFINITY
      ? rule.sharesToBuy
      : Math.floor(atRateFloor(cash, rule.maxPositionBps) / price);
  const quantity = Math.min(
    rule.sharesToBuy,
    Math.floor((cash - rule.minCashReserve) / price),
    withinShare,
  );
  if (quantity < 1) return false;
  walk.reason = TRAIL_DROP;
  walk.quantity = quantity;
  return true;
}
