import { type EquityChange, equityChangeOf, type Today, todayOf } from "@sevenfold/domain/day-gain";
import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { ok, type Result } from "@sevenfold/domain/result";
import { equityFrom } from "../trading/account/capital-since.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import { storedSessionOf } from "../trading/account/stored-session.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { wasSeen } from "./account-state.ts";
import { type HoldingsNeeds, holdingsOf, storedHoldings } from "./read-holdings.ts";

export interface DailyChange {
  /** Since the baseline of the venue's trading day. */
  readonly today: Today;
  /** Fills since New York's midnight. */
  readonly tradesToday: number;
  /**
   * Since 24 hours ago, but for what came in and left; undefined while nothing that old is recorded, or a
   * price is unknown.
   */
  readonly sinceDayAgo: EquityChange | undefined;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

type Needs = HoldingsNeeds & Pick<TradingNeeds, "calendarOf">;

export const readDailyChange =
  (needs: Needs) =>
  async (userId: string): Promise<Result<DailyChange, AccountNotFound>> => {
    const { calendarOf, clock, storage } = needs;
    const stored = await storedHoldings(storage.read, userId);
    if (!stored.ok) return stored;
    const { account } = stored.value;
    const at = clock.now();
    const [{ baseline }, dayAgo, tradesToday] = await Promise.all([
      storedSessionOf(storage.read, account, calendarOf(account), at),
      equityFrom(storage.read, account, instant(at - DAY_MS)),
      storage.read.fills.countSince(account.id, dayBoundsOf(at).starts),
    ]);
    const { equity } = holdingsOf(needs, stored.value);
    return ok({
      today: wasSeen(account) ? todayOf(baseline, equity) : { kind: "not-seen" },
      tradesToday,
      sinceDayAgo:
        dayAgo !== undefined && equity !== undefined ? equityChangeOf(dayAgo, equity) : undefined,
    });
  };
