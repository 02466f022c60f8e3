import type { TapeBar } from "@sevenfold/application/exchange/simulated-market";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { type ExchangeRoute, json, RequestRefused } from "./exchange-http.ts";
import { timeText } from "./exchange-mapping.ts";
import { wordFrom } from "./exchange-query.ts";
import { dailyBars } from "./tape-bars.ts";

/** Which stocks are traded most, and which moved most, in the session that grows or ended last. */
export function screenerRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v1beta1\/screener\/stocks\/most-actives$/,
      answer({ query }) {
        const by = wordFrom(query, "by", ["volume", "trades"]);
        const ranked = daysOf(desk)
          .map(({ ticker, today }) => ({
            symbol: ticker,
            volume: today.volume,
            trade_count: today.trades,
          }))
          .sort((a, b) => (by === "volume" ? b.volume - a.volume : b.trade_count - a.trade_count));
        return json({
          most_actives: ranked.slice(0, topFrom(query, { fallback: 10, max: 100 })),
          last_updated: timeText(desk.now()),
        });
      },
    },
    {
      method: "GET",
      pattern: /^\/v1beta1\/screener\/stocks\/movers$/,
      answer({ query }) {
        const top = topFrom(query, { fallback: 10, max: 50 });
        const moved = daysOf(desk)
          .flatMap(moveOf)
          .sort((a, b) => b.percent_change - a.percent_change);
        return json({
          gainers: moved.filter(({ change }) => 0 < change).slice(0, top),
          losers: moved
            .filter(({ change }) => change < 0)
            .toReversed()
            .slice(0, top),
          market_type: "stocks",
          last_updated: timeText(desk.now()),
        });
      },
    },
  ];
}

interface StockDay {
  readonly ticker: Ticker;
  readonly today: TapeBar;
  readonly before: TapeBar | undefined;
}

function daysOf(desk: ExchangeDesk): readonly StockDay[] {
  return desk.market.stocks.flatMap(({ ticker }) => {
    const [today, before] = dailyBars(desk, ticker, instant(desk.now()));
    return today ? [{ ticker, today, before }] : [];
  });
}

function moveOf({ ticker, today, before }: StockDay) {
  if (!before) return [];
  const moved = (today.close / before.close - 1) * 100;
  return [
    {
      symbol: ticker,
      price: dollarsOf(today.close),
      change: Number((dollarsOf(today.close) - dollarsOf(before.close)).toFixed(4)),
      percent_change: Number(moved.toFixed(2)),
    },
  ];
}

function topFrom(
  query: URLSearchParams,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number {
  const top = Number(query.get("top") || fallback);
  if (!Number.isInteger(top) || top < 1 || max < top)
    throw new RequestRefused(400, { message: `invalid top: ${query.get("top")}` });
  return top;
}
