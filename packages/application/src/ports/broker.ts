import type { DayHours } from "@sevenfold/domain/calendar";
import type { Instant, Ticker, TradingDay } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { Fill, LongTimeInForce, Order, OrderSide } from "@sevenfold/domain/order";
import type { Activity } from "./activity.ts";
import type { BrokerAccess } from "./broker-access.ts";
import type { ForeignThings } from "./foreign.ts";
import type { Account } from "./stores/account.ts";
import type { VenueDirectory } from "./venue-registration.ts";

/** What became of sending an order. Only a parsed refusal of a first attempt is "rejected". */
export type SubmitAnswer =
  | { readonly kind: "accepted"; readonly brokerOrderId: string }
  | {
      readonly kind: "rejected";
      /** What the broker says, fit for a user: no raw body. */
      readonly message: string;
      readonly cause:
        | "funds"
        | "shares"
        | "symbol"
        | "credentials"
        /** The user has to let us in again at the broker's own site. */
        | "authorisation"
        | "other";
    }
  /**
   * This attempt did not leave, or the venue says that it has not taken it yet: a full call budget,
   * a connection refused before a byte went out, a 429. Neither a refusal of the order nor an open
   * question; of an earlier attempt it says nothing. The same order may be sent again.
   */
  | {
      readonly kind: "not-sent";
      readonly message: string;
      /** How long to wait before trying again, where that is known. */
      readonly retryAfterMs?: number;
    }
  /** The order may or may not be at the venue: a time-out, a lost connection, a 5xx, an unreadable answer. */
  | { readonly kind: "unknown"; readonly message: string };

export type CancelAnswer = "requested" | "too-late" | "unknown";

/** The state of one order as the venue reports it, in our words. */
export interface OrderReport {
  readonly brokerOrderId: string;
  /** Ours, where the venue returns it. */
  readonly clientKey?: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly limit?: Price;
  /** Until it is met the order rests and trades nothing. */
  readonly stop?: Price;
  /** Absent: for the day, or for less. */
  readonly timeInForce?: LongTimeInForce;
  readonly extendedHours: boolean;
  /** `suspended` covers every word we do not know: still open for accounting. */
  readonly state: "working" | "filled" | "canceled" | "expired" | "rejected" | "suspended";
  /** Cumulative. */
  readonly filled: Quantity;
  readonly submittedAt: Instant;
  /** The venue does not say yet how it stands, how much of it traded or at what price: no execution tells of that. */
  readonly isUntold?: true;
  readonly message?: string;
  /** The number of the order that it stands in the place of, where somebody has changed one and it has another since. */
  readonly replaces?: string;
}

/** One execution together with the order it belongs to. */
export interface Execution extends Fill {
  readonly brokerOrderId: string;
  readonly clientKey?: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** How many shares its order is for by then, where the venue says so with it. */
  readonly ordered?: Quantity;
  /**
   * Where a venue tells the fills of an order in one sum only: quantity and price are those of all of
   * them, out of so many ordered. What of it is new, the books say. When the order was placed tells
   * what the time of its fills may not: that it ended before an account was taken over.
   */
  readonly asSum?: { readonly ordered: Quantity; readonly placedAt: Instant };
}

export interface BrokerAccountReport {
  /** The venue's own number: a change of it means a reset account. */
  readonly accountNumber: string;
  readonly cash: Money;
  readonly equity: Money;
  /**
   * What may be spent on a buy now, credit left out where the venue tells it apart; less than the cash where
   * the venue keeps some of it back, or punishes the sale of what is bought with it.
   */
  readonly buyingPower: Money;
  readonly canTrade: boolean;
  /** Why it cannot trade, in the venue's words. */
  readonly restriction?: string;
}

export interface BrokerPosition {
  readonly ticker: Ticker;
  readonly quantity: Quantity;
  readonly costBasis: Money;
  /** What exceeds whole shares, in billionths of a share. Shown and valued, never traded. */
  readonly fractionBillionths: number;
}

/** A word on the stream. After `connected` anything may have been missed: read orders and executions. */
export type BrokerNotice =
  | { readonly kind: "connected" }
  | {
      readonly kind: "disconnected";
      readonly message: string;
      /** The venue does not let our keys in: the next attempt may be far off, and a read tells more. */
      readonly areKeysRefused?: true;
    }
  | { readonly kind: "order"; readonly report: OrderReport }
  | { readonly kind: "execution"; readonly execution: Execution };

