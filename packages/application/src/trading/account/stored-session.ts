import type { SessionState } from "@sevenfold/domain/book-session";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { TradingSession } from "@sevenfold/domain/trading-session";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { comparable, takenOverAt } from "./capital-since.ts";
import type { FollowedAccount } from "./followed-account.ts";

/** A worker records equity every minute: a point this old still tells of the close. */
const NEAR_CLOSE_MS = 2 * MINUTE_MS;

type Recorded = Pick<Readers, "capital" | "equity">;

/**
 * The trading day as stored, and the one place its baseline is read: what the account's row says of
 * the day; else the equity recorded at the close before; else the first one recorded since. Undefined
 * where nothing was: then nobody knows what the day began with.
 */
export async function storedSessionOf(
  tables: Recorded,
  account: Account,
  calendar: TradingCalendar,
  at: Instant,
): Promise<SessionState> {
  const latest = latestSession(calendar, at);
  const isOfToday = account.baselineDay === latest.day && account.baseline !== undefined;
  return {
    day: latest.day,
    baseline: isOfToday
      ? account.baseline
      : await recordedBaseline(tables, account, sessionBefore(calendar, at), at),
    closingEquity:
      latest.closes <= at ? await recordedAtClose(tables, account, latest.closes) : undefined,
    halted: isHaltedDay(account, calendar, at),
  };
}

/** By how much others, by money from outside, have moved the baseline on record since the book took it over. */
export const baselineMoved = (
  { storedSession }: Pick<FollowedAccount, "storedSession">,
  { baseline, baselineDay }: Pick<Account, "baseline" | "baselineDay">,
): number =>
  storedSession.day === undefined ||
  storedSession.day !== baselineDay ||
  storedSession.baseline === undefined ||
  baseline === undefined
    ? 0
    : baseline - storedSession.baseline;

/** Whether the daily-loss limit was crossed in the session that is open, or the last one that was. */
export const isHaltedDay = (
  { haltedDay }: Pick<Account, "haltedDay">,
  calendar: TradingCalendar,
  at: Instant,
): boolean => haltedDay !== undefined && haltedDay === latestSession(calendar, at).day;

/** The session at whose close the changes of the trading day begin. */
export const sessionBefore = (calendar: TradingCalendar, at: Instant): TradingSession =>
  calendar.previousSession(latestSession(calendar, at).opens);

/** The session that is open, or the last one that was. */
const latestSession = (calendar: TradingCalendar, at: Instant): TradingSession =>
  calendar.sessionAt(at) ?? calendar.previousSession(at);

async function recordedBaseline(
  tables: Recorded,
  account: Account,
  { closes }: TradingSession,
  at: Instant,
): Promise<Money | undefined> {
  const closing = await recordedAtClose(tables, account, closes);
  if (closing !== undefined) return closing;
  const flows = await tables.capital.of(account.id);
  const from = instant(Math.max(closes, takenOverAt(flows)));
  // Two of them: the first and the last of all.
  const [first] = await tables.equity.since(account.id, from, 2);
  return first && first.at <= at ? comparable(flows, first) : undefined;
}

/** Undefined also where the account was taken over since: its books are about other money now. */
async function recordedAtClose(
  { capital, equity }: Recorded,
  { id }: Account,
  closes: Instant,
): Promise<Money | undefined> {
  const point = await equity.at(id, closes);
  if (!point || point.at < closes - NEAR_CLOSE_MS) return undefined;
  const flows = await capital.of(id);
  return comparable(flows, point);
}
