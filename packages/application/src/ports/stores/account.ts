import type { Instant, TradingDay } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { ForeignAtBroker } from "./foreign-at-broker.ts";

export type AccountStatus = "pending" | "active" | "error" | "disabled";

/** Why an account is not active; the words are made on reading. */
export const STATUS_REASONS = [
  /** Nobody has seen the account yet: the broker did not answer. Asked again by and by. */
  "broker-unavailable",
  /** The user has to let us in at the broker's own site. */
  "needs-authorisation",
  /** The keys lead to several accounts: its user has to say which. */
  "account-not-chosen",
  "keys-refused",
  /** The stored keys were changed, moved or sealed under a credentials key we no longer hold. */
  "keys-unreadable",
  /** The broker keeps the account from trading. */
  "account-suspended",
  "account-too-large",
  "live-not-allowed",
  /** The broker shows another account than the one our books are about. */
  "venue-reset",
  /** The keys lead to an account that is connected already. */
  "connected-twice",
  "paused",
] as const;

export type StatusReason = (typeof STATUS_REASONS)[number];

/** What makes an account one that may only get smaller, until its user has looked. */
export const REDUCTION_REASONS = [
  /** Of its own, within a minute. */
  "too-many-orders",
  /** Of all accounts together. */
  "too-many-orders-in-all",
  /** By its broker, one after the other. */
  "too-many-rejections",
  /** The broker told of something our books cannot hold. */
  "books-contradicted",
  /** The broker took something back that our books cannot take back by themselves. */
  "correction-unbooked",
  /** The broker holds other shares than our books, and no trade we know of explains it. */
  "holdings-differ",
  /** Nobody knows: the broker has not told of orders, trades or holdings for a while. */
  "broker-unread",
  /** The broker has other cash than our books, and nothing it told us of explains it. */
  "cash-differs",
  /** The broker's clock and this machine's say different times. */
  "clock-differs",
  /** The broker keeps other hours today than our calendar. */
  "hours-differ",
  /** The strategy of its owner's that trades it could go on no more. */
  "strategy-stopped",
  /** Its books were brought back from a backup: the broker may have done what they do not know. */
  "restored",
] as const;

export type ReductionReason = (typeof REDUCTION_REASONS)[number];

/** One reason and since when; what ends it stands in `REDUCTIONS`. */
export interface Reduction {
  readonly because: ReductionReason;
  readonly at: Instant;
  /** What it is about, in words that follow the reason's: which symbols, say. */
  readonly about?: string;
}

/** A strategy of the installation's owner that trades an account in the built-in rule's place. */
export interface InstalledStrategy {
  /** The file's name, without where it lies. */
  readonly name: string;
  /** Of the file, in hex. */
  readonly sha256: string;
  readonly parameters: Readonly<Record<string, number>>;
  readonly installedAt: Instant;
  /** The hash that may trade real money; absent: none does. */
  readonly liveSha256?: string;
}

/** A broker profile: one account of a user at a venue. "Account" everywhere in the code. */
export interface Account {
  readonly id: string;
  readonly userId: string;
  readonly portfolioId: string;
  /** Who is behind its keys, by the id of its `VenueRegistration`. */
  readonly provider: string;
  /** Where the keys lead: to the built-in exchange, the provider's paper venue, or real money. */
  readonly venue: "built-in" | "paper" | "live";
  readonly label: string;
  readonly status: AccountStatus;
  /** Absent while it is active. */
  readonly statusReason?: StatusReason;
  /** When its keys are to be tried again without anybody asking. */
  readonly validateAt?: Instant;
  /** How often that failed in a row; absent: never. */
  readonly failedValidations?: number;
  /** When the broker last let us in under these keys. Absent: it has never been taken over. */
  readonly lastValidatedAt?: Instant;
  /** When the user's word at the broker's own site runs out, where one is needed. */
  readonly authorisedUntil?: Instant;
  /** The last four characters of the API key, to tell keys apart by. */
  readonly apiKeyEnding?: string;
  /** Taken away by its user: its keys are gone, its history stays. */
  readonly removedAt?: Instant;
  /** The one whose numbers and switches the user sees. */
  readonly isSelected: boolean;
  readonly createdAt: Instant;

  /** Booked cash: what the ledger's cash account sums to. Never below zero. */
  readonly cash: Money;
  /** Booked cash that the broker does not let us spend, beside what open buys keep. Absent: there is none. */
  readonly unavailableCash?: Money;
  /** Equity when the account was taken over, and what came from outside since: what a gain is measured from. */
  readonly startEquity: Money;
  /** Equity at the previous regular close, and the session it stands for. */
  readonly baseline?: Money;
  readonly baselineDay?: TradingDay;
  /** The session in which the daily-loss limit was crossed. */
  readonly haltedDay?: TradingDay;
  /** Executions up to here are booked; reconciliation reads on from it with an overlap. */
  readonly executionsReadTo: Instant;
  /** Activities were read up to here; they are read on from it with an overlap. Absent: never. */
  readonly activitiesReadTo?: Instant;
  /** Executions before this are part of what was taken over, and never booked. */
  readonly booksFrom?: Instant;
  /** The venue's number of the account, to notice a reset. */
  readonly venueAccountNumber?: string;

  /** What else the broker shows of it; absent where there is nothing. */
  readonly foreign?: ForeignAtBroker;

  /** What trades it in the built-in rule's place; absent: the rule does. */
  readonly own?: InstalledStrategy;

  /** Why only cancels and sells pass, each reason once, some perhaps over by now. Absent: there is none. */
  readonly reductions?: readonly Reduction[];
  /** The breakers count from here: when the account was last let go on. */
  readonly breakersFrom?: Instant;
}

export interface Credentials {
  readonly accountId: string;
  readonly sealedApiKey: string;
  readonly sealedSecretKey: string;
  /** What the user's word at the broker's own site gave us, and when it ends. */
  readonly sealedAccess?: string;
  readonly accessExpiresAt?: Instant;
}
