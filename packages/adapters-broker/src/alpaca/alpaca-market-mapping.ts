import type { TakenBack, TradingStatus } from "@sevenfold/application/ports/market-data";
import type { Bar, Print, Quote } from "@sevenfold/domain/market";

import { barFrom, priceFrom } from "../prices/price-from-wire.ts";
import { instantFrom, tickerFrom } from "./alpaca-mapping.ts";
import type { BarWire, MarketMessageWire, QuoteWire, TradeWire } from "./alpaca-wire.ts";

/** Alpaca's prices → ours. What is no price comes back undefined, never thrown. */

export function printFromWire(symbol: string, wire: TradeWire): Print | undefined {
  const ticker = tickerFrom(symbol);
  const price = priceFrom(wire.p);
  const at = instantFrom(wire.t);
  return ticker && price && at !== undefined ? { ticker, price, at } : undefined;
}

/**
 * Conditions of a sale that was not made at the market's price of that moment: an average (B, W), another
 * settlement (C, N, R), a price of before or late (G, P, U, Z, 9), one that hangs on something else (H, V,
 * 4, 7), and what an exchange states to be its opening and its close (M, Q). No minute's bar of Alpaca's
 * has a price of these. An odd lot (I) is a trade like any other.
 */
const NOT_OF_THE_MOMENT = new Set("BCGHMNPQRUVWZ479");
/** On the tape of Nasdaq's shares B is a bunched trade, made then and there. */
const TAPE_OF_BUNCHED = "C";

const isOfTheMoment = (
  conditions: readonly string[] | undefined,
  tape: string | null | undefined,
) =>
  !conditions?.some(
    (code) => NOT_OF_THE_MOMENT.has(code) && !(code === "B" && tape === TAPE_OF_BUNCHED),
  );

/** A trade of the stream, which tells all that are made; undefined of one that says nothing of the price now. */
export const tradeFromWire = (wire: Extract<MarketMessageWire, { T: "t" }>): Print | undefined =>
  isOfTheMoment(wire.c, wire.z) ? printFromWire(wire.S, wire) : undefined;

/** One-sided and crossed quotes are dropped: they price nothing. */
export function quoteFromWire(symbol: string, wire: QuoteWire): Quote | undefined {
  const ticker = tickerFrom(symbol);
  const bid = priceFrom(wire.bp);
  const ask = priceFrom(wire.ap);
  const at = instantFrom(wire.t);
  if (!ticker || !bid || !ask || at === undefined || ask < bid) return undefined;
  return { ticker, bid, ask, at };
}

export const barFromWire = ({ c, h, l, o, t, v }: BarWire): Bar | undefined =>
  barFrom({
    start: instantFrom(t),
    open: priceFrom(o),
    high: priceFrom(h),
    low: priceFrom(l),
    close: priceFrom(c),
    volume: v,
  });

/** A trade that was none (x), or one at another price (c). */
export function takenBackFromWire(
  wire: Extract<MarketMessageWire, { T: "c" | "x" }>,
): TakenBack | undefined {
  const price = wire.T === "c" ? wire.op : wire.p;
  const print = printFromWire(wire.S, { p: price, t: wire.t });
  const isPriced = wire.T === "c" && isOfTheMoment(wire.cc, wire.z);
  const instead = isPriced ? priceFrom(wire.cp) : undefined;
  return print && { ...print, ...(instead === undefined ? {} : { instead }) };
}

/**
 * Status codes of both tapes: 2, H and P halt (P: for volatility), 3 and T let trading go on. F tells of
 * a limit up or down without a word of an end, so that the next quote tells. Q lets quotes come, not
 * trades, and the others are no halts.
 */
const STATES: Readonly<Record<string, TradingStatus["state"]>> = {
  2: "halted",
  H: "halted",
  P: "halted",
  F: "unsure",
  3: "trading",
  T: "trading",
};
const WORDS_MAX = 120;

export function statusFromWire(
  wire: Extract<MarketMessageWire, { T: "s" }>,
): TradingStatus | undefined {
  const ticker = tickerFrom(wire.S);
  const at = instantFrom(wire.t);
  const state = Object.hasOwn(STATES, wire.sc) ? STATES[wire.sc] : undefined;
  if (!ticker || at === undefined || state === undefined) return undefined;
  const code = wire.rc || wire.sc;
  const words = wire.rm || wire.sm;
  const because = (words ? `${code}: ${words}` : code).replaceAll(/\s+/g, " ");
  return { ticker, at, state, because: because.slice(0, WORDS_MAX) };
}
