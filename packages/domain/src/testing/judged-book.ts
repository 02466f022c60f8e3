import { openBook } from "../book.ts";
import { decide } from "../decide.ts";
import type { Ticker } from "../market.ts";
import { bps, type Money } from "../money.ts";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS, type Strategy } from "../strategy.ts";
import { batchOf } from "./twin-accounts.ts";

const STRATEGY: Strategy = {
  ...STRATEGY_DEFAULTS,
  buyDropBps: bps(400),
  buyDropMaxBps: bps(500),
  sellRiseBps: bps(500),
  takeProfitBps: bps(400),
  stopLossEnabled: false,
};

export function bookOf({ strategy = {} }: { strategy?: Partial<Strategy> }) {
  return openBook({
    tickers: ["AAPL"] as Ticker[],
    strategy: { ...STRATEGY, ...strategy },
    limits: RISK_DEFAULTS,
    cash: 1_000_000_000 as Money,
    automation: "on",
  });
}

export const see = (book: ReturnType<typeof bookOf>, dollars: number) =>
  decide(
    book,
    batchOf({ at: 1, inSession: true, rows: [{ slot: 0, price: Math.round(dollars * 10_000) }] }),
  );
