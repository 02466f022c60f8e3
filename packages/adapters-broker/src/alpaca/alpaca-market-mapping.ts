import type { TakenBack } from "@sevenfold/application/ports/market-data";
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
  const instead = wire.T === "c" ? priceFrom(wire.cp) : undefined;
  return print && { ...print, ...(instead === undefined ? {} : { instead }) };
}
