import type { Instant } from "@sevenfold/domain/market";
import { json, type PriceProtocol, type StandInCall } from "./price-stand-in.ts";
import { type RawBar, type StandInStock, splitAdjusted } from "./stand-in-market.ts";

/** Alpaca's market data over REST. Its stream stands in alpaca-stream-stand-in.ts. */
export const speakAlpaca = (keys: {
  readonly keyId: string;
  readonly secretKey: string;
}): PriceProtocol => ({
  tooMany: json({ message: "too many requests." }, 429),
  wrongKey: { status: 401, body: '{"message": "unauthorized."}\n' },
  answer(call) {
    if (call.headers["apca-api-secret-key"] !== keys.secretKey)
      return { status: 401, body: '{"message": "unauthorized."}\n' };
    const [, , , ...path] = call.url.pathname.split("/");
    const found = listed(call);
    if (path.join("/") === "trades/latest")
      return json({
        trades: Object.fromEntries(found.map(([name, stock]) => [name, tradeOf(stock)])),
      });
    if (path.join("/") === "quotes/latest")
      return json({
        quotes: Object.fromEntries(found.map(([name, stock]) => [name, quoteOf(stock)])),
      });
    if (path.join("/") === "snapshots")
      return json(
        Object.fromEntries(
          found.map(([name, stock]) => [
            name,
            {
              latestTrade: tradeOf(stock),
              latestQuote: quoteOf(stock),
              minuteBar: null,
              dailyBar: null,
            },
          ]),
        ),
      );
    return path[1] === "bars" ? bars(call, path[0]!) : json({ message: "not found" }, 404);
  },
});

function listed({
  isMistaken,
  market,
  url,
}: StandInCall): readonly (readonly [string, StandInStock])[] {
  return (url.searchParams.get("symbols") ?? "").split(",").flatMap((symbol) => {
    const stock = market.stocks.get(symbol);
    if (!stock || stock.price === null) return [];
    return [[isMistaken ? "ZZZQ" : symbol, stock] as const];
  });
}

/** Pages of two rows: whoever takes the first for all of them is found out. */
const ROWS_PER_PAGE = 2;

function bars({ isMistaken, market, url }: StandInCall, symbol: string) {
  const stock = market.stocks.get(symbol);
  const query = url.searchParams;
  const [from, to] = [query.get("start"), query.get("end")].map((text) => Date.parse(text ?? ""));
  const isOfDays = query.get("timeframe") === "1Day";
  const rows = !stock || isMistaken ? [] : isOfDays ? splitAdjusted(stock) : stock.minutes;
  const asked = rows.filter(({ start }) => from! <= start && start <= to!);
  const offset = Number(query.get("page_token") ?? 0);
  const page = asked.slice(offset, offset + ROWS_PER_PAGE);
  const next = offset + ROWS_PER_PAGE;
  return json({
    symbol,
    bars: page.length === 0 ? null : page.map(barOf),
    next_page_token: next < asked.length ? String(next) : null,
  });
}

export const tradeOf = ({ at, price }: Pick<StandInStock, "at" | "price">, id: number = at) => ({
  ...{ t: isoOf(at), x: "V", p: price, s: 100, c: ["@"], i: id, z: "C" },
});
export const quoteOf = ({ ask, at, bid }: Pick<StandInStock, "ask" | "at" | "bid">) => ({
  ...{
    t: isoOf(at),
    ax: "V",
    ap: ask ?? 0,
    as: 100,
    bx: "V",
    bp: bid ?? 0,
    bs: 100,
    c: ["R"],
    z: "C",
  },
});
const barOf = ({ close, high, low, open, start, volume }: RawBar) => ({
  ...{
    t: isoOf(start),
    o: open ?? 0,
    h: high ?? 0,
    l: low ?? 0,
    c: close ?? 0,
    v: volume,
    n: 1,
    vw: 1,
  },
});
/** Nanoseconds, as it writes them. */
export const isoOf = (at: Instant): string => new Date(at).toISOString().replace("Z", "123456Z");
