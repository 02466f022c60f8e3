import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Bps, NO_MONEY } from "@sevenfold/domain/money";
import type { Broker } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import { noteBrokerFailure } from "../account/account-failure.ts";
import { type AccountRows, readAccountRows } from "../account/account-rows.ts";
import { openAlarm } from "../account/alarm.ts";
import { bookFromRows } from "../account/book-from-rows.ts";
import { bookToChange, openBookInHand, replaceBook } from "../account/book-in-hand.ts";
import { fencedStorage } from "../account/fenced-storage.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { forgetUnwatched } from "../account/forget-unwatched.ts";
import { markFromBoard } from "../account/mark-from-board.ts";
import { MovedSlots } from "../account/moved-slots.ts";
import { openMutex } from "../account/mutex.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { ordersAtWork } from "../account/orders-at-work.ts";
import { openPriceBasis } from "../account/price-basis.ts";
import { openPulse, type Pulse } from "../account/pulse.ts";
import { openStopBoard } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { openVenueTime } from "../account/venue-time.ts";
import { readSaid } from "../decisions/journal-decisions.ts";
import { restoreSessionOf, rollSession } from "../decisions/session-roll.ts";
import type { RecentMinutes } from "../prices/recent-minutes.ts";
import { widenTrails } from "../prices/widen-trails.ts";
import { dropAutomatedIntents } from "../reconciliation/resolve-unanswered.ts";
import { automatedOf } from "../settings/automated-symbols.ts";
import { watchPrices } from "./refresh-account.ts";

export interface FollowOptions {
  readonly workerId: string;
  readonly collarBps: Bps;
  /** Of the process; one of the account's own where absent. */
  readonly pulse?: Pulse;
}

/** How long a lease lasts without renewal. */
export const LEASE_MS = 15_000;

/**
 * Takes the account's lease and makes its book from the stored rows. Undefined while another worker
 * holds the lease, or when the account is gone. It may not send orders before it is reconciled.
 */
export async function attachAccount(
  needs: TradingNeeds & { readonly minutes: RecentMinutes },
  { workerId, collarBps, pulse = openPulse(needs.clock.monotonicMs()) }: FollowOptions,
  wanted: Pick<Account, "id">,
): Promise<FollowedAccount | undefined> {
  const { clock, storage } = needs;
  const leaseRenewedMs = clock.monotonicMs();
  const lease = await storage.transact(({ leases }) =>
    leases.acquire({
      accountId: wanted.id,
      owner: workerId,
      durationMs: LEASE_MS,
    }),
  );
  if (!lease) return undefined;
  const fenced = { ...needs, storage: fencedStorage(storage, lease) };
  return attached(fenced, { collarBps, lease, leaseRenewedMs, pulse }, wanted);
}

async function connected(needs: TradingNeeds, account: Account): Promise<Broker> {
  const { id: accountId } = account;
  try {
    return await needs.brokers.connect(accountId);
  } catch (error) {
    await noteBrokerFailure(needs)(accountId, error, account).catch((failure: unknown) =>
      needs.log.error("failure-not-noted", { accountId, error: String(failure) }),
    );
    throw error;
  }
}

async function attached(
  needs: TradingNeeds & { readonly minutes: RecentMinutes },
  taken: Pick<FollowOptions, "collarBps"> &
    Pick<FollowedAccount, "lease" | "leaseRenewedMs" | "pulse">,
  wanted: Pick<Account, "id">,
): Promise<FollowedAccount | undefined> {
  const { calendarOf, clock, prices, storage } = needs;
  const { collarBps, lease, leaseRenewedMs, pulse } = taken;
  await dropAutomatedIntents(needs, wanted.id);
  const rows = await readAccountRows(storage.read, wanted.id, clock.now());
  if (!rows) return undefined;
  // After its row: keys that are replaced in between show in that one's next version.
  const broker = await connected(needs, rows.account);
  const calendar = calendarOf(rows.account);
  const book = bookFromRows(rows, clock.now(), collarBps);
  book.exchangeHalts = prices.halts;
  await restoreSessionOf(storage.read, book, rows.account, calendar, clock.now());
  const said = await readSaid(storage.read, wanted.id, book);
  if (rows.trails) {
    // Whatever comes first is compared with what was known last.
    for (const { last, ticker } of rows.trails.trails) prices.expect(ticker, last);
    await widenTrails(needs, book, rows.trails.savedAt, calendar);
  }
  markFromBoard(book, prices);
  // While nobody was followed nothing beat: what is heard from now on is of now.
  pulse.beat(clock.monotonicMs());
  const ending = new AbortController();
  const inHand = openBookInHand(book);
  const followed: FollowedAccount = {
    id: rows.account.id,
    userId: rows.user.id,
    broker,
    calendar,
    ending,
    mutex: openMutex(),
    reconciling: openAlarm(ending.signal),
    askedMs: clock.monotonicMs(),
    minuteOffsetMs: offsetOf(rows.account.id),
    batch: {
      at: clock.now(),
      inSession: false,
      count: 0,
      slots: new Int32Array(book.tickers.length),
      prices: new Float64Array(book.tickers.length),
    },
    notFound: openNotFoundWatch(),
    ...partOf(rows),
    inHand,
    get book() {
      return bookToChange(inHand);
    },
    set book(next) {
      replaceBook(inHand, next);
    },
    lease,
    leaseRenewedMs,
    pulse,
    pausesKnown: pulse.pauses,
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
    untoldFromMs: undefined,
    driftUntold: undefined,
    reconciled: undefined,
    missingThere: new Map(),
    missingCash: 0,
    unavailableCash: rows.account.unavailableCash ?? NO_MONEY,
    venueTime: openVenueTime(),
    basis: openPriceBasis(),
    drafts: { exits: [], entries: [] },
    placing: new Map(),
    orders: new Map(),
    patternsOf: new Map(),
    ...ordersAtWork(rows, book),
    stops: openStopBoard(rows.openOrders, clock.monotonicMs()),
    closedUntil: new Map(),
    inVain: new Map(),
    isSyncWaiting: false,
    isCheckWaiting: false,
    trailVersions: new Map(rows.trails?.trails.map(({ ticker, version }) => [ticker, version])),
    rowsTakenUp: undefined,
    heardAt: new Float64Array(book.tickers.length),
    pricesWatched: 0,
    preferred: "",
    journal: { moved: new MovedSlots(), said, pending: [] },
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

/** The same in each process, and another for nearly every account. */
const offsetOf = (accountId: string): number => {
  let offset = 0;
  for (const sign of accountId) offset = (offset * 31 + sign.charCodeAt(0)) % MINUTE_MS;
  return offset;
};
