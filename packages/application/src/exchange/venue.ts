import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price } from "@sevenfold/domain/money";
import type { Result } from "@sevenfold/domain/result";

import type { Execution } from "../ports/broker.ts";
import type { Identifiers } from "../ports/identifiers.ts";
import type { ShareCount } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueNotice } from "./venue-changes.ts";
import type { VenueCalendar } from "./venue-hours.ts";
import type {
  CashMove,
  Reorganization,
  VenueAccountChange,
  VenueEntry,
  VenueJournal,
} from "./venue-journal.ts";
import type { VenueDraft, VenueOrder, VenueOrderEnd } from "./venue-order.ts";
import type { VenueRefusal } from "./venue-refusal.ts";
import type { OrderChange } from "./venue-submission.ts";

export interface OpenedAccount {
  readonly accountId: string;
  readonly keyId: string;
  readonly secretKey: string;
}

export type CancelRefusal =
  | { readonly kind: "order-unknown" }
  | { readonly kind: "order-ended"; readonly order: VenueOrder };

export type ReplaceRefusal =
  | CancelRefusal
  /** The venue has not taken it into its book yet. */
  | { readonly kind: "order-not-open"; readonly order: VenueOrder }
  /** For a sum of money: it has no quantity to change. */
  | { readonly kind: "order-in-dollars"; readonly order: VenueOrder }
  | VenueRefusal;

/** What happens to an account without a trade, and not to everybody who holds a stock. */
export type VenueBlow =
  | ReorganizationBlow
  | { readonly kind: CashMove; readonly amount: Money }
  | { readonly kind: "bust"; readonly executionId: string };

/** A merger is for shares of another company or, where none is named, for cash. */
export interface ReorganizationBlow {
  readonly kind: Reorganization;
  readonly ticker: Ticker;
  /** `from` shares bring `to` of the other company's. */
  readonly into?: { readonly ticker: Ticker; readonly from: number; readonly to: number };
  /** What each share is paid. */
  readonly perShare?: Money;
}

/** What a bench makes of one order. A canceled one may still trade. */
export type VenueStep =
  | { readonly kind: "trade"; readonly quantity: ShareCount; readonly price: Price }
  | { readonly kind: "end"; readonly as: Exclude<VenueOrderEnd, "replaced"> };

/**
 * A stock venue: accounts, a book of orders, fills at the simulated market's quotes. Every command
 * changes the book at once and answers when the change is in the journal for good. Time never runs
 * backwards in it: an older instant counts as the latest one known.
 *
 * A change that could not be kept is undone, and whoever asked for it hears a failure. From then on
 * every command is rejected with `VenueUnwritable` until `advance` finds the journal writable again.
 * So it is with what breaks off in the middle, by a fault of the program: the book is made anew of
 * the journal, and `advance` tries again, less often each time.
 */
export interface Venue {
  /**
   * Readable at any time; wait for `flushed` before telling anyone what it says. Another object
   * after a change was undone.
   */
  readonly book: VenueBook;
  /** False while the journal cannot be written. */
  readonly isWritable: boolean;
  openAccount(opening: {
    readonly cash: Money;
    /** 2: lends as much as the account has, and lets it sell short. */
    readonly multiplier?: 2;
    readonly openedAt: Instant;
    readonly history?: readonly Execution[];
    /** Forgotten by the first `advance` a minute or so after it. */
    readonly closesAt?: Instant;
  }): Promise<Result<OpenedAccount, { readonly kind: "too-many-accounts" | "cash-out-of-range" }>>;
  /** Forgets the account, its orders and its key. */
  closeAccount(accountId: string, at: Instant): Promise<void>;
  submit(
    accountId: string,
    draft: VenueDraft,
    at: Instant,
  ): Promise<Result<VenueOrder, VenueRefusal>>;
  /**
   * Puts another order in the place of one that rests. What is not changed stays; without a
   * quantity it is for the shares still open.
   */
  replace(
    accountId: string,
    orderId: string,
    change: OrderChange,
    at: Instant,
  ): Promise<Result<VenueOrder, ReplaceRefusal>>;
  /** Suspends an account, lets it trade again, or keeps what its owner prefers. */
  changeAccount(accountId: string, change: VenueAccountChange, at: Instant): Promise<void>;
  cancel(
    accountId: string,
    orderId: string,
    at: Instant,
  ): Promise<Result<VenueOrder, CancelRefusal>>;
  /**
   * Expires and matches what rests in the book, at the quotes of this instant. While the journal
   * cannot be written it only tries whether it can again.
   */
  advance(at: Instant): Promise<void>;
  /**
   * Moves the account's cash or shares by nobody's order, or takes one of its executions back. False
   * when it would leave an account without margin less cash or fewer shares than none; and of a company
   * none of which is held.
   */
  befall(accountId: string, what: VenueBlow, at: Instant): Promise<boolean>;
  /**
   * Sells an account out: its orders are canceled, and what it holds is sold and what it owes bought back,
   * at market. So does `advance` with as much as restores the margin of an account that has too little.
   */
  liquidate(accountId: string, at: Instant): Promise<readonly VenueOrder[]>;
  /** Trades or ends one order whatever the market does: the hand of a bench. */
  direct(orderId: string, step: VenueStep, at: Instant): Promise<void>;
  /**
   * Resolves when all that has happened so far is durable. Rejects when some of it could not be
   * kept, and for as long as nobody knows whether it was.
   */
  flushed(): Promise<void>;
}

export interface VenueNeeds {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly journal: VenueJournal;
  /** What the journal holds from before. */
  readonly entries: Iterable<VenueEntry>;
  readonly identifiers: Identifiers;
  /** A one-way digest of a secret key; who checks a key makes the same. */
  readonly digestOf: (secretKey: string) => string;
  /** "by-hand": nothing trades but what `direct` says. The market's quotes decide otherwise. */
  readonly matching?: "by-hand";
  /** Called in order, after the journal. Must not throw. */
  readonly onNotices: (notices: readonly VenueNotice[]) => void;
}
