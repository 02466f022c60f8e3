import { type Book, positionOf } from "./book.ts";
import { orderBegan } from "./book-orders.ts";
import { type Intent, noteEntry } from "./decide.ts";
import {
  entryGate,
  type Gate,
  isEquityUnknown,
  type Moment,
  reservedEach,
  standingGate,
} from "./gate.ts";
import { type Money, mulDivFloor, NO_MONEY, type Price, type Quantity } from "./money.ts";
import { entryPriceOf } from "./position.ts";
import { reasonOf, STOP_LOSS, TARGET_LOWERED, TARGET_RAISED } from "./reason.ts";
import { entryQuantity, limitingGate, type SizingFacts } from "./sizing.ts";

/** What a strategy wants an account to hold of a symbol. */
export interface Target {
  readonly shares: Quantity;
  /** To sell is to stop a loss: no cool-down holds it up. */
  readonly isStop: boolean;
}

/** An order that leads there, the gate that blocks it, or nothing to do. */
export type Step = Intent | Gate | undefined;

/**
 * The order that leads from what is held to what is wanted, within every limit that binds the
 * built-in rule: the slot's last price decides. What is wanted beyond a limit is bought up to it.
 */
export function stepToward(book: Book, slot: number, when: Moment, target: Target): Step {
  const held = book.held[slot]!;
  if (target.shares < held) return sellDown(book, slot, when, target);
  if (held < target.shares) return buyUp(book, slot, when, target.shares);
  return undefined;
}

function sellDown(book: Book, slot: number, when: Moment, { shares, isStop }: Target): Step {
  const reason = isStop ? STOP_LOSS : TARGET_LOWERED;
  const gate = standingGate(book, slot, when, reason);
  if (gate !== undefined) return gate;
  const quantity = (book.held[slot]! - shares) as Quantity;
  return order(book, slot, when, { reason, quantity, reservedCash: NO_MONEY });
}

function buyUp(book: Book, slot: number, when: Moment, wanted: Quantity): Step {
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? raisingGate(book, slot, when);
  if (gate !== undefined) return gate;
  const quantity = quantityUpTo(book, slot, when, wanted);
  if (quantity < 1) return limitOf(book, slot, when);
  const reservedCash = (reservedEach(book, book.last[slot]!, when) * quantity) as Money;
  noteEntry(book, when.at);
  return order(book, slot, when, { reason: TARGET_RAISED, quantity, reservedCash });
}

/** What more of a held symbol is asked like an entry; the standing gate asks it of flat ones alone. */
export function raisingGate(book: Book, slot: number, when: Moment): Gate | undefined {
  if (book.automation === "exits-only") return "exits-only";
  if (isEquityUnknown(book)) return "equity-unknown";
  if (book.halted) return "halted";
  return entryGate(book, slot, when);
}

/** Shares of equity are counted in millionths, so that no float sizes an order. */
export const MILLION = 1_000_000;

/** Whole shares for so much money, each of which counts for so much. */
export const sharesFor = (money: number, each: Price): Quantity =>
  Math.floor(money / each) as Quantity;

/** What so many millionths of equity come to where each share counts for so much. */
export const sharesOfEquity = ({ equity }: Book, millionths: number, each: Price): Quantity =>
  sharesFor(mulDivFloor(Math.max(0, equity), millionths, MILLION), each);

/** Shares that may be bought now of those wanted; of another amount of cash than there is, if given. */
export function quantityUpTo(
  book: Book,
  slot: number,
  when: Moment,
  wanted: number,
  cash = book.cash,
): Quantity {
  const held = book.held[slot]!;
  const facts = sizingOf(book, wanted - held, cash);
  const price = book.last[slot]!;
  return entryQuantity(facts, price, held, reservedEach(book, price, when)) as Quantity;
}

function limitOf(book: Book, slot: number, when: Moment): Gate | undefined {
  const price = book.last[slot]!;
  return limitingGate(book, price, book.held[slot]!, reservedEach(book, price, when));
}

/** The account's limits, with the size that is wanted in place of the rule's own. */
const sizingOf = (book: Book, sharesToBuy: number, cash: Money): SizingFacts => ({
  strategy: {
    sharesToBuy: sharesToBuy as Quantity,
    maxPositionSize: book.strategy.maxPositionSize,
    minCashReserve: book.strategy.minCashReserve,
  },
  limits: book.limits,
  cash,
  reservedCash: book.reservedCash,
  equity: book.equity,
  collarBps: book.collarBps,
});

interface Wanted {
  readonly reason: number;
  readonly quantity: Quantity;
  readonly reservedCash: Money;
}

function order(book: Book, slot: number, { at }: Moment, wanted: Wanted): Intent {
  const { reason, quantity, reservedCash } = wanted;
  const price = book.last[slot] as Price;
  const reference = reason === STOP_LOSS ? entryPriceOf(positionOf(book, slot))! : price;
  const decided = { price, reference, trigger: price };
  orderBegan(book, slot, { reason, quantity, reservedCash, decided });
  return {
    ticker: book.tickers[slot]!,
    slot,
    side: reason === TARGET_RAISED ? "buy" : "sell",
    quantity,
    reason: reasonOf(reason)!,
    at,
    // Field by field: a spread behind other fields is many times as slow.
    price,
    reference,
    trigger: price,
    reservedCash,
  };
}
