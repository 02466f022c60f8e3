import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { mulDivFloor, mulDivHalfEven, type Price, tickOf } from "@sevenfold/domain/money";
import {
  actionsBetween,
  type CorporateAction,
  type MarketHalt,
  type MarketScript,
  type MarketSpread,
} from "./market-script.ts";
import { SLOT_MS } from "./price-curve.ts";
import {
  type PriceScale,
  quoteAround,
  type SimulatedMarket,
  type SlotStretch,
  type TapeBar,
} from "./simulated-market.ts";
import { slotFor, slotNumber, slotTime } from "./venue-slots.ts";

/**
 * The market with a script played over it. While a stock is halted its price stands and nothing is
 * printed; splits and dividends change its price from their instant on. Still a function of time.
 */
export function scriptedMarket(market: SimulatedMarket, script: MarketScript): SimulatedMarket {
  const halts = byTicker(script.halts.map(onSlots).sort((left, right) => left.from - right.from));
  const spreads = byTicker(script.spreads.map(onSlots));
  const factors = byTicker(factorsOf(market, script));

  const haltAt = (ticker: Ticker, at: Instant): MarketHalt | undefined =>
    halts.get(ticker)?.find(({ from, until }) => from <= at && at < until);

  /** In a halt the moment before it. */
  function printedAt(ticker: Ticker, at: Instant): Instant {
    const halt = haltAt(ticker, at);
    return halt ? instant(Math.max(halt.from - 1, market.startsAt)) : at;
  }

  const priceAt = (ticker: Ticker, at: Instant): Price =>
    adjusted(market.priceAt(ticker, printedAt(ticker, at)), factors.get(ticker), at);

  const spreadAt = (ticker: Ticker, at: Instant) =>
    spreads.get(ticker)?.find(({ from, until }) => from <= at && at < until)?.spreadBps ??
    market.spreadAt(ticker, at);

  /** Cut where the spread changes, so that each has one. */
  function* openStretches(ticker: Ticker, from: number, to: number): Generator<SlotStretch> {
    const edges = (spreads.get(ticker) ?? []).flatMap((each) => [each.from, each.until]);
    for (const trading of market.openStretches(ticker, from, to))
      for (const stretch of unhalted(ticker, trading.from, trading.to))
        yield* cutAt(stretch, edges.map(slotNumber));
  }

  function* unhalted(ticker: Ticker, from: number, to: number): Generator<SlotStretch> {
    let next = from;
    for (const halt of halts.get(ticker) ?? []) {
      const [start, end] = [slotNumber(halt.from), slotNumber(halt.until)];
      if (end <= next || to <= start) continue;
      if (next < start) yield { from: next, to: start };
      next = end;
    }
    if (next < to) yield { from: next, to };
  }

  function barOf(ticker: Ticker, start: Instant, end: Instant): TapeBar | undefined {
    if (!halts.has(ticker) && !factors.has(ticker)) return market.barOf(ticker, start, end);
    const bars: TapeBar[] = [];
    for (const stretch of openStretches(ticker, slotFor(start), slotFor(end)))
      for (const piece of piecesOf(stretch, factors.get(ticker))) {
        const bar = market.barOf(ticker, slotTime(piece.from), slotTime(piece.to));
        if (bar) bars.push(adjustedBar(bar, factors.get(ticker), slotTime(piece.from)));
      }
    return mergedBar(bars, start);
  }

  return {
    ...market,
    script,
    haltAt,
    priceAt,
    spreadAt,
    quoteAt: (ticker, at) =>
      quoteAround(ticker, priceAt(ticker, at), slotTime(slotNumber(at)), spreadAt(ticker, at)),
    printAt: (ticker, at) => ({
      ...market.printAt(ticker, printedAt(ticker, at)),
      price: priceAt(ticker, at),
    }),
    barOf,
    openStretches,
    scaleBetween: (ticker, wanted) => scaleBetween(factors.get(ticker), wanted),
  };
}

