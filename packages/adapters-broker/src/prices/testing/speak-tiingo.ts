import type { Instant } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { json, type PriceProtocol, type StandInCall } from "./price-stand-in.ts";

/** Tiingo: the reference price where the exchange's own fields are null, days as they were traded. */
export const speakTiingo = (token: string): PriceProtocol => ({
  tooMany: json({ detail: "Error: You have run over your hourly request allocation." }, 429),
  wrongKey: json({ detail: "Invalid token." }, 401),
  answer(call) {
    if (call.headers.authorization !== `Token ${token}`)
      return json({ detail: "Invalid token." }, 401);
    const { pathname } = call.url;
    if (pathname === "/iex/") return latest(call);
    const symbol = /^\/tiingo\/daily\/([^/]+)\/prices$/.exec(pathname)?.[1];
    return symbol ? days(call, symbol.toUpperCase()) : NOT_FOUND;
  },
});

function latest({ isMistaken, market, url }: StandInCall) {
  const symbols = (url.searchParams.get("tickers") ?? "").toUpperCase().split(",");
  return json(
    symbols.flatMap((symbol) => {
      const stock = market.found(symbol);
      if (!stock || symbol.includes(".")) return [];
      const time = isoOf(stock.at);
      const sides = stock.bid === null ? { quoteTimestamp: null } : { quoteTimestamp: time };
      return [
        {
          ...{ ticker: isMistaken ? "ZZZQ" : symbol, timestamp: time, lastSaleTimestamp: time },
          ...sides,
          ...{ open: 1, high: 1, low: 1, mid: null, tngoLast: stock.price, last: null },
          ...{
            lastSize: null,
            bidSize: 100.5,
            bidPrice: stock.bid,
            askSize: 3,
            askPrice: stock.ask,
          },
          ...{ volume: 0, prevClose: 1 },
        },
      ];
    }),
  );
}

function days({ isMistaken, market, url }: StandInCall, symbol: string) {
  const stock = market.found(symbol);
  if (!stock || symbol.includes(".") || isMistaken) return NOT_FOUND;
  const from = url.searchParams.get("startDate") ?? "";
  const to = url.searchParams.get("endDate") ?? "9999";
  return json(
    stock.days.flatMap((bar) => {
      const date = tradingDayOf(bar.start);
      if (date < from || to < date) return [];
      const { close, high, low, open, volume } = bar;
      const adjusted = { adjOpen: 1, adjHigh: 1, adjLow: 1, adjClose: 1, adjVolume: 1 };
      const splitFactor = stock.splits.get(bar.start) ?? 1;
      return [
        {
          date: `${date}T00:00:00.000Z`,
          open,
          high,
          low,
          close,
          volume,
          ...adjusted,
          divCash: 0,
          splitFactor,
        },
      ];
    }),
  );
}

/** Nanoseconds and an offset, as it writes them. */
const isoOf = (at: Instant): string => new Date(at).toISOString().replace("Z", "123456+00:00");

const NOT_FOUND = json({ detail: "Not found." }, 404);
