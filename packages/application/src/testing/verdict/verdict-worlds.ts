import type { Ticker } from "@sevenfold/domain/market";
import { chanceKey, chanceUnit, standardNormal } from "../../chance/node-chance.ts";
import type { BarColumns } from "../../research/backtest/bar-columns.ts";

/** What moves a symbol's price. Rates are a year's. */
export interface WorldSymbol {
  readonly drift: number;
  readonly volatility: number;
  /** Share of the variance that all symbols of the folder have in common. */
  readonly common: number;
  /** Fat tails: degrees of freedom of a t distribution; absent: normal. */
  readonly tails?: number;
  /** Whether quiet and wild times follow each other: GARCH(1,1), α 0.1, β 0.88. */
  readonly clusters?: boolean;
  /** The edge: swings about the walk, so large (log price) and so many days long at half. */
  readonly swing?: { readonly deviation: number; readonly halfLife: number };
}

const DAYS_PER_YEAR = 252;
const START_PRICE = 1_000_000;
const PRICE_MIN = 10_000;
const PRICE_LIMIT = 900_000_000;
/** Share of a day's variance that comes overnight. */
const OVERNIGHT = 0.2;
const DAY_MS = 86_400_000;
const OPENS_MS = 14.5 * 3_600_000;
const CLOSES_MS = 21 * 3_600_000;
const FIRST_DAY = 12_000;

/** Daily bars of a folder of symbols, the same for the same seed. */
export function worldBars(
  symbols: readonly WorldSymbol[],
  { seed, days }: { readonly seed: number; readonly days: number },
): readonly BarColumns[] {
  const market = shocksOf({ drift: 0, volatility: 0, common: 0 }, seed, "market", days);
  const opensAt = Float64Array.from(
    { length: days },
    (_, n) => (FIRST_DAY + n) * DAY_MS + OPENS_MS,
  );
  const closesAt = opensAt.map((at) => at - OPENS_MS + CLOSES_MS);
  const day = Int32Array.from({ length: days }, (_, n) => FIRST_DAY + n);
  return symbols.map((symbol, at) => {
    const ticker = `S${at}` as Ticker;
    const own = shocksOf(symbol, seed, ticker, days);
    const shocks = own.map((each, n) => mixed(each, market[n]!, symbol.common));
    return {
      ticker,
      count: days,
      opensAt,
      closesAt,
      day,
      ...pricesOf(symbol, shocks, seed, ticker),
    };
  });
}

const mixed = (own: number, common: number, share: number): number =>
  Math.sqrt(1 - share) * own + Math.sqrt(share) * common;

/** Shocks of mean 0 and variance 1, day after day. */
function shocksOf(symbol: WorldSymbol, seed: number, name: string, days: number): Float64Array {
  const key = chanceKey(seed, `shock ${name}`);
  const tails = chanceKey(seed, `tail ${name}`);
  let [variance, before] = [1, 1];
  return Float64Array.from({ length: days }, (_, n) => {
    let shock = standardNormal(key, n);
    if (symbol.tails !== undefined) shock *= tailOf(tails, n, symbol.tails);
    if (symbol.clusters !== true) return shock;
    variance = 0.02 + 0.1 * before + 0.88 * variance;
    const moved = Math.sqrt(variance) * shock;
    before = moved * moved;
    return moved;
  });
}

/** What makes a normal number one of a t distribution of variance 1. */
function tailOf(key: ReturnType<typeof chanceKey>, n: number, freedom: number): number {
  let squares = 0;
  for (let each = 0; each < freedom; each++)
    squares += standardNormal(key, n * freedom + each) ** 2;
  return Math.sqrt((freedom - 2) / Math.max(0.05, squares));
}

function pricesOf(symbol: WorldSymbol, shocks: Float64Array, seed: number, name: string) {
  const { drift, volatility, swing } = symbol;
  const step = volatility / Math.sqrt(DAYS_PER_YEAR);
  const nights = chanceKey(seed, `night ${name}`);
  const swings = swing && swingOf(swing, chanceKey(seed, `swing ${name}`));
  const open = new Float64Array(shocks.length);
  const close = new Float64Array(shocks.length);
  let log = 0;
  let swung = 0;
  shocks.forEach((shock, n) => {
    const night = step * Math.sqrt(OVERNIGHT) * standardNormal(nights, n);
    const move = drift / DAYS_PER_YEAR - (step * step) / 2;
    open[n] = priceAt(log + swung + night);
    log += move + night + step * Math.sqrt(1 - OVERNIGHT) * shock;
    swung = swings?.(n) ?? 0;
    close[n] = priceAt(log + swung);
  });
  return { open, close };
}

/** Ornstein and Uhlenbeck's way back to the middle. */
function swingOf(
  { deviation, halfLife }: { readonly deviation: number; readonly halfLife: number },
  key: ReturnType<typeof chanceKey>,
) {
  const keeps = 0.5 ** (1 / halfLife);
  const spread = deviation * Math.sqrt(1 - keeps * keeps);
  let at = 0;
  return (n: number): number => {
    at = keeps * at + spread * standardNormal(key, n);
    return at;
  };
}

const priceAt = (log: number): number =>
  Math.round(Math.min(PRICE_LIMIT, Math.max(PRICE_MIN, START_PRICE * Math.exp(log))));

/** Rates between two, even over the symbols and in an order of their own. */
export const spreadOver = (
  count: number,
  seed: number,
  from: number,
  to: number,
): readonly number[] =>
  Array.from(
    { length: count },
    (_, n) => from + (to - from) * chanceUnit(chanceKey(seed, "rate"), n),
  );
