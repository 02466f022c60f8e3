import { bookFillAs, orderEnded } from "@sevenfold/domain/book-orders";
import { InvariantViolation } from "@sevenfold/domain/invariant";
import type { LedgerFill } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import {
  atRateFloor,
  type Money,
  money,
  mulDivHalfEven,
  NO_MONEY,
  type Price,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import { type OrderSide, openQuantity } from "@sevenfold/domain/order";
import { type AfterFill, applyFill, type Position } from "@sevenfold/domain/position";
import { isWholeCount, notionalOfCount } from "../parts/parts-of-shares.ts";
import { closingPart, opens, signedFill, signedPositionOf } from "../shorts/signed-position.ts";
import { signedShortfallOf } from "../shorts/signed-room.ts";
import { type BacktestTrade, type CancelCause, isExit } from "./backtest-report.ts";
import { type BacktestRun, noteHeld } from "./backtest-run.ts";
import { commissionOf, slippedPrice } from "./costs.ts";
import { basisMovedBy } from "./ledger-of.ts";
import { cancelOrder, tellOrder } from "./order-at-work.ts";
import { countTrade } from "./run-totals.ts";
import type { OrderAtWork } from "./sent-order.ts";

/** What the market offers an order. */
export interface Offer {
  readonly at: Instant;
  /** The symbol's bar, for its volume. */
  readonly bar: number;
  readonly price: Price;
  /** A limit order: fills at this price, without slippage. */
  readonly isLimit: boolean;
}

/**
 * Fills what the bar's volume lets through, at the price the slippage makes of the offer. A buy that
 * costs more than the cash is canceled. Answers whether the order is still open.
 */
export function fillOrder(run: BacktestRun, work: OrderAtWork, offer: Offer): boolean {
  const { book, settings } = run;
  const { slot, side } = work.intent;
  const order = run.orders[work.number]!;
  // By one after the other: to set an array's length takes longer than to book a fill.
  if (run.isTallied) while (0 < run.trades.length) run.trades.pop();
  work.day ??= run.columns[slot]!.day[offer.bar]!;
  const wanted = openQuantity(order);
  const quantity = Math.min(wanted, roomFor(run, slot, offer.bar, wanted)) as Quantity;
  if (quantity === 0) return true;
  const price = priceOf(run, work, offer, quantity);
  if (settings.shorts === undefined) {
    if (!fillPart(run, work, offer, { quantity, price })) return false;
  } else {
    // What crosses zero closes one position and opens the other: two bookings.
    const closing = closingPart(book.held[slot]!, side, quantity) as Quantity;
    const opening = shares(quantity - closing);
    for (const part of [closing, opening])
      if (0 < part && !fillPart(run, work, offer, { quantity: part, price })) return false;
  }
  if (quantity < wanted) return true;
  orderEnded(book, slot, offer.at, true);
  return false;
}

/** Fills so many shares at a price, or cancels the order where the money is short; answers which. */
function fillPart(
  run: BacktestRun,
  work: OrderAtWork,
  { at, bar }: Offer,
  { quantity, price }: { readonly quantity: Quantity; readonly price: Price },
): boolean {
  const { slot, side } = work.intent;
  const notional = notionalOfCount(side, price, quantity, run.book.partsPerShare);
  const fee = feeOf(run, work, quantity, notional);
  const shortfall = shortfallOf(run, slot, { side, quantity, price, notional, fee });
  if (shortfall !== undefined) {
    cancelOrder(run, work, at, shortfall);
    return false;
  }
  work.feesPaid = money(work.feesPaid + fee);
  takeVolume(run, slot, bar, quantity);
  bookTrade(run, work, { quantity, price, notional, fee, at });
  return true;
}

/** Why the money is not enough, if it is not. */
function shortfallOf(
  run: BacktestRun,
  slot: number,
  part: Omit<Fill, "at"> & { readonly side: OrderSide },
): CancelCause | undefined {
  if (run.settings.shorts !== undefined) return signedShortfallOf(run.book, slot, part);
  const { side, price, notional, fee } = part;
  const { cash } = run.book;
  const cost = notional + fee;
  return side === "buy" && cash < cost
    ? { kind: "cash", cost: money(cost), cash, price }
    : undefined;
}

interface Fill {
  readonly quantity: Quantity;
  readonly price: Price;
  readonly notional: Money;
  readonly fee: Money;
  readonly at: Instant;
}

/** Books a fill in the order table, the ledger and the book, and lists it. */
function bookTrade(run: BacktestRun, work: OrderAtWork, fill: Fill): void {
  const { book } = run;
  const { slot, ticker, side, reason, at: decidedAt, price: decisionPrice } = work.intent;
  const { reference, trigger } = work.intent;
  const { quantity, price, notional, fee, at } = fill;
  const isSigned = run.settings.shorts !== undefined;
  const before = signedPositionOf(book, slot);
  const executionId = run.isTallied ? UNNAMED : `x${run.totals.trades}`;
  const booked = { ticker, side, executionId, quantity, price, notional, fee, at };
  const after = isSigned ? signedFill(before, booked) : longFill(before as Position, booked);
  tellOrder(run, work, { type: "filled", fill: booked }, at);
  const { realized } = after;
  if (after.position.costBasis - before.costBasis !== basisMovedBy({ side, notional, realized }))
    throw new InvariantViolation(`the postings of ${executionId} do not sum to zero`);
  bookFillAs(book, { slot, side, quantity, price, notional, fee, at, automated: true }, after);
  const isOpening = isSigned ? opens(before.shares, side) : side === "buy";
  const held = Math.abs(before.shares);
  const net = netOf(run, slot, { isOpening, quantity, fee, held, realized });
  noteHeld(run, slot);
  if (before.shares === 0) run.holdings += 1;
  if (book.held[slot] === 0) run.holdings -= 1;
  // Field by field: a spread behind other fields is many times as slow.
  const trade: BacktestTrade = {
    ticker,
    side,
    quantity,
    price,
    notional,
    at,
    reason,
    fee,
    realized,
    net,
    decidedAt,
    decisionPrice,
    reference,
    trigger,
  };
  const kept = isSigned ? signedTrade(trade, isOpening, work) : trade;
  countTrade(run.totals, isExit(kept), net);
  run.trades.push(kept);
  if (!run.isTallied) run.ledger.push(kept);
}

/** Of a run whose fills nobody will look at. */
const UNNAMED = "x";

const signedTrade = (
  trade: BacktestTrade,
  isOpening: boolean,
  { isForced }: OrderAtWork,
): BacktestTrade => ({
  ...trade,
  effect: isOpening ? "open" : "close",
  ...(isForced && { isForced }),
});

function longFill(before: Position, fill: LedgerFill): AfterFill {
  const after = applyFill(before, fill);
  if (after.ok) return after.value;
  throw new InvariantViolation(
    `an order sells ${fill.quantity} of ${fill.ticker}, more than is held`,
  );
}

interface Booked {
  readonly isOpening: boolean;
  readonly quantity: Quantity;
  readonly fee: Money;
  /** Shares held, or owed, before. */
  readonly held: number;
  readonly realized: Money;
}

/** What an exit earned after its fee and its part of the entry's; keeps the fees of what is held. */
function netOf(
  { feesHeld }: BacktestRun,
  slot: number,
  { isOpening, quantity, fee, held, realized }: Booked,
): Money {
  const paid = feesHeld[slot]!;
  if (isOpening) {
    feesHeld[slot] = paid + fee;
    return NO_MONEY;
  }
  const part = mulDivHalfEven(paid, quantity, held);
  feesHeld[slot] = paid - part;
  return money(realized - fee - part);
}

function priceOf(run: BacktestRun, work: OrderAtWork, offer: Offer, quantity: Quantity): Price {
  const { slippage } = run.settings;
  if (slippage === undefined || offer.isLimit) return offer.price;
  const { slot, side } = work.intent;
  const volume = run.columns[slot]!.volume?.[offer.bar] ?? 0;
  // A part of a share moves the market like a whole one.
  const moving = Math.ceil(quantity / run.book.partsPerShare);
  return slippedPrice(slippage, { side, price: offer.price, quantity: moving, volume });
}

/** What the broker takes beyond what the order's earlier fills have paid. */
function feeOf(
  { settings, orders, book }: BacktestRun,
  { number, feesPaid }: OrderAtWork,
  quantity: Quantity,
  notional: Money,
): Money {
  if (settings.commission === undefined) return NO_MONEY;
  const { filled, filledNotional } = orders[number]!;
  const [count, value] = [filled + quantity, filledNotional + notional];
  return money(commissionOf(settings.commission, count, value, book.partsPerShare) - feesPaid);
}

/** What the volume limit leaves an order of a bar: whole shares where it is for whole shares. */
function roomFor(run: BacktestRun, slot: number, bar: number, wanted: Quantity): number {
  const room = roomIn(run, slot, bar);
  const { partsPerShare } = run.book;
  if (partsPerShare === 1 || room === Number.POSITIVE_INFINITY) return room;
  return isWholeCount(wanted, partsPerShare) ? room - (room % partsPerShare) : room;
}

/** Whole shares the volume limit lets through of a bar, less what was taken of them. */
export function roomIn(run: BacktestRun, slot: number, bar: number): number {
  const { volumeLimitBps } = run.settings;
  if (volumeLimitBps === undefined) return Number.POSITIVE_INFINITY;
  const taken = run.volumeBar[slot] === bar ? run.volumeTaken[slot]! : 0;
  const most = atRateFloor(run.columns[slot]!.volume![bar]!, volumeLimitBps);
  return Math.max(0, most * run.book.partsPerShare - taken);
}

function takeVolume(run: BacktestRun, slot: number, bar: number, quantity: number): void {
  run.volumeTaken[slot] = (run.volumeBar[slot] === bar ? run.volumeTaken[slot]! : 0) + quantity;
  run.volumeBar[slot] = bar;
}