/** One bar of several in the order of time. */
export function mergedBar(bars: readonly TapeBar[], start: Instant): TapeBar | undefined {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return undefined;
  return {
    start,
    open: first.open,
    high: bars.reduce((high, bar) => (high < bar.high ? bar.high : high), first.high),
    low: bars.reduce((low, bar) => (bar.low < low ? bar.low : low), first.low),
    close: last.close,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
    trades: bars.reduce((sum, { trades }) => sum + trades, 0),
  };
}

/** From its instant on a price is multiplied by it. */
interface Factor {
  readonly ticker: Ticker;
  readonly at: Instant;
  readonly kind: CorporateAction["kind"];
  readonly numerator: number;
  readonly denominator: number;
}

/** A dividend takes its part of the price of the moment before; at most half of it. */
function factorsOf(market: SimulatedMarket, script: MarketScript): readonly Factor[] {
  const factors: Factor[] = [];
  for (const action of actionsBetween(script, market.startsAt, LATEST)) {
    const { ticker, at, kind } = action;
    if (action.kind === "split") {
      factors.push({ ticker, at, kind, numerator: action.from, denominator: action.to });
      continue;
    }
    const earlier = factors.filter((each) => each.ticker === ticker);
    const moment = instant(at - 1);
    const before = Number(adjusted(market.priceAt(ticker, moment), earlier, moment));
    const left = Math.max(Math.ceil(before / 2), before - action.perShare);
    factors.push({ ticker, at, kind, numerator: left, denominator: before });
  }
  return factors;
}

const LATEST = instant(Number.MAX_SAFE_INTEGER);

/** What bars of one moment are multiplied by so that they compare with prices of another. */
function scaleBetween(
  factors: readonly Factor[] = [],
  { after, until, kinds }: PriceScale,
): number {
  let scale = 1;
  for (const { at, kind, numerator, denominator } of factors)
    if (after < at && at <= until && kinds.has(kind)) scale *= numerator / denominator;
  return scale;
}

function adjusted(price: Price, factors: readonly Factor[] | undefined, at: Instant): Price {
  let units: number = price;
  for (const factor of factors ?? [])
    if (factor.at <= at) units = mulDivHalfEven(units, factor.numerator, factor.denominator);
  const tick = tickOf(units);
  return Math.max(tick, Math.round(units / tick) * tick) as Price;
}

function adjustedBar(bar: TapeBar, factors: readonly Factor[] | undefined, at: Instant): TapeBar {
  const of = (price: Price) => adjusted(price, factors, at);
  let volume = bar.volume;
  for (const { kind, at: since, numerator, denominator } of factors ?? [])
    if (kind === "split" && since <= at) volume = mulDivFloor(volume, denominator, numerator);
  return {
    ...bar,
    open: of(bar.open),
    high: of(bar.high),
    low: of(bar.low),
    close: of(bar.close),
    volume,
  };
}

/** A stretch cut where a factor begins, so that each piece has one scale. */
const piecesOf = (stretch: SlotStretch, factors: readonly Factor[] = []): readonly SlotStretch[] =>
  cutAt(
    stretch,
    factors.map(({ at }) => slotFor(at)),
  );

function cutAt(stretch: SlotStretch, slots: readonly number[]): readonly SlotStretch[] {
  const pieces: SlotStretch[] = [];
  let { from } = stretch;
  for (const slot of slots.toSorted((left, right) => left - right)) {
    if (slot <= from || stretch.to <= slot) continue;
    pieces.push({ from, to: slot });
    from = slot;
  }
  return [...pieces, { from, to: stretch.to }];
}

const onSlots = <Lasting extends MarketHalt | MarketSpread>(each: Lasting): Lasting => ({
  ...each,
  from: instant(Math.floor(each.from / SLOT_MS) * SLOT_MS),
  until: instant(Math.ceil(each.until / SLOT_MS) * SLOT_MS),
});

function byTicker<Row extends { readonly ticker: Ticker }>(
  rows: readonly Row[],
): ReadonlyMap<Ticker, readonly Row[]> {
  const grouped = new Map<Ticker, Row[]>();
  for (const row of rows) grouped.set(row.ticker, [...(grouped.get(row.ticker) ?? []), row]);
  return grouped;
}
