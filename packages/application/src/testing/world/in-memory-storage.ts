import type { Instant } from "@sevenfold/domain/market";

import type { Clock } from "../../ports/clock.ts";
import type { SignInStore } from "../../ports/stores/sign-in-store.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import { memoryAccountStore, memorySettingsStore } from "./memory-account-stores.ts";
import { memoryActivityStore } from "./memory-activity-store.ts";
import {
  type BooksView,
  commit,
  keep,
  type MemoryBooks,
  memoryBooks,
  otherViewOf,
  rollBack,
} from "./memory-books.ts";
import { memoryEquityStore } from "./memory-equity-store.ts";
import { memoryHoldingsReader } from "./memory-holdings-store.ts";
import { memoryLeaseStore } from "./memory-lease-store.ts";
import { memoryPaymentNoticeStore } from "./memory-payment-notice-store.ts";
import {
  memoryHaltStore,
  memoryQuarantineStore,
  memoryVenueHoursStore,
} from "./memory-safeguard-stores.ts";
import { memorySaleStore } from "./memory-sale-store.ts";
import { memorySeatStore } from "./memory-seat-store.ts";
import {
  memoryApiTokenStore,
  memoryAuditStore,
  memoryAuthorisationStore,
  memoryThrottleStore,
  memoryTotpStore,
} from "./memory-security-stores.ts";
import {
  memoryCapitalStore,
  memoryDecisionStore,
  memoryFillStore,
  memoryOrderStore,
  memoryPositionStore,
  memoryTrailStore,
} from "./memory-trading-stores.ts";
import {
  memoryPortfolioStore,
  memoryRequestStore,
  memorySignInStore,
  memoryUserStore,
  memoryWatchlistStore,
  memoryWorkerStore,
} from "./memory-user-stores.ts";

/** The clock of a storage that is given none: no lease on it ends but one that lasts no time. */
const STOPPED: StorageClock = { now: () => 0 as Instant };
type StorageClock = Pick<Clock, "now">;

/** The storage in memory, for tests and simulated worlds. Gone when nobody holds it. */
export const inMemoryStorage = (clock?: StorageClock): Storage => inMemoryDatabase(clock).storage;

/**
 * Storage and sign-ins on the same rows. Transactions run one at a time, each on a view of its own
 * that is committed at the end or thrown away; readers outside see committed rows only.
 */
export function inMemoryDatabase(clock: StorageClock = STOPPED): {
  readonly storage: Storage;
  readonly signIns: SignInStore;
  /** What is on record now; whoever calls the answer brings that back, while nobody is at work. */
  keep(): () => void;
} {
  const inside = memoryBooks();
  const insideTables = allTables(inside.books, clock, "inside");
  const outside = otherViewOf(inside);
  let last: Promise<unknown> = Promise.resolve();

  function alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(async () => {
      try {
        const value = await work();
        commit(inside);
        return value;
      } finally {
        rollBack(inside);
      }
    });
    last = done.catch(() => undefined);
    return done;
  }

  const read = fromOutside({
    outside: { ...outside, tables: allTables(outside.books, clock, "outside") },
    insideTables,
    alone,
  });
  return {
    storage: { transact: (work) => alone(() => work(insideTables)), read },
    signIns: read.signIns,
    keep: () => keep(inside),
  };
}

const allTables = (
  books: MemoryBooks,
  clock: StorageClock,
  where: "inside" | "outside",
): Tables => ({
  users: memoryUserStore(books),
  portfolios: memoryPortfolioStore(books),
  accounts: memoryAccountStore(books, where === "outside"),
  settings: memorySettingsStore(books, where === "outside"),
  orders: memoryOrderStore(books),
  fills: memoryFillStore(books),
  capital: memoryCapitalStore(books),
  activities: memoryActivityStore(books),
  positions: memoryPositionStore(books),
  holdings: memoryHoldingsReader(books),
  trails: memoryTrailStore(books),
  watchlist: memoryWatchlistStore(books),
  equity: memoryEquityStore(books),
  decisions: memoryDecisionStore(books),
  requests: memoryRequestStore(books),
  workers: memoryWorkerStore(books),
  leases: memoryLeaseStore(books, clock),
  seats: memorySeatStore(books, clock),
  sales: memorySaleStore(books, clock),
  halts: memoryHaltStore(books),
  quarantine: memoryQuarantineStore(books),
  venueHours: memoryVenueHoursStore(books),
  signIns: memorySignInStore(books),
  authorisations: memoryAuthorisationStore(books),
  totp: memoryTotpStore(books),
  apiTokens: memoryApiTokenStore(books),
  throttles: memoryThrottleStore(books),
  paymentNotices: memoryPaymentNoticeStore(books),
  audit: memoryAuditStore(books),
});

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The tables as seen outside transactions. A store's method does its work before it first waits, so
 * a call that changed something is known at once: it is undone and waits for its turn instead.
 */
function fromOutside(world: {
  readonly outside: BooksView & { readonly tables: Tables };
  readonly insideTables: Tables;
  readonly alone: <Value>(work: () => Promise<Value>) => Promise<Value>;
}): Tables {
  const { outside, insideTables, alone } = world;
  const wrapped = Object.entries(outside.tables).map(([storeName, store]) => {
    const inside = insideTables[storeName as keyof Tables] as unknown as Record<string, Method>;
    const methods = Object.entries(store).map(([name, method]) => [
      name,
      (...args: readonly unknown[]) => {
        const answer = (method as Method)(...args);
        if (outside.changed.size === 0) return answer;
        rollBack(outside);
        answer.catch(() => undefined); // Its second run will say the same.
        return alone(() => inside[name]!(...args));
      },
    ]);
    return [storeName, Object.fromEntries(methods)];
  });
  return Object.fromEntries(wrapped) as Tables;
}
