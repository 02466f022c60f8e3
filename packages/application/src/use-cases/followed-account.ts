import type { Book } from "@sevenfold/domain/book";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { PatternName } from "@sevenfold/domain/pattern";
import type { TradingSession } from "@sevenfold/domain/trading-session";

import type { Broker } from "../ports/broker.ts";
import type { Account, Decision, Lease, Settings, User } from "../ports/storage.ts";
import type { ConflatedPrices } from "./conflated-prices.ts";
import type { NotFoundWatch } from "./not-found-watch.ts";
import type { Reconciled } from "./reconcile-account.ts";
import type { Turns } from "./turns.ts";

/** An account the worker follows. The stored rows are the truth; this is what it works from. */
export interface FollowedAccount {
  readonly id: string;
  readonly userId: string;
  readonly broker: Broker;
  readonly calendar: TradingCalendar;
  /** Ends everything the account does in this process. */
  readonly ending: AbortController;
  readonly turns: Turns;
  readonly prices: ConflatedPrices;
  readonly batch: PriceBatch;
  readonly notFound: NotFoundWatch;
  account: Account;
  user: User;
  settings: Settings;
  book: Book;
  /** Symbols that may be entered; the book also holds those only held or once watched. */
  watched: ReadonlySet<Ticker>;
  lease: Lease;
  /** On the clock that never steps. */
  leaseRenewedMs: number;
  /** When upkeep last ran, on the same clock: a gap means that the process slept. */
  lastBeatMs: number;
  session: TradingSession | undefined;
  /** When `session` has to be asked anew. */
  sessionUntil: Instant;
  /** What the account's row says of the session, to see when it must be written. */
  storedSession: {
    readonly day: string | undefined;
    readonly baseline: Money | undefined;
    readonly halted: boolean;
  };
  isStreamConnected: boolean;
  isReconciled: boolean;
  reconciled: Reconciled | undefined;
  /** Intents are being placed; prices wait meanwhile. */
  acting: Promise<void> | undefined;
  /** Slots whose order is being placed and may not be on record yet. */
  readonly placing: Set<number>;
  /** The bar patterns that stand at a slot, as of the last beat. */
  readonly patternsOf: Map<number, readonly PatternName[]>;
  /** The automated order at work of a slot. */
  readonly working: Map<number, string>;
  /** Orders of others at work, by key. */
  readonly others: Map<string, { readonly slot: number; readonly reservedCash: Money }>;
  /** Slots whose order ended unfilled and which stay closed a little longer. */
  readonly closedUntil: Map<
    number,
    { readonly until: Instant; readonly endedAt: Instant; readonly coolsDown: boolean }
  >;
  /** How often the broker refused the slot's orders, one after the other. */
  readonly refusals: Map<number, number>;
  isSyncWaiting: boolean;
  isCheckWaiting: boolean;
  /** The trail snapshot we last wrote or read: another one means somebody else put it there. */
  trailsSavedAt: Instant | undefined;
  journal: Journal;
}

/** What the decision journal last said of each slot, and what it has yet to write. */
export interface Journal {
  /** Slots with a price since the last look. */
  readonly moved: Set<number>;
  readonly said: Map<number, string>;
  pending: Decision[];
}

/** Longest time without a renewal in which the lease is still surely ours. */
const LEASE_TRUSTED_MS = 10_000;
/** A longer pause of the process makes what it heard before worthless. */
export const PAUSE_MAX_MS = 5_000;

/** Whether the account may send orders: its books agree with the broker's and it alone writes them. */
export const isReady = (followed: FollowedAccount, monotonicMs: number): boolean =>
  !followed.ending.signal.aborted &&
  followed.isStreamConnected &&
  followed.isReconciled &&
  monotonicMs - followed.leaseRenewedMs < LEASE_TRUSTED_MS;

export const hasPaused = (followed: FollowedAccount, monotonicMs: number): boolean =>
  PAUSE_MAX_MS < monotonicMs - followed.lastBeatMs;
