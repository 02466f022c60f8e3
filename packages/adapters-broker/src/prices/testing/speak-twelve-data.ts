import type { Instant } from "@sevenfold/domain/market";
import { instantOfNewYork, newYorkParts } from "@sevenfold/domain/new-york-time";
import { json, type PriceProtocol, type StandInCall } from "./price-stand-in.ts";
import { type RawBar, type StandInStock, splitAdjusted } from "./stand-in-market.ts";

/**
 * Twelve Data: numbers as text, the newest row first unless asked otherwise, refusals that may come as if
 * all had gone well, and credits of its own.
 */
export function speakTwelveData(
  key: string,
  limits: { readonly perMinute: number; readonly perDay: number } = { perMinute: 1e9, perDay: 1e9 },
): PriceProtocol {
  let spent = 0;
  return {
    tooMany: json(tooMany("current minute", limits.perMinute)),
    wrongKey: json(WRONG_KEY),
    answer(call) {
      if (call.headers.authorization !== `apikey ${key}`) return json(WRONG_KEY, 401);
      const symbols = (call.url.searchParams.get("symbol") ?? "").split(",");
      spent += symbols.length;
      if (limits.perDay < spent) return json(tooMany("day", limits.perDay));
      if (call.url.pathname === "/quote") return quotes(call, symbols);
      if (call.url.pathname === "/time_series") return series(call, symbols[0]!);
      return json({ code: 404, message: "The page was not found.", status: "error" }, 404);
    },
  };
}

function quotes({ isMistaken, market }: StandInCall, symbols: readonly string[]) {
  const answers = symbols.map((symbol) => {
    const stock = market.stocks.get(symbol);
    if (!stock) return [symbol, notFound(symbol)] as const;
    if (stock.isWithheld) return [symbol, withheld(symbol)] as const;
    return [symbol, quoteOf(isMistaken ? "ZZZQ" : symbol, stock)] as const;
  });
  return json(answers.length === 1 ? answers[0]![1] : Object.fromEntries(answers));
}

const quoteOf = (symbol: string, { at, price }: StandInStock) => ({
  ...{ symbol, name: `${symbol} Inc`, exchange: "NASDAQ", mic_code: "XNGS", currency: "USD" },
  datetime: textOf(at, false),
  timestamp: Math.floor(at / 1_000) - 3_600,
  last_quote_at: Math.floor(at / 1_000),
  ...{ open: "1", high: "1", low: "1", close: price === null ? "" : String(price) },
  ...{ volume: "100", previous_close: "1", is_market_open: true },
});

function series({ isMistaken, market, url }: StandInCall, symbol: string) {
  const stock = market.stocks.get(symbol);
  const query = url.searchParams;
  if (!stock) return json(notFound(symbol));
  const isOfDays = query.get("interval") === "1day";
  const from = instantOf(query.get("start_date"));
  const to = instantOf(query.get("end_date"));
  const rows = (isOfDays ? splitAdjusted(stock) : stock.minutes)
    .filter(({ start }) => from <= start && start <= to)
    .toSorted((one, other) => one.start - other.start);
  if (rows.length === 0) return json(NO_DATA);
  const told = rows.slice(0, Number(query.get("outputsize") ?? 30));
  if (query.get("order") !== "ASC") told.reverse();
  return json({
    meta: {
      ...{ symbol: isMistaken ? "ZZZQ" : symbol, interval: query.get("interval") },
      ...{ currency: "USD", exchange_timezone: "America/New_York", type: "Common Stock" },
    },
    values: told.map((bar) => rowOf(bar, !isOfDays)),
    status: "ok",
  });
}

const rowOf = ({ close, high, low, open, start, volume }: RawBar, hasTime: boolean) => ({
  datetime: textOf(start, hasTime),
  ...{ open: String(open), high: String(high), low: String(low), close: String(close) },
  volume: String(volume),
});

function textOf(at: Instant, hasTime: boolean): string {
  const { day, hour, minute, month, year } = newYorkParts(at);
  const two = (part: number) => String(part).padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  return hasTime ? `${date} ${two(hour)}:${two(minute)}:00` : date;
}

function instantOf(text: string | null): Instant {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text ?? "")
    .split(/[- :]/)
    .map(Number);
  return instantOfNewYork(year, month, day, hour, minute, second);
}

const tooMany = (of: "current minute" | "day", limit: number) => ({
  code: 429,
  message:
    of === "day"
      ? `You have run out of API credits for the day. ${limit + 1} API credits were used, with the current limit being ${limit}.`
      : `You have run out of API credits for the current minute. 10 API credits were used, with the current limit being ${limit}. Wait for the next minute.`,
  status: "error",
});
const WRONG_KEY = {
  code: 401,
  message: "**apikey** parameter is incorrect or not specified.",
  status: "error",
};
const NO_DATA = {
  code: 400,
  message: "No data is available on the specified dates. Try setting different start/end dates.",
  status: "error",
};
const notFound = (symbol: string) => ({
  code: 404,
  message: `**symbol** not found: ${symbol}. Please specify it correctly.`,
  status: "error",
});
const withheld = (symbol: string) => ({
  code: 403,
  message: `${symbol} is available exclusively with the Pro plan.`,
  status: "error",
});
