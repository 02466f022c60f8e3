import type { Instant } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { json, type PriceProtocol, type StandInCall } from "./price-stand-in.ts";
import { openingOf, type RawBar, splitAdjusted } from "./stand-in-market.ts";

/** The chart call of Yahoo: parallel columns, a live row at the end of the days. */
export const speakYahoo: PriceProtocol = {
  tooMany: { status: 429, type: "text/plain", body: "Too Many Requests\r\n" },
  wrongKey: {
    status: 401,
    body: '{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}',
  },
  answer({ isMistaken, market, url }: StandInCall) {
    const symbol = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
    const stock = market.found(symbol);
    // Dots are another market's: BRK.B is not known by that name.
    if (!stock || symbol.includes(".")) return NOT_FOUND;
    const interval = url.searchParams.get("interval");
    const period1 = Number(url.searchParams.get("period1") ?? 0) * 1_000;
    const period2 = Number(url.searchParams.get("period2") ?? 1e12) * 1_000;
    const days = splitAdjusted(stock);
    const rows = (interval === "1d" ? days : stock.minutes).map((bar) => ({
      ...bar,
      start: interval === "1d" ? openingOf(bar.start) : bar.start,
    }));
    const told = rows.filter(({ start }) => period1 <= start && start < period2);
    const last = told.at(-1);
    // The day that grows stands there a second time, at its latest trade.
    if (
      interval === "1d" &&
      last &&
      dayBoundsOf(last.start as Instant).starts === startOfDay(stock.at)
    )
      told.push({ ...last, start: stock.at, close: stock.price });
    return json({
      chart: { result: [chartOf(isMistaken ? "ZZZQ" : symbol, stock, told)], error: null },
    });
  },
};

const startOfDay = (at: Instant) => dayBoundsOf(at).starts;

const chartOf = (
  symbol: string,
  stock: { readonly price: number | null; readonly at: Instant },
  rows: readonly (Omit<RawBar, "start"> & { readonly start: number })[],
) => ({
  meta: {
    ...{ currency: "USD", symbol, exchangeName: "NMS", fullExchangeName: "NasdaqGS" },
    ...{ instrumentType: "EQUITY", gmtoffset: -18_000, timezone: "EST", priceHint: 2, scale: 3 },
    ...{ exchangeTimezoneName: "America/New_York", longName: `${symbol} Incorporated` },
    regularMarketTime: Math.floor(stock.at / 1_000),
    // Single precision, written out.
    regularMarketPrice: stock.price === null ? null : Math.fround(stock.price),
    chartPreviousClose: 189,
  },
  ...(rows.length === 0 ? {} : { timestamp: rows.map(({ start }) => Math.floor(start / 1_000)) }),
  indicators: {
    quote: [
      rows.length === 0
        ? {}
        : {
            open: rows.map(({ open }) => single(open)),
            high: rows.map(({ high }) => single(high)),
            low: rows.map(({ low }) => single(low)),
            close: rows.map(({ close }) => single(close)),
            volume: rows.map(({ volume }) => volume),
          },
    ],
  },
});

const single = (dollars: number | null) => (dollars === null ? null : Math.fround(dollars));

const NOT_FOUND = json(
  {
    chart: {
      result: null,
      error: { code: "Not Found", description: "No data found, symbol may be delisted" },
    },
  },
  404,
);
