import type { Book } from "@sevenfold/domain/book";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { PriceBatch } from "@sevenfold/domain/decide";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";
import type { PatternName } from "@sevenfold/domain/pattern";
import type { TradingSession } from "@sevenfold/domain/trading-session";

import type { Broker } from "../../ports/broker.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { RowVersion } from "../../ports/stores/account-store.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { TrailMark } from "../../ports/stores/trail-store.ts";
import type { User } from "../../ports/stores/user-store.ts";
import type { Alarm } from "./alarm.ts";
import type { BookInHand } from "./book-in-hand.ts";
import type { MovedSlots } from "./moved-slots.ts";
import type { Mutex } from "./mutex.ts";
import type { NotFoundWatch } from "./not-found-watch.ts";
import type { AutomatedDraft } from "./order-draft.ts";
import type { OrdersKnown } from "./orders-known.ts";
import type { OwnTrading } from "./own-trading.ts";
import type { PriceBasis } from "./price-basis.ts";
import type { Pulse } from "./pulse.ts";
import type { Drift, Reconciled } from "./reconciled.ts";
import type { StopBoard } from "./stop-board.ts";
import type { VenueTime } from "./venue-time.ts";

/** An account the worker follows. The stored rows are the truth; this is what it works from. */
export interface FollowedAccount {
  readonly id: string;
  readonly userId: string;
  readonly broker: Broker;
  readonly calendar: TradingCalendar;
  /** Ends everything the account does in this process. */
  readonly ending: AbortController;
  /** Held while rows and book are made to agree; never while a broker is asked. */
  readonly mutex: Mutex;
  /** Rung when the account is to be reconciled before its time. */
  readonly reconciling: Alarm;
  /** When its broker was last asked how things stand, on the clock that never steps. */
  askedMs: number;
  /** Where in the minute it is asked while nothing is at work: those taken up together each at their own moment. */
  readonly minuteOffsetMs: number;
  readonly batch: PriceBatch;
  readonly notFound: NotFoundWatch;
  account: Account;
  user: User;
  settings: Settings;
  /** Caught up with the prices, and to be changed by whoever takes it: see `inHand`. */
  book: Book;
  readonly inHand: BookInHand;
  /** Symbols that may be entered; the book also holds those only held or once watched. */
  watched: ReadonlySet<Ticker>;
  lease: Lease;
  /** On the clock that never steps. */
  leaseRenewedMs: number;
  /** Of the process that follows it. */
  readonly pulse: Pulse;
  /** Pauses of the process that its heartbeat knows of: what was heard before another is the past. */
  pausesKnown: number;
  session: TradingSession | undefined;
  /** When `session` was asked, and when it has to be asked anew; before the first it is not known either. */
  sessionFrom: Instant;
  sessionUntil: Instant;
  /** What the account's row says of the session, to see when it must be written. */
  storedSession: {
    readonly day: string | undefined;
    readonly baseline: Money | undefined;
    readonly halted: boolean;
  };
  isStreamConnected: boolean;
  /** Times that trust was lost: what was asked for before the last of them proves nothing. */
  breaks: number;
  isReconciled: boolean;
  /** Since when the broker tells of it only in part, or not at all: it is asked again soon. Monotonic. */
  untoldFromMs: number | undefined;
  /** Where its holdings were others than ours when they were last asked for by themselves. */
  driftUntold: readonly Drift[] | undefined;
  reconciled: Reconciled | undefined;
  /** Shares of the books that the broker has not had for two answers. */
  missingThere: ReadonlyMap<Ticker, Quantity>;
  /** Cash of ours that the broker did not let us spend when it was last asked. */
  missingCash: number;
  /** What the book keeps aside of it. `account` may be read before, or after, that was put on record. */
  unavailableCash: Money;
  /** How the broker's time and ours compare. */
  readonly venueTime: VenueTime;
  /** Which prices may be of other shares than those in the books. */
  readonly basis: PriceBasis;
  /** What was decided and is not written down yet: at most one of a symbol. */
  readonly drafts: { readonly exits: AutomatedDraft[]; readonly entries: AutomatedDraft[] };
  /** Slots whose order is being placed, with its key as soon as it is on record. */
  readonly placing: Map<number, string | undefined>;
  /** The bar patterns that stand at a slot, as of the last heartbeat. */
  readonly patternsOf: Map<number, readonly PatternName[]>;
  /** The automated order at work of a slot. */
  readonly working: Map<number, string>;
  /** What need not be read again of its orders. */
  readonly orders: OrdersKnown;
  /** Orders of others at work, by key. */
  readonly others: Map<string, { readonly slot: number; readonly reservedCash: Money }>;
  /** The stops that rest at the broker: no orders at work, as far as the rule is concerned. */
  readonly stops: StopBoard;
  /** Slots whose order ended unfilled and which stay closed a little longer, on the clock that never steps. */
  readonly closedUntil: Map<
    number,
    {
      readonly untilMs: number;
      readonly endedAt: Instant;
      readonly isDenied: boolean;
      /** How many shares there were then. */
      readonly held: number;
    }
  >;
  /** How many of the slot's orders came to nothing, one after the other: refused, not sent, or ended unfilled. */
  readonly inVain: Map<number, number>;
  isSyncWaiting: boolean;
  isCheckWaiting: boolean;
  /** The version of each symbol's trail that the book's goes on from. */
  readonly trailVersions: Map<Ticker, number>;
  /** Of the trails on record as this worker wrote them last. */
  trailsMark?: TrailMark | undefined;
  /** The version of the account's rows that were last taken up; undefined before the first. */
  rowsTakenUp: RowVersion | undefined;
  /** When a price of each slot last came; 0 for never. */
  heardAt: Float64Array;
  /** How many of the book's symbols have their price followed. */
  pricesWatched: number;
  /** Whose prices were asked to be served best, in one line. */
  preferred: string;
  journal: Journal;
  /** What trades it in the built-in rule's place. */
  own?: OwnTrading;
}

/** What the decision journal last said of each slot, and what it has yet to write. */
export interface Journal {
  /** Slots with a price since the last look. */
  readonly moved: MovedSlots;
  readonly said: Map<number, string>;
  pending: Decision[];
}

/** Longest time without a renewal in which the lease is still surely ours. */
const LEASE_TRUSTED_MS = 10_000;

/** Whether the account may send orders: its books agree with the broker's and it alone writes them. */
export const isReady = (followed: FollowedAccount, monotonicMs: number): boolean =>
  !followed.ending.signal.aborted &&
  followed.isStreamConnected &&
  followed.isReconciled &&
  monotonicMs - followed.leaseRenewedMs < LEASE_TRUSTED_MS;

/** Nothing is sent before books and broker have agreed anew: something may have been missed. */
export function distrust(followed: FollowedAccount): void {
  followed.breaks += 1;
  followed.isReconciled = false;
  followed.reconciling.ring();
}

/** Whether the process stood still since the account's heartbeat last looked. */
export function hasPaused(
  { pausesKnown, pulse }: Pick<FollowedAccount, "pausesKnown" | "pulse">,
  monotonicMs: number,
): boolean {
  pulse.beat(monotonicMs);
  return pausesKnown !== pulse.pauses;
}
