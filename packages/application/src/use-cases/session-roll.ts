import {
  type Book,
  beginSession,
  endSession,
  restoreSession,
  type SessionState,
  sessionOf,
} from "@sevenfold/domain/book";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";

import type { Account, Tables } from "../ports/storage.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { writeAsWorker } from "./write-as-worker.ts";

/** Opens and closes the book's trading day as the venue does. To be called before any price is used. */
export function rollSession(followed: FollowedAccount, at: Instant): void {
  if (at < followed.sessionUntil) return;
  const { book, calendar } = followed;
  const session = calendar.sessionAt(at);
  const isSame = session !== undefined && session.day === followed.session?.day;
  if (followed.session && !isSame) endSession(book);
  if (session && !isSame) beginSession(book, session.day);
  followed.session = session;
  followed.sessionUntil = session?.closes ?? calendar.nextSession(at).opens;
}

/** Puts the stored state of the trading day into a book made from rows. */
export async function restoreSessionOf(
  tables: Pick<Tables, "equity">,
  book: Book,
  account: Account,
  calendar: TradingCalendar,
  at: Instant,
): Promise<void> {
  restoreSession(book, await storedSessionOf(tables, account, calendar, at));
}

/**
 * The trading day as stored: the day's baseline and halt, or, when nobody was there as the day
 * before ended, the equity recorded last at its close.
 */
export async function storedSessionOf(
  tables: Pick<Tables, "equity">,
  account: Account,
  calendar: TradingCalendar,
  at: Instant,
): Promise<SessionState> {
  const latest = calendar.sessionAt(at) ?? calendar.previousSession(at);
  const before = calendar.previousSession(latest.opens);
  const equityAtClose = async (opens: Instant, closes: Instant) => {
    const point = await tables.equity.at(account.id, closes);
    return point && opens <= point.at ? point.equity : undefined;
  };
  const isKnown = account.baselineDay === latest.day;
  return {
    day: latest.day,
    baseline: isKnown ? account.baseline : await equityAtClose(before.opens, before.closes),
    closingEquity:
      latest.closes <= at ? await equityAtClose(latest.opens, latest.closes) : undefined,
    halted: account.haltedDay === latest.day,
  };
}

/** Writes baseline and halt when they moved. */
export async function storeSession(
  needs: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> {
  const { day, baseline, halted } = sessionOf(followed.book);
  const stored = followed.storedSession;
  if (stored.day === day && stored.baseline === baseline && stored.halted === halted) return;
  await writeAsWorker(needs, followed, (tables) =>
    tables.accounts.change(followed.id, (account) => ({
      ...account,
      ...(baseline === undefined || day === undefined ? {} : { baseline, baselineDay: day }),
      ...(halted && day !== undefined ? { haltedDay: day } : {}),
    })),
  );
  followed.storedSession = { day, baseline, halted };
}
