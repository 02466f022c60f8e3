import type { TradingCalendar } from "@sevenfold/domain/calendar";
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

export interface BarsWanted {
  readonly ticker: Ticker;
  readonly interval: BarInterval;
  /** How many at most, up to now. */
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
    const { ticker, interval, count } = wanted;
    const selected = await selectedAccount(storage.read, userId);
    if (!selected.ok) return selected;
    if ((await prices.ask(ticker)) === "unknown-symbol")
      return refused({ kind: "unknown-symbol", ticker });
    const end = clock.now();
    const start = barsFrom(calendarOf(selected.value), end, wanted);
    try {
      const bars = await marketData.bars({ ticker, interval, start, end });
      return ok(bars.slice(-count));
    } catch (error) {
      log.warn("bars-missing", { ticker, interval, error: String(error) });
      return refused({ kind: "no-price", ticker });
    }
  };

/** Where to begin so that `count` bars lie in sessions up to the instant. */
export function barsFrom(
  calendar: TradingCalendar,
  end: Instant,
  { interval, count }: Pick<BarsWanted, "interval" | "count">,
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
