import { type Book, markAt } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import type { Bps } from "@sevenfold/domain/money";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { Account } from "../ports/storage.ts";
import { type AccountRows, readAccountRows } from "./account-rows.ts";
import { openAlarm } from "./alarm.ts";
import { automatedOf } from "./automated-symbols.ts";
import { bookFromRows } from "./book-from-rows.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { openNotFoundWatch } from "./not-found-watch.ts";
import type { PriceBoard } from "./price-board.ts";
import type { RecentMinutes } from "./recent-minutes.ts";
import { forgetUnwatched, watchPrices } from "./refresh-account.ts";
import { restoreSessionOf, rollSession } from "./session-roll.ts";
import { dropAutomatedIntents } from "./settle-unanswered.ts";
import { openStopBoard } from "./stop-board.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { openTurns } from "./turns.ts";
import { pricesOf } from "./venue-prices.ts";
import { widenTrails } from "./widen-trails.ts";

export interface FollowOptions {
  readonly workerId: string;
  readonly collarBps: Bps;
}

/** How long a lease lasts without renewal. */
export const LEASE_MS = 15_000;

/**
 * Takes the account's lease and makes its book from the stored rows. Undefined while another worker
 * holds the lease, or when the account is gone. It may not send orders before it is reconciled.
 */
export async function attachAccount(
  needs: TradingNeeds & { readonly minutes: RecentMinutes },
  { workerId, collarBps }: FollowOptions,
  wanted: Account,
): Promise<FollowedAccount | undefined> {
  const { brokers, calendarOf, clock, prices, storage } = needs;
  const leaseRenewedMs = clock.monotonicMs();
  const lease = await storage.read.leases.acquire({
    accountId: wanted.id,
    owner: workerId,
    durationMs: LEASE_MS,
  });
  if (!lease) return undefined;
  await dropAutomatedIntents(needs, wanted.id);
  const broker = await brokers.connect(wanted.id);
  const rows = await readAccountRows(storage.read, wanted.id, clock.now());
  if (!rows) return undefined;
  const calendar = calendarOf(rows.account);
  const book = bookFromRows(rows, clock.now(), collarBps);
  await restoreSessionOf(storage.read, book, rows.account, calendar, clock.now());
  const hasPrices = pricesOf(rows.account) === "own";
  if (rows.trails && hasPrices) {
    // Whatever comes first is compared with what was known last.
    for (const { last, ticker } of rows.trails.trails) prices.expect(ticker, last);
    await widenTrails(needs, book, rows.trails.savedAt, calendar);
  }
  markFromBoard(book, prices, rows.account);
  const ending = new AbortController();
  const followed: FollowedAccount = {
    id: rows.account.id,
    userId: rows.user.id,
    broker,
    calendar,
    ending,
    turns: openTurns(),
    reconciling: openAlarm(clock, ending.signal),
    batch: {
      at: clock.now(),
      inSession: false,
      count: 0,
      slots: new Int32Array(book.tickers.length),
      prices: new Float64Array(book.tickers.length),
    },
    notFound: openNotFoundWatch(),
    ...partOf(rows),
    book,
    lease,
    leaseRenewedMs,
    lastBeatMs: clock.monotonicMs(),
    session: undefined,
    sessionFrom: 0 as Instant,
    sessionUntil: 0 as Instant,
    storedSession: {
      day: rows.account.baselineDay,
      baseline: rows.account.baseline,
      halted: rows.account.haltedDay !== undefined && rows.account.haltedDay === book.sessionDay,
    },
    isStreamConnected: false,
    breaks: 0,
    isReconciled: false,
    reconciled: undefined,
    drafts: { exits: [], entries: [] },
    placing: new Map(),
    patternsOf: new Map(),
    ...ordersAtWork(rows, book),
    stops: openStopBoard(rows.openOrders, clock.monotonicMs()),
    closedUntil: new Map(),
    refusals: new Map(),
    isSyncWaiting: false,
    isCheckWaiting: false,
    trailVersions: new Map(rows.trails?.trails.map(({ ticker, version }) => [ticker, version])),
    heardAt: new Float64Array(book.tickers.length),
    pricesWatched: 0,
    journal: { moved: new Set(), said: new Map(), pending: [] },
  };
  rollSession(followed, clock.now());
  forgetUnwatched(followed);
  watchPrices(needs, followed);
  return followed;
}

const partOf = ({ account, chosen, settings, user, watchlist }: AccountRows) => ({
  account,
  settings,
  user,
  watched: new Set(automatedOf(user, watchlist, chosen)),
});

/** Which orders the book's marks stand for. */
export function ordersAtWork(
  { openOrders }: Pick<AccountRows, "openOrders">,
  book: Book,
): Pick<FollowedAccount, "others" | "working"> {
  const working: FollowedAccount["working"] = new Map();
  const others: FollowedAccount["others"] = new Map();
  for (const order of openOrders) {
    if (isOwnStop(order)) continue;
    const { clientKey, origin, reservedCash, ticker } = order;
    const slot = book.slots.get(ticker)!;
    if (origin === "automated") working.set(slot, clientKey);
    else others.set(clientKey, { slot, reservedCash });
  }
  return { working, others };
}

/**
 * Values holdings at the latest prices known, so that equity is right before the next trade. Prices of
 * another venue value nothing.
 */
export function markFromBoard(
  book: Book,
  prices: Pick<PriceBoard, "latest">,
  account: Pick<Account, "venue">,
): void {
  if (pricesOf(account) === "none") return;
  book.tickers.forEach((ticker, slot) => {
    const known = prices.latest(ticker);
    if (known) markAt(book, slot, known.price);
  });
}
