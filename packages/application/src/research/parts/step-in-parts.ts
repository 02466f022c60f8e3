import type { Book } from "@sevenfold/domain/book";
import { type Intent, noteEntry } from "@sevenfold/domain/decide";
import { type Gate, type Moment, reservedEach, standingGate } from "@sevenfold/domain/gate";
import { atRateFloor, type Money, money, NO_MONEY, type Quantity } from "@sevenfold/domain/money";
import type { Leave, WordedOrder } from "@sevenfold/domain/order-gate";
import { STOP_LOSS, TARGET_LOWERED, TARGET_RAISED } from "@sevenfold/domain/reason";
import { costOfParts } from "@sevenfold/domain/share-parts";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import { openingGate, orderOf, type SignedTarget } from "../shorts/signed-step.ts";
import { countFor, isTooSmall, SHARES_IN_PARTS_MAX } from "./parts-of-shares.ts";

/** Whether so little is between what is held and what is wanted that no order is sent for it. */
export function isMetInParts(book: Book, slot: number, wanted: number): boolean {
  const between = Math.abs(wanted - book.held[slot]!);
  return wanted !== 0 && isTooSmall(between, book.last[slot]!, book.partsPerShare);
}

/**
 * The order that leads from what is held to what is wanted, as `stepToward` finds it in whole shares:
 * what is wanted beyond a limit is bought up to it, and nothing where that is less than a venue takes.
 */
export function stepInParts(
  book: Book,
  slot: number,
  when: Moment,
  { shares, isStop }: SignedTarget,
): Intent | Gate | undefined {
  const held = book.held[slot]!;
  if (held < shares) return buyInParts(book, slot, when, shares);
  if (held === shares) return undefined;
  const reason = isStop ? STOP_LOSS : TARGET_LOWERED;
  const quantity = (held - shares) as Quantity;
  return (
    standingGate(book, slot, when, reason) ??
    orderOf(book, slot, when.at, { side: "sell", reason, quantity, reservedCash: NO_MONEY })
  );
}

function buyInParts(book: Book, slot: number, when: Moment, wanted: number): Intent | Gate {
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? openingGate(book, when);
  if (gate !== undefined) return gate;
  const price = book.last[slot]!;
  const rooms = roomsInParts(book, slot, when, { before: book.held[slot]! });
  const none = rooms.find(({ room }) => room < 1 || isTooSmall(room, price, book.partsPerShare));
  if (none !== undefined) return none.gate;
  const most = Math.min(...rooms.map(({ room }) => room));
  const quantity = Math.min(wanted - book.held[slot]!, most) as Quantity;
  noteEntry(book, when.at);
  const reservedCash = reserveOf(book, when, price, quantity);
  return orderOf(book, slot, when.at, {
    side: "buy",
    reason: TARGET_RAISED,
    quantity,
    reservedCash,
  });
}

interface Opening {
  /** What is held by then, and ordered. */
  readonly before: number;
  /** The highest price that is meant to be paid; of none the last one counts. */
  readonly most?: number | undefined;
  /** Of another amount of cash than there is. */
  readonly cash?: number;
}

/** The limits that leave something to buy, by the gate that is named where they leave nothing. */
function roomsInParts(book: Book, slot: number, when: Moment, opening: Opening) {
  const { partsPerShare: perShare, strategy, limits, equity, reservedCash } = book;
  const { before, most = book.last[slot]!, cash = book.cash } = opening;
  const size = Math.min(strategy.maxPositionSize, SHARES_IN_PARTS_MAX) * perShare;
  const free = cash - reservedCash - strategy.minCashReserve;
  const share =
    limits.maxPositionBps === RISK_UNLIMITED
      ? SHARES_IN_PARTS_MAX * perShare
      : countFor(atRateFloor(equity, limits.maxPositionBps), book.last[slot]!, perShare);
  return [
    { gate: "max-position-size", room: size - before },
    { gate: "cash-reserve", room: countFor(free, reservedEach(book, most, when), perShare) },
    { gate: "position-share", room: share - before },
  ] as const;
}

const reserveOf = (book: Book, when: Moment, price: number, count: number): Money =>
  money(costOfParts(reservedEach(book, price, when), count, book.partsPerShare));

/** Whether a buy would be cut short for want of the cash that sales under way bring. */
export function isWaitingForCash(book: Book, slot: number, when: Moment, wanted: number): boolean {
  const before = book.held[slot]!;
  const upTo = (cash: number): number => {
    const rooms = roomsInParts(book, slot, when, { before, cash });
    return Math.min(wanted - before, ...rooms.map(({ room }) => room));
  };
  return upTo(book.cash) < upTo(book.equity);
}

/** As `leaveToSend` of whole shares: whole or not at all. */
export function leaveInParts(book: Book, slot: number, when: Moment, order: WordedOrder): Leave {
  const { side, isStop, shares, ordered, most } = order;
  if (side === "sell") {
    const reason = isStop ? STOP_LOSS : TARGET_LOWERED;
    return standingGate(book, slot, when, reason) ?? { reservedCash: NO_MONEY };
  }
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? openingGate(book, when);
  if (gate !== undefined) return gate;
  const before = book.held[slot]! + ordered;
  const short = roomsInParts(book, slot, when, { before, most }).find(({ room }) => room < shares);
  if (short !== undefined) return short.gate;
  noteEntry(book, when.at);
  return { reservedCash: reserveOf(book, when, most ?? book.last[slot]!, shares) };
}

/** What the limits leave a market buy of now; 0 where none may be sent. */
export function roomInParts(book: Book, slot: number, when: Moment, ordered: number): number {
  const gate = standingGate(book, slot, when, TARGET_RAISED) ?? openingGate(book, when);
  if (gate !== undefined) return 0;
  const rooms = roomsInParts(book, slot, when, { before: book.held[slot]! + ordered });
  const most = Math.min(...rooms.map(({ room }) => room));
  return most < 1 || isTooSmall(most, book.last[slot]!, book.partsPerShare) ? 0 : most;
}
