import { longerBars } from "@sevenfold/domain/longer-bars";
import { type Bar, type BarInterval, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { selectedAccount } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { barsFrom } from "../trading/prices/bars-from.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";
import type { Refusal } from "../trading/safeguards/refusal.ts";

/** Minutes in each bar that is made of minutes. */
const MINUTES = { minute: 1, "5minute": 5, "15minute": 15, hour: 60 } as const;
export type ChartInterval = keyof typeof MINUTES | "day";
/** Minutes read for one answer at most. */
const MINUTES_MAX = 6_000;

export interface BarsWanted {
  readonly ticker: Ticker;
  readonly interval: ChartInterval;
  /** How many at most, up to now; fewer where they would be made of more than `MINUTES_MAX`. */
  readonly count: number;
}

type Needs = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "log" | "marketData" | "prices" | "realMarket" | "storage"
>;

/** The latest bars of a symbol, oldest first, in the hours of the user's venue. */
export const readBars =
  (needs: Needs) =>
  async (userId: string, wanted: BarsWanted): Promise<Result<readonly Bar[], Refusal>> => {
    const { calendarOf, clock, log, storage } = needs;
    const { ticker } = wanted;
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
    const { marketData, prices } = inMarketOf(needs, selected.value);
    if ((await prices.ask(ticker)) === "unknown-symbol")
      return refused({ kind: "unknown-symbol", ticker });
    const end = clock.now();
    const calendar = calendarOf(selected.value);
    const { interval, count, minutes } = madeOf(wanted);
    const start = barsFrom(calendar, end, { interval, count: count * minutes });
    try {
      const bars = await marketData.bars({ ticker, interval, start, end });
      const isRegular = (bar: Bar) => calendar.sessionAt(bar.start) !== undefined;
      const shown = minutes === 1 ? bars : longerBars(bars, minutes * MINUTE_MS, isRegular);
      return ok(shown.slice(-count));
    } catch (error) {
      log.warn("bars-missing", { ticker, interval, error: String(error) });
      return refused({ kind: "no-price", ticker });
    }
  };

/** Which bars the venue is asked for, and how many of them make one. */
function madeOf({ interval, count }: BarsWanted): {
  readonly interval: BarInterval;
  readonly count: number;
  readonly minutes: number;
} {
  if (interval === "day") return { interval, count, minutes: 1 };
  const minutes = MINUTES[interval];
  return { interval: "minute", count: Math.min(count, MINUTES_MAX / minutes), minutes };
}