/** Rules of a venue that can be asked before an order is sent there. */
export interface VenueTerms {
  /** What a buy has to be worth, at the least. */
  readonly buyNotionalMin?: Money;
  /** Takes stops that rest until they are canceled. */
  readonly takesStops?: true;
  /** The cash of each trade is rounded to the cent, and its execution does not say so. */
  readonly roundsToCents?: true;
}

/**
 * One account at a venue: a real broker, a paper account, the built-in exchange, the simulation.
 * Reads reject with `BrokerUnavailable` when the venue gives no trustworthy answer: an unreadable
 * snapshot is never an empty one.
 */
export interface Broker {
  /** What the venue is known to refuse; absent where nothing is. */
  readonly terms?: VenueTerms;
  /** Each order of ours that it lists carries our key: one without is somebody else's. False where not said. */
  readonly returnsKeys?: boolean;
  /** Sends the order. Idempotent by `clientKey`: a duplicate of ours means "already there". */
  submit(order: Order): Promise<SubmitAnswer>;
  /** Asks for a cancel. The end comes as a notice. */
  cancel(order: Order): Promise<CancelAnswer>;
  /**
   * What became of this order; undefined when the venue says it has none of that key. One that others placed,
   * or that stands in the place of another, has no key of ours there, and is found by its number.
   */
  find(order: Order): Promise<OrderReport | undefined>;
  /**
   * Every order of ours, and every one for whole shares that others placed, submitted since: all pages,
   * oldest first. One of ours that cannot be read rejects by its name, and is never left out.
   */
  ordersSince(since: Instant): Promise<readonly OrderReport[]>;
  /** Every execution since (inclusive), all pages, oldest first. */
  executionsSince(since: Instant): Promise<readonly Execution[]>;
  /**
   * What moved money or shares without a trade, from the New York day of `since` on or filed since, all
   * pages, oldest first. One of a kind we do not know is cash of its amount; one that cannot be read fails
   * the list.
   */
  activitiesSince(since: Instant): Promise<readonly Activity[]>;
  account(): Promise<BrokerAccountReport>;
  /** Whole shares held long. */
  positions(): Promise<readonly BrokerPosition[]>;
  /**
   * What the others leave out, by what it is and before anything else of it is read: every holding that
   * is not of whole shares held long, every order that is not for such shares and was submitted since or
   * has an execution since, and what was traded of them since, or since `tradedSince` where it is given.
   */
  foreign(since: Instant, tradedSince?: Instant): Promise<ForeignThings>;
  /** What its own clock says now; absent where it tells none. */
  clock?(): Promise<Instant>;
  /** Its regular hours from one day to another, both included, oldest first; absent where it tells none. */
  hours?(from: TradingDay, to: TradingDay): Promise<readonly DayHours[]>;
  /** Everything the venue says about our orders, reconnecting for ever until the signal aborts. */
  notices(signal: AbortSignal): AsyncIterable<BrokerNotice>;
}

/** The venue gave no trustworthy answer to a read, or may not be asked at all. */
export class BrokerUnavailable extends Error {
  override readonly name = "BrokerUnavailable";
  readonly reason:
    | "credentials"
    /** The user has to let us in, once more, at the broker's own site. */
    | "needs-authorisation"
    /** The keys lead to several accounts, or not to the one that is meant. */
    | "account-not-chosen"
    | "rate-limit"
    | "network"
    | "unreadable"
    /** The stored keys do not open. */
    | "keys-unreadable"
    /** Our own configuration does not let us trade there. */
    | "not-allowed";

  constructor(cause: BrokerUnavailable["reason"], message: string) {
    super(message);
    this.reason = cause;
  }
}

/** Keys as their owner has them, and where they lead. */
export interface OpenKeys extends Pick<Account, "provider" | "venue"> {
  readonly apiKey: string;
  readonly secretKey: string;
  /** Given by the user at the broker's own site, where keys alone do not do. */
  readonly access?: BrokerAccess;
  /** Which of the accounts behind the keys is meant, once that is known. */
  readonly accountNumber?: string;
}

/** Opens the connection that belongs to a stored account, with its decrypted credentials. */
export interface BrokerConnections {
  /** Where it connects to. */
  readonly venues: VenueDirectory;
  /** The same connection for the same account as long as its credentials do not change. */
  connect(accountId: string): Promise<Broker>;
  /** Forgets the connection: credentials changed, the account was paused or is gone. */
  release(accountId: string): void;
  /** A connection under keys that are not stored yet. Kept by nobody. */
  tryKeys(keys: OpenKeys): Promise<Broker>;
}
