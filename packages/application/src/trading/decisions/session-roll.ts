import type { Book } from "@sevenfold/domain/book";
import {
  beginSession,
  endSession,
  restoreSession,
  sessionOf,
} from "@sevenfold/domain/book-session";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, TradingDay } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { bookToRead } from "../account/book-in-hand.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { baselineMoved, storedSessionOf } from "../account/stored-session.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { writeAsWorker } from "../account/write-as-worker.ts";

/** Opens and closes the book's trading day as the venue does. To be called before any price is used. */
export function rollSession(followed: FollowedAccount, at: Instant): void {
  // A clock that steps back may be in a session again that it had left, or before one it had begun.
  if (followed.sessionFrom <= at && at < followed.sessionUntil) return;
  const { book, calendar } = followed;
  const session = calendar.sessionAt(at);
  const isSame = session !== undefined && session.day === followed.session?.day;
  if (followed.session && !isSame) endSession(book);
  if (session && !isSame) beginDay(followed, session.day);
  followed.session = session;
  followed.sessionFrom = at;
  followed.sessionUntil = session?.closes ?? calendar.nextSession(at).opens;
}

/** What is on record of the day counts: by a clock that has stepped back it may be one that was left. */
function beginDay({ account, book }: FollowedAccount, day: TradingDay): void {
  const { baseline, baselineDay, haltedDay } = account;
  beginSession(book, day, baselineDay === day ? baseline : undefined);
  if (haltedDay === day) restoreSession(book, { ...sessionOf(book), halted: true });
}

/** Puts the stored state of the trading day into a book made from rows. */
export async function restoreSessionOf(
  tables: Pick<Readers, "capital" | "equity">,
  book: Book,
  account: Account,
  calendar: TradingCalendar,
  at: Instant,
): Promise<void> {
  restoreSession(book, await storedSessionOf(tables, account, calendar, at));
}

/**
 * Writes baseline and halt when they moved. Money from outside that others booked meanwhile has moved
 * the baseline on record, and stays in it: the book hears of it when it agrees with the rows.
 */
export const storeSession = (
  needs: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> =>
  followed.mutex.take(async () => {
    const { day, baseline, halted } = sessionOf(bookToRead(followed));
    const stored = followed.storedSession;
    if (stored.day === day && stored.baseline === baseline && stored.halted === halted) return;
    await writeAsWorker(needs, followed, (tables) =>
      tables.accounts.change(followed.id, (account) => ({
        ...account,
        ...(baseline === undefined || day === undefined
          ? {}
          : {
              baseline: money(baseline + baselineMoved(followed, account)),
              baselineDay: day,
            }),
        ...(halted && day !== undefined ? { haltedDay: day } : {}),
      })),
    );
    followed.storedSession = { day, baseline, halted };
  });
