import type { VenueSession } from "@sevenfold/application/exchange/venue-hours";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { dayBoundsOf, tradingDayOf } from "@sevenfold/domain/new-york-time";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { limitFrom, listedSymbols, spanFrom } from "./exchange-history-routes.ts";
import { type ExchangeRoute, json, RequestRefused } from "./exchange-http.ts";
import { timeText } from "./exchange-mapping.ts";
import { TAPE } from "./exchange-price-mapping.ts";

/** The first and the last price of each session: this market's auctions are its opening and closing prints. */
export function auctionRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v2\/stocks\/auctions$/,
      answer({ query }) {
        const { rows, next } = pageOf(desk, listedSymbols(desk, query), query);
        return json({ auctions: Object.fromEntries(rows), next_page_token: next });
      },
    },
    {
      method: "GET",
      pattern: /^\/v2\/stocks\/([^/]+)\/auctions$/,
      answer({ captures: [symbol = ""], query }) {
        const { rows, next } = pageOf(desk, [symbol].filter(desk.market.has), query);
        const [found = []] = rows.values();
        return json({ auctions: found, symbol, next_page_token: next });
      },
    },
    {
      method: "GET",
      pattern: /^\/v2\/stocks\/meta\/exchanges$/,
      answer: () => json(EXCHANGES),
    },
    {
      method: "GET",
      pattern: /^\/v2\/stocks\/meta\/conditions\/([^/]+)$/,
      answer({ captures: [kind = ""] }) {
        const words = CONDITIONS[kind];
        if (!words) throw new RequestRefused(400, { message: `invalid ticktype: ${kind}` });
        return json(words);
      },
    },
  ];
}

/** The codes that this market's prints and quotes carry. */
const EXCHANGES = { V: "IEX" };
const CONDITIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trade: { "@": "Regular Sale", O: "Opening Prints", "6": "Closing Prints" },
  quote: { R: "Regular Two Sided Open" },
};

/** Sessions of one symbol after another; the token says how many rows came before. */
function pageOf(desk: ExchangeDesk, tickers: readonly Ticker[], query: URLSearchParams) {
  const { now, calendar } = desk;
  const { first, last, isNewestFirst } = spanFrom(query, now());
  const limit = limitFrom(query);
  const skipped = skippedBy(query.get("page_token"));
  const rows = new Map<Ticker, Record<string, unknown>[]>();
  let seen = 0;
  const from = dayNumberFrom(tradingDayOf(instant(Math.max(first, desk.market.startsAt))));
  const to = dayNumberFrom(tradingDayOf(instant(Math.min(last, now()))));
  for (const ticker of tickers)
    for (let step = 0; step <= to - from; step += 1) {
      const session = calendar.sessionOf(tradingDayFrom(isNewestFirst ? to - step : from + step));
      if (!session || now() < session.opens) continue;
      const { starts } = dayBoundsOf(session.opens);
      if (starts < first || last < starts) continue;
      seen += 1;
      if (seen <= skipped) continue;
      if (skipped + limit < seen) return { rows, next: String(skipped + limit) };
      const listed = rows.get(ticker) ?? [];
      listed.push(dayOf(desk, ticker, session));
      rows.set(ticker, listed);
    }
  return { rows, next: null };
}

function dayOf({ market, now }: ExchangeDesk, ticker: Ticker, session: VenueSession) {
  const at = (moment: Instant, condition: string) => {
    const { price, size } = market.printAt(ticker, moment);
    return { t: timeText(moment), x: TAPE, p: dollarsOf(price), s: size, c: condition };
  };
  return {
    d: session.day,
    o: [at(session.opens, "O")],
    // The last slot of the session: what is asked for at its end is of the next one.
    c: session.closes <= now() ? [at(instant(session.closes - 1), "6")] : [],
  };
}

function skippedBy(token: string | null): number {
  if (!token) return 0;
  if (!/^\d{1,9}$/.test(token)) throw new RequestRefused(400, { message: "invalid page_token" });
  return Number(token);
}
