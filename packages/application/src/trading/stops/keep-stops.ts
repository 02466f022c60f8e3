import { standingGate } from "@sevenfold/domain/gate";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { nextStop } from "@sevenfold/domain/own-stop";
import { QUIET } from "@sevenfold/domain/reason";
import { reachedAt } from "@sevenfold/domain/step";
import { bookToRead } from "../account/book-in-hand.ts";
import { type FollowedAccount, isReady } from "../account/followed-account.ts";
import type { Drift } from "../account/reconciled.ts";
import { noteStop, putOffStop, stopEndedMsAgo } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { syncOrders } from "../decisions/sync-orders.ts";
import { askCanceled } from "../orders/cancel-order.ts";
import { DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import { sendOrder } from "../orders/send-order.ts";
import { pricesOf } from "../prices/venue-prices.ts";
import { stopKeepingOf, thereOf, writeStopStep } from "./stop-step.ts";

/** An exit goes with the price after the one that made it due: where none has come for so long, none goes. */
const UNHEARD_MS = 15_000;

/** Stops of one account that are written and sent at once; the others wait for their turn. */
const AT_ONCE_MAX = 4;

/**
 * Keeps the stops that rest at the broker in step with the positions; asked at each beat. In memory while
 * nothing is to be done; no symbol waits for another, and no exit for any of this.
 */
export function keepStops(
  needs: TradingNeeds,
  followed: FollowedAccount,
  track: (work: () => Promise<void>) => void,
): void {
  const { underWay } = followed.stops;
  if (AT_ONCE_MAX <= underWay.size) return;
  // One a second: what a broker lets an account call is for its exits first.
  const [ticker] = dueStops(needs, followed);
  if (ticker === undefined) return;
  underWay.add(ticker);
  track(() => keepStop(needs, followed, ticker).finally(() => underWay.delete(ticker)));
}

/** Symbols whose stop is not as it should be, by what is in memory; the rows decide. */
function dueStops(
  { clock, prices: board, realMarket }: TradingNeeds,
  followed: FollowedAccount,
): readonly Ticker[] {
  const { account, settings, stops } = followed;
  if (!settings.stopAtBroker && stops.open.size === 0) return [];
  const book = bookToRead(followed);
  const [now, nowMs] = [clock.now(), clock.monotonicMs()];
  const own = ordersBySymbol(stops.open.values());
  const mayPlace = isReady(followed, nowMs) && followed.broker.terms?.takesStops;
  const prices = pricesOf({ realMarket }, account);
  return book.tickers.filter((ticker, slot) => {
    const open = own.get(ticker) ?? [];
    if (book.held[slot] === 0 && open.length === 0) return false;
    if (stops.underWay.has(ticker) || nowMs < (stops.puttingOff.get(ticker)?.untilMs ?? 0))
      return false;
    const isHeard =
      nowMs - stops.sinceMs < UNHEARD_MS ||
      now - (board.latest(ticker)?.receivedAt ?? 0) < UNHEARD_MS;
    if (open.length === 0 && !(mayPlace && isFree(followed, slot, { now, isHeard }))) return false;
    const keeping = stopKeepingOf(account, settings, { prices, ticker });
    const step = nextStop({
      keeping,
      held: thereOf(followed, ticker, book.held[slot]!),
      isManaged: book.managed[slot] === 1,
      stopAt: book.stopAt[slot]!,
      last: lastOf(followed, slot),
      open,
      endedMsAgo: stopEndedMsAgo(stops, ticker, nowMs),
    });
    // While the broker's word is not trusted a fill may be on its way: only what is unwanted goes.
    return step.kind === "take-back"
      ? keeping === "unwanted" || followed.isReconciled
      : step.kind === "place";
  });
}

/**
 * Nothing else of the symbol is at work or about to be: an exit that is due goes first, where prices of it are
 * heard. What books and broker do not agree about is not offered for sale.
 */
function isFree(
  followed: FollowedAccount,
  slot: number,
  { isHeard, now }: { readonly isHeard: boolean; readonly now: Instant },
): boolean {
  const { closedUntil, driftUntold = [], placing, reconciled, working } = followed;
  const book = bookToRead(followed);
  // A slot that is only closed for a while has no order at work: what it would sell is unprotected.
  const isWorking = book.orderWorking[slot] !== 0 && (working.has(slot) || !closedUntil.has(slot));
  if (isWorking || book.ordersOther[slot] !== 0 || placing.has(slot)) return false;
  const ticker = book.tickers[slot];
  const isOther = (drift: Drift) => drift.ticker === ticker;
  if (!reconciled || reconciled.drift.some(isOther) || driftUntold.some(isOther)) return false;
  // What its owner's strategy trades the rule leaves alone: nothing of the rule's is due there.
  if (followed.account.own !== undefined || !isHeard) return true;
  const due = reachedAt(book, slot, lastOf(followed, slot) ?? 0);
  const when = { at: now, inSession: followed.session !== undefined };
  return due === QUIET || standingGate(book, slot, when, due) !== undefined;
}

/** The latest price of any session; undefined before the first. */
function lastOf(followed: FollowedAccount, slot: number): Price | undefined {
  const mark = bookToRead(followed).mark[slot];
  return mark === 0 ? undefined : (mark as Price);
}

function ordersBySymbol(orders: Iterable<Order>): ReadonlyMap<Ticker, readonly Order[]> {
  const bySymbol = new Map<Ticker, Order[]>();
  for (const order of orders)
    bySymbol.set(order.ticker, [...(bySymbol.get(order.ticker) ?? []), order]);
  return bySymbol;
}

async function keepStop(
  needs: TradingNeeds,
  followed: FollowedAccount,
  ticker: Ticker,
): Promise<void> {
  const { announcer, clock, log } = needs;
  const { id: accountId, inHand, stops, userId } = followed;
  const last = lastOf(followed, inHand.known.slots.get(ticker)!);
  const written = await writeStopStep(needs, followed, { last, ticker });
  if (written.kind === "none")
    return putOffStop(stops, ticker, clock.monotonicMs(), "nothing-to-do");
  const { order } = written;
  noteStop(stops, order, clock.monotonicMs());
  announcer.announce({ accountId, userId, topic: "orders" });
  if (written.kind === "to-cancel") {
    log.info("stop-taken-back", { accountId, clientKey: order.clientKey });
    await askCanceled(needs)(order);
  } else {
    const sent = await sendOrder(needs)(followed.broker, {
      order,
      userId,
      letInAt: followed.account.lastValidatedAt,
      freshUntil: instant(order.createdAt + DECISION_AGE_MAX_MS),
      leaseEpoch: followed.lease.epoch,
    });
    if (!sent.ok) log.warn("stop-not-placed", { accountId, ticker, ...sent.refusal });
  }
  await followed.mutex.take(() => syncOrders(needs, followed));
}
