import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Money, minus } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { percentChangeOf } from "@sevenfold/domain/percent";
import { ok, type Result } from "@sevenfold/domain/result";

import { type HoldingsNeeds, readHoldings } from "./read-holdings.ts";
import type { AccountNotFound } from "./selected-account.ts";
import { storedSessionOf } from "./session-roll.ts";
import type { TradingNeeds } from "./trading-needs.ts";

export interface EquityChange {
  readonly amount: Money;
  readonly percent: number | undefined;
}

export interface DailyChange {
  /** Since the previous regular close; since the account began where it saw none. */
  readonly sinceClose: EquityChange;
  /** Fills since New York's midnight. */
  readonly tradesToday: number;
  /** Since 24 hours ago; undefined while nothing that old is recorded. */
  readonly sinceDayAgo: EquityChange | undefined;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

type Needs = HoldingsNeeds & Pick<TradingNeeds, "calendarOf">;

export const readDailyChange =
  (needs: Needs) =>
  async (userId: string): Promise<Result<DailyChange, AccountNotFound>> => {
    const { calendarOf, clock, storage } = needs;
    const holdings = await readHoldings(needs)(userId);
    if (!holdings.ok) return holdings;
    const { account, equity } = holdings.value;
    const at = clock.now();
    const calendar = calendarOf(account);
    const [{ baseline }, dayAgo, tradesToday] = await Promise.all([
      storedSessionOf(storage.read, account, calendar, at),
      storage.read.equity.at(account.id, (at - DAY_MS) as Instant),
      storage.read.fills.countSince(account.id, dayBoundsOf(at).starts),
    ]);
    return ok({
      sinceClose: changeOf(baseline ?? account.startEquity, equity),
      tradesToday,
      sinceDayAgo: dayAgo && changeOf(dayAgo.equity, equity),
    });
  };

const changeOf = (from: Money, to: Money): EquityChange => ({
  amount: minus(to, from),
  percent: percentChangeOf(from, to),
});
