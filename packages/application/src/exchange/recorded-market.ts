import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { bps, type Price, price, tickOf } from "@sevenfold/domain/money";
import { SECTORS, type Stock, stockOf } from "@sevenfold/domain/stocks";

import type { BarColumns } from "../research/backtest/bar-columns.ts";
import { NO_SCRIPT } from "./market-script.ts";
import { mergedBar } from "./scripted-market.ts";
import {
  quoteAround,
  type SimulatedMarket,
  type SlotStretch,
  SPREAD_BPS,
  type TapeBar,
} from "./simulated-market.ts";
import { slotFor, slotNumber, slotTime } from "./venue-slots.ts";

/**
 * A market made of recorded bars. Within a bar the price goes in straight lines from its open over
 * its two extremes, the one nearer to the open first, to its close. Where no bar is, the last price
 * stands and nothing trades.
 */
export function recordedMarket(recordings: readonly BarColumns[]): SimulatedMarket {
  invariant(0 < recordings.length, "a recorded market has a symbol");
  const tapes = new Map<string, Tape>(
    recordings.map((columns) => [columns.ticker, { columns, latest: 0 }]),
  );
  const tapeFor = (ticker: Ticker): Tape => {
    const tape = tapes.get(ticker);
    invariant(tape !== undefined, `${ticker} is not recorded`);
    return tape;
  };
  const priceAt = (ticker: Ticker, at: Instant): Price => priceOn(tapeFor(ticker), slotNumber(at));
  const startsAt = instant(Math.min(...recordings.map(({ opensAt }) => opensAt[0] ?? 0)));
  return {
    stocks: recordings.map(stockFor),
    startsAt,
    script: NO_SCRIPT,
    haltAt: () => undefined,
    spreadAt: () => SPREAD_BPS,
    has: (ticker): ticker is Ticker => tapes.has(ticker),
    priceAt,
    quoteAt: (ticker, at) => quoteAround(ticker, priceAt(ticker, at), slotTime(slotNumber(at))),
    printAt(ticker, at) {
      const tape = tapeFor(ticker);
      const asked = slotNumber(at);
      const index = lastBegunAt(tape, asked);
      if (index === undefined)
        return { ticker, price: priceOn(tape, asked), at: startsAt, size: 1 };
      const slot = Math.min(asked, endSlot(tape.columns, index) - 1);
      const size = sizeOf(tape.columns, index, slot, slot + 1);
      return { ticker, price: priceOn(tape, slot), at: slotTime(slot), size: Math.max(1, size) };
    },
    barOf: (ticker, start, end) => barOn(tapeFor(ticker), start, end),
    openStretches: (ticker, from, to) => stretchesOn(tapeFor(ticker), from, to),
    scaleBetween: () => 1,
  };
}

interface Tape {
  readonly columns: BarColumns;
  /** The bar of the last question: the next one is most often about the same or the next. */
  latest: number;
}

const VOLATILITY_UNKNOWN = bps(3_000);

const stockFor = ({ ticker, open }: BarColumns): Stock =>
  stockOf(ticker) ?? {
    ticker,
    name: ticker,
    sector: SECTORS[0],
    basePrice: price(open[0] ?? 1),
    annualVolatilityBps: VOLATILITY_UNKNOWN,
  };

const firstSlot = ({ opensAt }: BarColumns, index: number): number =>
  slotFor(instant(opensAt[index] ?? 0));
/** The first slot after a bar; a bar has one slot at least. */
const endSlot = (columns: BarColumns, index: number): number =>
  Math.max(firstSlot(columns, index) + 1, slotFor(instant(columns.closesAt[index] ?? 0)));

/** The last bar that begins at or before a slot; undefined before the first. */
function lastBegunAt(tape: Tape, slot: number): number | undefined {
  const { columns } = tape;
  const begins = (index: number) => firstSlot(columns, index) <= slot;
  if (columns.count === 0 || !begins(0)) return undefined;
  let [low, high] = [0, columns.count - 1];
  if (begins(tape.latest)) low = tape.latest;
  if (low < columns.count - 1 && !begins(low + 1)) high = low;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (begins(middle)) low = middle;
    else high = middle - 1;
  }
  tape.latest = low;
  return low;
}

