import { positionOf } from "@sevenfold/domain/book";
import { bookFill, orderEnded } from "@sevenfold/domain/book-orders";
import { InvariantViolation } from "@sevenfold/domain/invariant";
import { postingsOfFill } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import {
  atRateFloor,
  type Money,
  money,
  mulDivHalfEven,
  NO_MONEY,
  type Price,
  type Quantity,
} from "@sevenfold/domain/money";
import { type Order, openQuantity } from "@sevenfold/domain/order";
import type { BacktestRun } from "./backtest-run.ts";
import { commissionOf, slippedPrice } from "./costs.ts";
import { cancelOrder, tellOrder } from "./order-at-work.ts";
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
  const { book } = run;
  const { slot, side } = work.intent;
  const order = run.orders[work.number]!;
  work.day ??= run.columns[slot]!.day[offer.bar]!;
  const quantity = Math.min(openQuantity(order), roomIn(run, slot, offer.bar)) as Quantity;
  if (quantity === 0) return true;
  const price = priceOf(run, work, offer, quantity);
  const fee = feeOf(run, order, work.feesPaid, quantity, price);
  const cost = price * quantity + fee;
  if (side === "buy" && book.cash < cost) {
    cancelOrder(run, work, offer.at, { kind: "cash", cost: money(cost), cash: book.cash, price });
    return false;
  }
  work.feesPaid = money(work.feesPaid + fee);
  takeVolume(run, slot, offer.bar, quantity);
  bookTrade(run, work, { quantity, price, fee, at: offer.at });
  if (quantity < openQuantity(order)) return true;
  orderEnded(book, slot, offer.at, true);
  return false;
}

interface Fill {
  readonly quantity: Quantity;
  readonly price: Price;
  readonly fee: Money;
  readonly at: Instant;
}

/** Books a fill in the order table, the ledger and the book, and lists it. */
function bookTrade(run: BacktestRun, work: OrderAtWork, fill: Fill): void {
  const { book } = run;
  const { slot, ticker, side, reason, at: decidedAt, price: decisionPrice } = work.intent;
  const { reference, trigger } = work.intent;
  const { quantity, price, fee, at } = fill;
  const before = positionOf(book, slot);
  const executionId = `x${run.trades.length}`;
  const posted = postingsOfFill(before, { ticker, side, executionId, quantity, price, fee, at });
  if (!posted.ok)
    throw new InvariantViolation(`an order sells ${quantity} of ${ticker}, more than is held`);
  run.ledger.push(posted.value.entry);
  tellOrder(run, work, { type: "filled", fill: { executionId, quantity, price, fee, at } }, at);
  const realized = bookFill(book, { slot, side, quantity, price, fee, at, automated: true });
  const net = netOf(run, slot, { side, quantity, fee, held: before.shares, realized });
  if (before.shares === 0) run.holdings += 1;
  if (book.held[slot] === 0) run.holdings -= 1;
  // Field by field: a spread behind other fields is many times as slow.
  run.trades.push({
    ticker,
    side,
    quantity,
    price,
    at,
    reason,
    fee,
    realized,
    net,
    decidedAt,
    decisionPrice,
    reference,
    trigger,
  });
}

interface Sale {
  readonly side: "buy" | "sell";
  readonly quantity: Quantity;
  readonly fee: Money;
  /** Shares before. */
  readonly held: Quantity;
  readonly realized: Money;
}

/** What a sale earned after its fee and its part of the entry's; keeps the fees of what is held. */
function netOf(
  { feesHeld }: BacktestRun,
  slot: number,
  { side, quantity, fee, held, realized }: Sale,
): Money {
  const paid = feesHeld[slot]!;
  if (side === "buy") {
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
  return slippedPrice(slippage, { side, price: offer.price, quantity, volume });
}

/** What the broker takes beyond what the order's earlier fills have paid. */
function feeOf(
  { settings }: BacktestRun,
  { filled, filledNotional }: Order,
  paid: Money,
  quantity: Quantity,
  price: Price,
): Money {
  if (settings.commission === undefined) return NO_MONEY;
  const notional = filledNotional + price * quantity;
  return money(commissionOf(settings.commission, filled + quantity, notional) - paid);
}

/** Shares the volume limit leaves of a bar. */
export function roomIn(run: BacktestRun, slot: number, bar: number): number {
  const { volumeLimitBps } = run.settings;
  if (volumeLimitBps === undefined) return Number.POSITIVE_INFINITY;
  const taken = run.volumeBar[slot] === bar ? run.volumeTaken[slot]! : 0;
  return Math.max(0, atRateFloor(run.columns[slot]!.volume![bar]!, volumeLimitBps) - taken);
}

function takeVolume(run: BacktestRun, slot: number, bar: number, quantity: number): void {
  run.volumeTaken[slot] = (run.volumeBar[slot] === bar ? run.volumeTaken[slot]! : 0) + quantity;
  run.volumeBar[slot] = bar;
}
