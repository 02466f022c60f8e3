import type { Book } from "@sevenfold/domain/book";
import {
  beginSession,
  endSession,
  restoreSession,
  sessionOf,
} from "@sevenfold/domain/book-session";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, TradingDay } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import type { Account } from "../../ports/stores/account.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import { bookToRead } from "../account/book-in-hand.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { baselineMoved, storedSessionOf } from "../account/stored-session.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isTimeSure } from "../account/venue-time.ts";
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

/**
 * What is on record of the day counts: by a clock that has stepped back it may be one that was left. The
 * row may have been read before money from outside that the book has taken in since; what is known of
 * the stored session has moved with it.
 */
function beginDay({ account, book, storedSession }: FollowedAccount, day: TradingDay): void {
  if (storedSession.day === day) beginSession(book, day, storedSession.baseline);
  else beginSession(book, day, onRecordOf(account, day));
  if (account.haltedDay === day) restoreSession(book, { ...sessionOf(book), halted: true });
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
 * Writes baseline and halt when they moved. A day's baseline is written once: from then on only money
 * from outside moves it, with the transaction that books it. What others booked meanwhile stays in it:
 * the book hears of it when it agrees with the rows. An earlier day than the one on record is written only
 * by a clock that the broker confirms: one that is a day behind would take back the day's halt.
 */
export const storeSession = (
  needs: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> =>
  followed.mutex.take(async () => {
    const { day, baseline, halted } = sessionOf(bookToRead(followed));
    const stored = followed.storedSession;
    if (stored.day === day && stored.baseline === baseline && stored.halted === halted) return;
    // Nothing to write: what is known of the row stays, for the day that it tells of may come again.
    if (baseline === undefined && !halted) return;
    const isLater = (onRecord: TradingDay | undefined): boolean =>
      day !== undefined && onRecord !== undefined && day < onRecord && !isTimeSure(followed);
    let isWritten = true;
    await writeAsWorker(needs, followed, (tables) =>
      tables.accounts.change(followed.id, (account) => {
        isWritten = !isLater(account.baselineDay) && !isLater(account.haltedDay);
        if (!isWritten) return account;
        return {
          ...account,
          ...(baseline === undefined || day === undefined
            ? {}
            : {
                baseline:
                  onRecordOf(account, day) ?? money(baseline + baselineMoved(followed, account)),
                baselineDay: day,
              }),
          ...(halted && day !== undefined ? { haltedDay: day } : {}),
        };
      }),
    );
    if (isWritten) followed.storedSession = { day, baseline, halted };
  });

const onRecordOf = ({ baseline, baselineDay }: Account, day: TradingDay): Money | undefined =>
  baselineDay === day ? baseline : undefined;