function priceOn(tape: Tape, slot: number): Price {
  const index = lastBegunAt(tape, slot);
  if (index === undefined) return onTick(tape.columns.open[0] ?? 1);
  return priceIn(tape.columns, index, slot);
}

/** Where the path of a bar turns: slots after its first one, and the price at each. */
function turnsOf(columns: BarColumns, index: number): readonly (readonly [number, number])[] {
  const last = endSlot(columns, index) - firstSlot(columns, index) - 1;
  const open = columns.open[index] ?? 1;
  const close = columns.close[index] ?? open;
  const high = Math.max(open, close, columns.high?.[index] ?? open);
  const low = Math.min(open, close, columns.low?.[index] ?? open);
  const [near, far] = high - open < open - low ? [high, low] : [low, high];
  return [
    [0, open],
    [Math.floor(last / 3), near],
    [Math.floor((2 * last) / 3), far],
    [last, close],
  ];
}

function priceIn(columns: BarColumns, index: number, slot: number): Price {
  const turns = turnsOf(columns, index);
  const step = slot - firstSlot(columns, index);
  for (let turn = turns.length - 1; 0 <= turn; turn -= 1) {
    const [from, start] = turns[turn]!;
    if (step < from) continue;
    const next = turns[turn + 1];
    if (next === undefined || next[0] === from) return onTick(start);
    return onTick(start + ((next[1] - start) * (step - from)) / (next[0] - from));
  }
  return onTick(turns[0]![1]);
}

function onTick(units: number): Price {
  const tick = tickOf(units);
  return price(Math.max(1, Math.round(units / tick) * tick));
}

function* stretchesOn(tape: Tape, from: number, to: number): Generator<SlotStretch> {
  const { columns } = tape;
  let next = from;
  for (let index = lastBegunAt(tape, from) ?? 0; index < columns.count; index += 1) {
    const start = Math.max(next, firstSlot(columns, index));
    const end = Math.min(to, endSlot(columns, index));
    if (to <= firstSlot(columns, index)) return;
    if (start < end) yield { from: start, to: end };
    next = Math.max(next, end);
  }
}

function barOn(tape: Tape, start: Instant, end: Instant): TapeBar | undefined {
  const parts: TapeBar[] = [];
  const { columns } = tape;
  const to = slotFor(end);
  let index = lastBegunAt(tape, slotFor(start)) ?? 0;
  for (; index < columns.count && firstSlot(columns, index) < to; index += 1) {
    const from = Math.max(slotFor(start), firstSlot(columns, index));
    const until = Math.min(to, endSlot(columns, index));
    if (from < until) parts.push(partOf(columns, index, from, until));
  }
  return mergedBar(parts, start);
}

/** What a bar did in some of its slots: its path is straight, so only turns can be extremes. */
function partOf(columns: BarColumns, index: number, from: number, to: number): TapeBar {
  const first = firstSlot(columns, index);
  const open = priceIn(columns, index, from);
  const close = priceIn(columns, index, to - 1);
  const inside = turnsOf(columns, index).filter(
    ([step]) => from <= first + step && first + step < to,
  );
  const prices = [open, close, ...inside.map(([step]) => priceIn(columns, index, first + step))];
  return {
    start: slotTime(from),
    open,
    high: Math.max(...prices) as Price,
    low: Math.min(...prices) as Price,
    close,
    volume: sizeOf(columns, index, from, to),
    trades: to - from,
  };
}

/** The shares of some slots of a bar: all of its slots add up to its volume. */
function sizeOf(columns: BarColumns, index: number, from: number, to: number): number {
  const first = firstSlot(columns, index);
  const count = endSlot(columns, index) - first;
  const volume = columns.volume?.[index] ?? count;
  const until = (slot: number) => Math.floor((volume * (slot - first)) / count);
  return until(to) - until(from);
}
