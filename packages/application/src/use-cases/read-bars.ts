import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { longerBars } from "@sevenfold/domain/longer-bars";
import {
  type Bar,
  type BarInterval,
  type Instant,
  MINUTE_MS,
  type Ticker,
} from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Refusal } from "../refusal.ts";
import { selectedAccount } from "./selected-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

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
  "calendarOf" | "clock" | "log" | "marketData" | "prices" | "storage"
>;

/** The latest bars of a symbol, oldest first, in the hours of the user's venue. */
export const readBars =
  (needs: Needs) =>
  async (userId: string, wanted: BarsWanted): Promise<Result<readonly Bar[], Refusal>> => {
    const { calendarOf, clock, log, marketData, prices, storage } = needs;
    const { ticker } = wanted;
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
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

/** Where to begin so that `count` bars lie in sessions up to the instant. */
export function barsFrom(
  calendar: TradingCalendar,
  end: Instant,
  { interval, count }: { readonly interval: BarInterval; readonly count: number },
): Instant {
  let session = calendar.sessionAt(end) ?? calendar.previousSession(end);
  let until = Math.min(end, session.closes);
  for (let missing = count; ; ) {
    const bars = interval === "day" ? 1 : Math.ceil((until - session.opens) / MINUTE_MS);
    if (missing <= bars)
      return (interval === "day" ? session.opens : until - missing * MINUTE_MS) as Instant;
    missing -= bars;
    session = calendar.previousSession(session.opens);
    until = session.closes;
  }
}
