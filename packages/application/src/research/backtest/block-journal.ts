import type { Book } from "@sevenfold/domain/book";
import type { PriceBatch } from "@sevenfold/domain/decide";
import { entryGate, GATES, type Gate, standingGate } from "@sevenfold/domain/gate";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { OrderSide } from "@sevenfold/domain/order";
import { reachedAt } from "@sevenfold/domain/step";
import { type VerdictFacts, verdictOf } from "@sevenfold/domain/verdict";
import type { RunWatch } from "./backtest-run.ts";

/** A trade that was due and did not happen, as the decision journal of live trading says it. */
export interface BlockedTrade {
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly at: Instant;
  readonly gate: Gate;
  readonly facts: VerdictFacts;
}

/** What a gate kept from happening. */
export interface BlockCount {
  readonly side: OrderSide;
  readonly gate: Gate;
  /** How often it began to block a symbol. */
  readonly times: number;
  /** Prices at which a trade was due and this gate blocked it. */
  readonly prices: number;
}

/** Why a run did not trade: a line whenever a symbol becomes blocked, or blocked by another gate. */
export interface BlockJournal {
  /** Oldest first, `BLOCKED_LINES_MAX` at the most. */
  readonly lines: BlockedTrade[];
  leftOut: number;
  /** What was said last of each slot: 0, or the number of its gate from 1. */
  readonly said: Uint8Array;
  /** By gate, entries before exits. */
  readonly times: Float64Array;
  readonly prices: Float64Array;
}

/** Some megabytes of text; what is beyond is counted and not listed. */
export const BLOCKED_LINES_MAX = 20_000;

export const openBlockJournal = (symbols: number): BlockJournal => ({
  lines: [],
  leftOut: 0,
  said: new Uint8Array(symbols),
  times: new Float64Array(2 * GATES.length),
  prices: new Float64Array(2 * GATES.length),
});

/** Notes in the journal what a run blocks. */
export const watchBlocked = (journal: BlockJournal): RunWatch => ({
  decided: (book, batch) => noteBlocked(journal, book, batch),
  passedOver: (slot) => {
    journal.said[slot] = 0;
  },
});

/**
 * Notes what is blocked once `decide` has taken a batch. It asks the gates that decide asks, and the
 * very facts that live trading writes down. Columns are looked up once: nearly always nothing is due.
 */
export function noteBlocked(journal: BlockJournal, book: Book, batch: PriceBatch): void {
  const { said } = journal;
  const { last, held, enterAt, bandFloor, leaveAt, targetAt, stopAt } = book;
  const { count, slots } = batch;
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row]!;
    const price = last[slot]!;
    // At a trigger, or fallen right through the entry band.
    const isDue =
      held[slot] === 0
        ? price <= enterAt[slot]! || price < bandFloor[slot]!
        : price <= stopAt[slot]! || targetAt[slot]! <= price || leaveAt[slot]! <= price;
    if (isDue) noteDue(journal, book, slot, batch);
    else if (said[slot] !== 0) said[slot] = 0;
  }
}

function noteDue(journal: BlockJournal, book: Book, slot: number, batch: PriceBatch): void {
  const gate = gateOf(book, slot, batch);
  if (gate === undefined) journal.said[slot] = 0;
  else note(journal, book, slot, { gate, batch });
}

/** None where the order is at work, or where no price was heard of yet. */
function gateOf(book: Book, slot: number, batch: PriceBatch): Gate | undefined {
  if (book.high[slot] === 0 || book.orderWorking[slot] !== 0) return undefined;
  const reason = reachedAt(book, slot, book.last[slot]!);
  const standing = standingGate(book, slot, batch, reason);
  if (standing !== undefined || book.held[slot] !== 0) return standing;
  return entryGate(book, slot, batch);
}

interface Blocked {
  readonly gate: Gate;
  readonly batch: PriceBatch;
}

function note(journal: BlockJournal, book: Book, slot: number, { gate, batch }: Blocked): void {
  const { at, inSession } = batch;
  const side = book.held[slot] === 0 ? "buy" : "sell";
  noteGate(journal, slot, {
    ticker: book.tickers[slot]!,
    side,
    at,
    gate,
    factsOf: () => verdictOf(book, slot, at, inSession),
  });
}

/** What a gate blocks; its facts are only made where they are written down. */
export interface NotedGate extends Omit<BlockedTrade, "facts"> {
  readonly factsOf: () => VerdictFacts;
}

/** Counts what a gate blocks at a price, and lists it where that is news of the slot. */
export function noteGate(journal: BlockJournal, slot: number, noted: NotedGate): void {
  const { factsOf, ...line } = noted;
  const number = GATES.indexOf(line.gate);
  const place = line.side === "buy" ? number : GATES.length + number;
  journal.prices[place]! += 1;
  if (journal.said[slot] === number + 1) return;
  journal.said[slot] = number + 1;
  journal.times[place]! += 1;
  if (journal.lines.length < BLOCKED_LINES_MAX) journal.lines.push({ ...line, facts: factsOf() });
  else journal.leftOut += 1;
}

/** What was blocked, by side and gate, in the order the gates are asked. */
export const blockCountsOf = ({ times, prices }: BlockJournal): readonly BlockCount[] =>
  (["buy", "sell"] as const).flatMap((side, sideNumber) =>
    GATES.flatMap((gate, number) => {
      const place = sideNumber * GATES.length + number;
      if (prices[place] === 0) return [];
      return { side, gate, times: times[place]!, prices: prices[place]! };
    }),
  );
