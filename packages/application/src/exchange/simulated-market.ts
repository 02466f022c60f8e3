import { invariant } from "@sevenfold/domain/invariant";
import type { Bar, Instant, Print, Quote, Ticker } from "@sevenfold/domain/market";
import {
  BPS_PER_ONE,
  type Bps,
  bps,
  type Price,
  tickOf,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import type { Stock } from "@sevenfold/domain/stocks";
import { type ChanceKey, chanceKey, chanceUnit } from "../chance/node-chance.ts";
import type { MarketScript } from "./market-script.ts";
import { type MarketHalt, NO_SCRIPT } from "./market-script.ts";
import {
  MARKET_EPOCH,
  type PriceCurve,
  priceCurve,
  SLOT_MS,
  slotFrom,
  slotOf,
  slotStart,
} from "./price-curve.ts";

/** A print of the simulated tape: `size` shares changed hands in its 250 ms. */
export interface SizedPrint extends Print {
  readonly size: number;
}

/** A bar with what the tape knows besides prices. `trades` counts prints. */
export interface TapeBar extends Bar {
  readonly trades: number;
}

/**
 * Every price of the simulated market, past and to come, as a function of seed, symbol and time.
 * All of it throws OutsideSimulatedMarket before MARKET_EPOCH; a symbol it lacks is a broken
 * invariant: ask `has` first.
 */
export interface SimulatedMarket {
  readonly stocks: readonly Stock[];
  /** The first instant that has prices. */
  readonly startsAt: Instant;
  /** What befalls its stocks. */
  readonly script: MarketScript;
  haltAt(ticker: Ticker, at: Instant): MarketHalt | undefined;
  has(ticker: string): ticker is Ticker;
  priceAt(ticker: Ticker, at: Instant): Price;
  /** From bid to ask, of the price, at that moment. Moments of one open stretch have the same. */
  spreadAt(ticker: Ticker, at: Instant): Bps;
  /** The price with half the spread on either side, on the tick. */
  quoteAt(ticker: Ticker, at: Instant): Quote;
  /** The latest print: of the slot the instant lies in, or of the last one in which any was made. `at` is its start. */
  printAt(ticker: Ticker, at: Instant): SizedPrint;
  /**
   * The aggregate of the prints in [start, end): exactly, without visiting each. Undefined where
   * no slot begins in it.
   */
  barOf(ticker: Ticker, start: Instant, end: Instant): TapeBar | undefined;
  /** The parts of the slots [from, to) in which the stock is not halted. */
  openStretches(ticker: Ticker, from: number, to: number): Iterable<SlotStretch>;
  /** What earlier prices are multiplied by to compare with later ones: 1 unless the script says more. */
  scaleBetween(ticker: Ticker, wanted: PriceScale): number;
}

/** Whose effects on the price are taken out, of all that happened after one instant until another. */
export interface PriceScale {
  readonly after: Instant;
  readonly until: Instant;
  readonly kinds: ReadonlySet<"split" | "dividend">;
}

/** Slots from `from`, `to` left out; as many milliseconds since MARKET_EPOCH as SLOT_MS times it. */
export interface SlotStretch {
  readonly from: number;
  readonly to: number;
}

export interface MarketShape {
  readonly seed: number;
  readonly stocks: readonly Stock[];
  /** Multiplies each stock's own volatility. */
  readonly volatility: number;
}

export function openSimulatedMarket({ seed, stocks, volatility }: MarketShape): SimulatedMarket {
  const tapes = new Map<string, Tape>(
    stocks.map((stock) => [stock.ticker, tapeOf(stock, seed, volatility)] as const),
  );
  const tapeFor = (ticker: Ticker): Tape => {
    const tape = tapes.get(ticker);
    invariant(tape !== undefined, `${ticker} is not listed on the simulated market`);
    return tape;
  };
  const priceAt = (ticker: Ticker, at: Instant) => tapeFor(ticker).curve.priceAt(at);

  return {
    stocks,
    startsAt: MARKET_EPOCH,
    script: NO_SCRIPT,
    haltAt: () => undefined,
    spreadAt: () => SPREAD_BPS,
    has: (ticker): ticker is Ticker => tapes.has(ticker),
    priceAt,
    quoteAt: (ticker, at) => quoteAround(ticker, priceAt(ticker, at), slotStart(slotOf(at))),
    printAt(ticker, at) {
      const slot = slotOf(at);
      const start = slotStart(slot);
      const size = volumeBetween(tapeFor(ticker), slot, slot + 1);
      return { ticker, price: priceAt(ticker, start), at: start, size };
    },
    barOf(ticker, start, end) {
      const tape = tapeFor(ticker);
      const from = slotFrom(start);
      const to = slotFrom(end);
      if (to <= from) return undefined;
      return {
        start,
        open: tape.curve.priceAt(slotStart(from)),
        ...tape.curve.extremesIn(start, end),
        close: tape.curve.priceAt(slotStart(to - 1)),
        volume: volumeBetween(tape, from, to),
        trades: to - from,
      };
    },
    openStretches: (_, from, to) => [{ from, to }],
    scaleBetween: () => 1,
  };
}

/** Unless the script says more. */
export const SPREAD_BPS = bps(4);

/** Bid and ask around a price, at least two ticks apart. Each stands on its own side's tick and both are positive. */
export function quoteAround(
  ticker: Ticker,
  price: Price,
  at: Instant,
  spreadBps: Bps = SPREAD_BPS,
): Quote {
  const half = Math.max(tickOf(price), Math.ceil((price * spreadBps) / 2 / BPS_PER_ONE));
  const bid = price - half;
  const ask = price + half;
  return {
    ticker,
    bid: Math.max(1, Math.floor(bid / tickOf(bid)) * tickOf(bid)) as Price,
    ask: (Math.ceil(ask / tickOf(ask)) * tickOf(ask)) as Price,
    at,
  };
}

interface Tape {
  readonly curve: PriceCurve;
  readonly volumeKey: ChanceKey;
  readonly sharesPerMinute: number;
}

function tapeOf(
  { ticker, basePrice, annualVolatilityBps }: Stock,
  seed: number,
  volatility: number,
): Tape {
  const volumeKey = chanceKey(seed, `${ticker} volume`);
  // Some two to thirty million dollars a minute change hands, the same for each symbol all its life.
  const dollarsPerMinute = 2e6 * 15 ** chanceUnit(volumeKey, -1);
  return {
    curve: priceCurve({
      seed,
      symbol: ticker,
      start: basePrice,
      annualVolatility: (annualVolatilityBps / BPS_PER_ONE) * volatility,
    }),
    volumeKey,
    sharesPerMinute: Math.ceil((dollarsPerMinute * UNITS_PER_DOLLAR) / basePrice),
  };
}

const SLOTS_PER_MINUTE = 60_000 / SLOT_MS;

/** Shares of one minute: its own chance, skewed so that a few minutes are busy. */
function sharesOfMinute({ volumeKey, sharesPerMinute }: Tape, minute: number): number {
  const chance = chanceUnit(volumeKey, minute);
  // Multiplied out: a power takes ten times as long, and a day's bar asks for 1,440.
  return SLOTS_PER_MINUTE + Math.floor(sharesPerMinute * (0.3 + 2 * chance * chance * chance));
}

/** Shares of the first slots of a minute: each minute's are spread evenly, and add up exactly. */
const sharesOfSlots = (tape: Tape, minute: number, slots: number): number =>
  Math.floor((sharesOfMinute(tape, minute) * slots) / SLOTS_PER_MINUTE);

/** Shares of all slots before this one that are of its own minute. */
const sharesOfMinuteBefore = (tape: Tape, slot: number): number =>
  slot % SLOTS_PER_MINUTE === 0
    ? 0
    : sharesOfSlots(tape, Math.floor(slot / SLOTS_PER_MINUTE), slot % SLOTS_PER_MINUTE);

function volumeBetween(tape: Tape, from: number, to: number): number {
  const first = Math.floor(from / SLOTS_PER_MINUTE);
  const last = Math.floor(to / SLOTS_PER_MINUTE);
  let volume = sharesOfMinuteBefore(tape, to) - sharesOfMinuteBefore(tape, from);
  for (let minute = first; minute < last; minute += 1) volume += sharesOfMinute(tape, minute);
  return volume;
}
