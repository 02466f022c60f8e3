import type { EquityPoint, Instant, Ticker, TradingDay } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { Fill, Order, OrderSide } from "@sevenfold/domain/order";
import type { Result } from "@sevenfold/domain/result";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import type { ApiTokenStore } from "./api-token-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { AuthorisationStore } from "./authorisation-store.ts";
import type { HistoryPage, JournalWish, SidedHistoryWish } from "./history.ts";
import type { HoldingsStore } from "./holdings-store.ts";
import type { HaltStore, QuarantineStore } from "./safeguard-stores.ts";
import type { SaleStore } from "./sale-store.ts";
import type { SignInStore } from "./sign-in-store.ts";
import type { ThrottleStore } from "./throttle-store.ts";
import type { TotpStore } from "./totp-store.ts";

export const SUBSCRIPTION_STATUSES = [
  "active",
  "trialing",
  "past_due",
  "canceled",
  "unpaid",
  "none",
  "trial",
  "trial_expired",
  "no_subscription",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PLANS = ["basic", "premium", "pro"] as const;
export type Plan = (typeof PLANS)[number];

export interface User {
  readonly id: string;
  /** As typed; unique however it is written. A demo visitor's is random and shown as "demo". */
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isDemo: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  /** What is paid for. A trial has the rights of Premium without it. */
  readonly plan?: Plan;
  readonly trialEndsAt?: Instant;
  readonly subscriptionEndsAt?: Instant;
  readonly createdAt: Instant;
  /** Demo users end 24 hours after they began. */
  readonly expiresAt?: Instant;
}

export interface Portfolio {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly goalAmount: Money;
  readonly createdAt: Instant;
}

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
  /** The broker holds other shares than our books, and no trade we know of explains it. */
  "holdings-differ",
] as const;
export type ReductionReason = (typeof REDUCTION_REASONS)[number];

/** One reason and since when; what ends it stands in `REDUCTIONS`. */
export interface Reduction {
  readonly because: ReductionReason;
  readonly at: Instant;
  /** What it is about, in words that follow the reason's: which symbols, say. */
  readonly about?: string;
}

/** A broker profile: one account of a user at a venue. "Account" everywhere in the code. */
export interface Account {
  readonly id: string;
  readonly userId: string;
  readonly portfolioId: string;
  readonly provider: "alpaca" | "etrade";
  /** Which venue the provider's protocol leads to. */
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
  /** Equity when the account was taken over: the start of its ledger. */
  readonly startEquity: Money;
  /** Equity at the previous regular close, and the session it stands for. */
  readonly baseline?: Money;
  readonly baselineDay?: TradingDay;
  /** The session in which the daily-loss limit was crossed. */
  readonly haltedDay?: TradingDay;
  /** Executions up to here are booked; reconciliation reads on from it with an overlap. */
  readonly executionsReadTo: Instant;
  /** Executions before this are part of what was taken over, and never booked. */
  readonly booksFrom?: Instant;
  /** The venue's number of the account, to notice a reset. */
  readonly venueAccountNumber?: string;

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

/** Money or shares that came into an account, or left it, other than by trading. */
export interface CapitalFlow {
  readonly accountId: string;
  /** What it books. The same one is booked once. */
  readonly cause: string;
  readonly at: Instant;
  /** Shares of this symbol, worth their cost; absent: cash. */
  readonly ticker?: Ticker;
  /** Negative when it left. */
  readonly amount: Money;
}

/** What the account's automation is told to do. Every change raises the version. */
export interface Settings {
  readonly accountId: string;
  readonly strategy: Strategy;
  readonly limits: RiskLimits;
  readonly automationEnabled: boolean;
  /** A stop for each automated position rests at the broker while automation is on. */
  readonly stopAtBroker: boolean;
  readonly version: number;
  /** Set by whoever changes them. */
  readonly updatedAt: Instant;
}

export interface StoredPosition {
  readonly accountId: string;
  readonly ticker: Ticker;
  readonly quantity: Quantity;
  readonly costBasis: Money;
  /** False for holdings found at the broker until the user hands them over. */
  readonly isManaged: boolean;
  readonly updatedAt: Instant;
}

/** A booked execution: the row behind "trades" and the ledger's postings. */
export interface BookedFill extends Fill {
  readonly accountId: string;
  readonly clientKey: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** Of a sell, after its fee; zero on a buy. */
  readonly realized: Money;
  readonly reason?: string;
}

/** The fills of one symbol in one sum each. */
export interface FillTotals {
  readonly ticker: Ticker;
  readonly count: number;
  readonly bought: Quantity;
  /** What the bought shares cost, fees apart. */
  readonly boughtNotional: Money;
  readonly sold: Quantity;
  /** What the sold shares had cost: proceeds less fees and gain. */
  readonly soldBasis: Money;
  /** Of the sells, after their fees. */
  readonly realized: Money;
}

export interface StoredTrail {
  readonly ticker: Ticker;
  readonly since: Instant;
  readonly high: Price;
  readonly low: Price;
  readonly last: Price;
  readonly lastAt: Instant;
  /** Zero when no cool-down was ever started. */
  readonly coolDownUntil: Instant;
  readonly sessionsBelow: number;
  /**
   * How many facts on record have anchored it: fills, and wishes to start fresh. Whoever holds a
   * lower one in memory holds a trail that has ended.
   */
  readonly version: number;
}

/** All trails of an account as they stood at one instant. */
export interface TrailSnapshot {
  readonly accountId: string;
  readonly savedAt: Instant;
  readonly trails: readonly StoredTrail[];
}

export const SAID_MAX = 300;

/** One line of the decision journal: codes and numbers; words are made on reading. */
export interface Decision {
  readonly accountId: string;
  readonly ticker: Ticker;
  readonly at: Instant;
  readonly verdict: string;
  readonly gate?: string;
  readonly reason?: string;
  readonly price?: Price;
  readonly trigger?: Price;
  readonly reference?: Price;
  /** Why an order came to nothing, in the words of who said so; at most `SAID_MAX` characters. */
  readonly said?: string;
  /** The bar patterns that stood at the symbol; absent when none did. */
  readonly patterns?: readonly string[];
  readonly settingsVersion: number;
}

export interface WorkerPing {
  readonly workerId: string;
  readonly at: Instant;
  /** Every account has its broker. */
  readonly brokerConnected: boolean;
  /** The accounts that have not, `DISCONNECTED_MAX` of them at most; absent where all have. */
  readonly disconnectedAccounts?: readonly string[];
  readonly marketDataActive: boolean;
  readonly message?: string;
}

/**
 * Who may write for an account. A higher epoch fences every lower one. When it ends the storage
 * knows alone, by its own clock: clocks of workers differ.
 */
export interface Lease {
  readonly accountId: string;
  readonly owner: string;
  readonly epoch: number;
}

/** Names are unique among all users, however they are written: see `foldedName`. */
export type UserTaken = { readonly kind: "username-taken" } | { readonly kind: "email-taken" };

/** One line of the settings' history: who wanted what instead of what. */
export interface SettingsChange {
  readonly action: "created" | "changed";
  readonly changedBy: string;
  /** Absent where the settings were created. */
  readonly before?: Settings;
  readonly after: Settings;
}

export interface UserStore {
  add(user: User): Promise<Result<User, UserTaken>>;
  byId(id: string): Promise<User | undefined>;
  /** The one user both names are of, however they are written. */
  bySignIn(signIn: {
    readonly username: string;
    readonly email: string;
  }): Promise<User | undefined>;
  change(id: string, change: (user: User) => User): Promise<User | undefined>;
  /** With everything that is theirs; the audit stays. */
  remove(id: string): Promise<void>;
  /** Demo users whose time is over, with everything that is theirs gone. Returns how many. */
  removeExpired(at: Instant): Promise<number>;
  countDemo(): Promise<number>;
}

export interface PortfolioStore {
  add(portfolio: Portfolio): Promise<void>;
  ofUser(userId: string): Promise<Portfolio | undefined>;
  /** Changes the row through a pure function, with the row locked. Throws when there is none. */
  change(id: string, change: (portfolio: Portfolio) => Portfolio): Promise<Portfolio>;
}

export interface AccountStore {
  /** A selected account takes the place of the user's selected one; so does a change to selected. */
  add(account: Account, credentials?: Credentials): Promise<void>;
  byId(id: string): Promise<Account | undefined>;
  /** Those not removed, oldest first. */
  ofUser(userId: string): Promise<readonly Account[]>;
  /** The account with this number at the venue, whoever connected it, unless it was removed. */
  atVenue(wanted: {
    readonly provider: Account["provider"];
    readonly venue: Account["venue"];
    readonly accountNumber: string;
  }): Promise<Account | undefined>;
  selectedOf(userId: string): Promise<Account | undefined>;
  /** Every account the worker follows: status active. */
  active(): Promise<readonly Account[]>;
  /** Those whose keys are to be tried again by now, the longest due first, at most `limit`. */
  dueForValidation(at: Instant, limit: number): Promise<readonly Account[]>;
  credentialsOf(accountId: string): Promise<Credentials | undefined>;
  /** Keeps these in place of the ones before. */
  putCredentials(credentials: Credentials): Promise<void>;
  eraseCredentials(accountId: string): Promise<void>;
  /**
   * Locks the account's row until the transaction ends; every write for an account begins here.
   * Undefined when there is none. Throws outside a transaction, where it would lock nothing.
   */
  lock(id: string): Promise<Account | undefined>;
  /** Changes the row through a pure function, with the row locked. Throws when there is none. */
  change(id: string, change: (account: Account) => Account): Promise<Account>;
}

export interface SettingsStore {
  add(settings: Settings): Promise<void>;
  of(accountId: string): Promise<Settings | undefined>;
  /**
   * Raises the version itself, and keeps who changed what from which old values. Nothing is written
   * where the change answers the very settings it was given.
   */
  change(
    accountId: string,
    changedBy: string,
    change: (settings: Settings) => Settings,
  ): Promise<Settings>;
  /** Newest first, at most `limit` (500 at the most). */
  history(accountId: string, limit: number): Promise<readonly SettingsChange[]>;
}

export interface OrderStore {
  /** Records the order, unless its `clientKey` is known: then the known one comes back. */
  add(order: Order): Promise<{ readonly order: Order; readonly isNew: boolean }>;
  byKey(clientKey: string): Promise<Order | undefined>;
  /** Those of the account among the keys, however many: asked for in parts. */
  byKeys(accountId: string, clientKeys: readonly string[]): Promise<readonly Order[]>;
  byBrokerOrderId(accountId: string, brokerOrderId: string): Promise<Order | undefined>;
  /** Those of the account that the broker calls so, however many: asked for in parts. */
  byBrokerOrderIds(accountId: string, brokerOrderIds: readonly string[]): Promise<readonly Order[]>;
  /** Changes one order with its row locked. A refused change is not saved. */
  change<Refusal>(
    clientKey: string,
    change: (order: Order) => Result<Order, Refusal>,
  ): Promise<Result<Order, Refusal>>;
  /** Everything not in a final state, oldest first. */
  open(accountId: string): Promise<readonly Order[]>;
  /** Newest first, at most `limit` (500 at the most). */
  latest(accountId: string, limit: number): Promise<readonly Order[]>;
  /** By when they were made. */
  page(accountId: string, wish: SidedHistoryWish): Promise<HistoryPage<Order>>;
  /** When the account's orders but stops were sent, from the instant on, oldest first; at most 500. */
  submittedSince(accountId: string, since: Instant): Promise<readonly Instant[]>;
  /** How many orders of all accounts, but stops, were sent since. */
  countAllSubmittedSince(since: Instant): Promise<number>;
}

export interface FillStore {
  /** Books the execution with its postings. False when its id is already booked: then nothing changed. */
  add(fill: BookedFill): Promise<boolean>;
  /** Books thousands of executions none of which is booked yet, in few statements. */
  addHistory(fills: readonly BookedFill[]): Promise<void>;
  /** Whether the account's ledger has this execution. */
  isBooked(accountId: string, executionId: string): Promise<boolean>;
  /** Which of these executions the account's ledger has, however many: asked for in parts. */
  bookedAmong(accountId: string, executionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Newest first, at most `limit` (500 at the most). */
  latest(accountId: string, limit: number): Promise<readonly BookedFill[]>;
  page(accountId: string, wish: SidedHistoryWish): Promise<HistoryPage<BookedFill>>;
  /** Oldest first, from the instant on. */
  since(accountId: string, since: Instant): Promise<readonly BookedFill[]>;
  countSince(accountId: string, since: Instant): Promise<number>;
  /** What the fills since then come to, symbol by symbol, A to Z. */
  totalsSince(accountId: string, since: Instant): Promise<readonly FillTotals[]>;
  /** What the ledger's cash postings of the account's fills sum to. */
  cashFlow(accountId: string): Promise<Money>;
}

export interface CapitalStore {
  /** Books the flow with its postings. False when its cause is already booked: then nothing changed. */
  add(flow: CapitalFlow): Promise<boolean>;
  /** In the order they were booked. */
  of(accountId: string): Promise<readonly CapitalFlow[]>;
}

export interface PositionStore {
  /** By ticker, A to Z. */
  of(accountId: string): Promise<readonly StoredPosition[]>;
  /** Removes the row when the quantity is zero. */
  put(position: StoredPosition): Promise<void>;
}

export interface TrailStore {
  of(accountId: string): Promise<TrailSnapshot | undefined>;
  save(snapshot: TrailSnapshot): Promise<void>;
}

export interface WatchlistStore {
  /** In the order they were added. */
  of(userId: string): Promise<readonly Ticker[]>;
  /** The same tickers in the same order, and since when each is on the list. */
  listedSince(userId: string): Promise<ReadonlyMap<Ticker, Instant>>;
  add(userId: string, ticker: Ticker, at: Instant): Promise<void>;
  remove(userId: string, ticker: Ticker): Promise<void>;
  /** Those of them the user has chosen for the agent, in the order they were added. */
  chosen(userId: string): Promise<readonly Ticker[]>;
  /** Chooses these and no others. One that is not watched is passed over. */
  choose(userId: string, tickers: readonly Ticker[]): Promise<void>;
}

export interface EquityStore {
  /** A point at an instant that has one replaces it. */
  add(accountId: string, points: readonly EquityPoint[]): Promise<void>;
  /**
   * Oldest first; at most `limit` (2,000 at the most). When there are more: the first, the last, and
   * between them the last known at each of evenly spaced instants.
   */
  since(accountId: string, since: Instant, limit: number): Promise<readonly EquityPoint[]>;
  /** The last point at or before the instant. */
  at(accountId: string, at: Instant): Promise<EquityPoint | undefined>;
  /**
   * Of the points before `minutesUntil` only the last of each hour stays, of those before
   * `hoursUntil` only the last of each day, both by UTC; and the first of each account. Removes the
   * oldest, at most `limit` of each kind. Returns how many.
   */
  thin(wanted: {
    readonly minutesUntil: Instant;
    readonly hoursUntil: Instant;
    readonly limit: number;
  }): Promise<number>;
}

export interface DecisionStore {
  add(decisions: readonly Decision[]): Promise<void>;
  /** Looks at the `limit` first written and removes those from before the instant. Returns how many. */
  removeBefore(at: Instant, limit: number): Promise<number>;
  /** Newest first, at most `limit` (500 at the most). */
  latest(
    accountId: string,
    wanted: { readonly ticker?: Ticker; readonly limit: number },
  ): Promise<readonly Decision[]>;
  /** Those that became orders (entered, left), newest first, at most `limit` (500 at the most). */
  taken(accountId: string, limit: number): Promise<readonly Decision[]>;
  page(accountId: string, wish: JournalWish): Promise<HistoryPage<Decision>>;
}

/** Answers kept by idempotency key, so that a repeated request gets the first one's answer. */
export interface RequestStore {
  /**
   * "new": the key is now taken by this request. "same": the answer of the first one, undefined
   * while it is still being worked on. "other": the key was used for a different request.
   */
  begin(request: {
    readonly userId: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly at: Instant;
  }): Promise<
    | { readonly kind: "new" }
    | { readonly kind: "same"; readonly answer?: string }
    | { readonly kind: "other" }
  >;
  finish(userId: string, key: string, answer: string): Promise<void>;
  /** Gives the key back: the request came to nothing. */
  abandon(userId: string, key: string): Promise<void>;
  /** Forgets at most `limit` requests from before the instant. Returns how many. */
  removeBefore(at: Instant, limit: number): Promise<number>;
}

export interface WorkerStore {
  ping(ping: WorkerPing): Promise<void>;
  latest(): Promise<WorkerPing | undefined>;
  /** Of the worker that had the account's lease last, if it is known, and of the one that pinged last. */
  about(accountId: string): Promise<readonly WorkerPing[]>;
  /** The last of each worker, newest first, at most `limit` (500 at the most). */
  newest(limit: number): Promise<readonly WorkerPing[]>;
  /** Forgets workers that have not pinged since the instant. Returns how many. */
  removeBefore(at: Instant): Promise<number>;
}

export interface LeaseStore {
  /**
   * Takes or renews the lease, for that long from the moment it is granted by the storage's clock.
   * Undefined while another owner's has not expired. Renewing keeps the epoch; taking it, and taking
   * it back after it expired or was released, raises it.
   */
  acquire(wanted: {
    readonly accountId: string;
    readonly owner: string;
    readonly durationMs: number;
  }): Promise<Lease | undefined>;
  /**
   * Whether this epoch is still the account's newest. Asked inside a transaction before its first
   * write it fences all of them: until the end of the transaction nobody can take the lease. False
   * once it was released. One read by key; several transactions may hold it at once.
   */
  holds(accountId: string, epoch: number): Promise<boolean>;
  release(accountId: string, owner: string): Promise<void>;
  /** Whether anybody has the account's lease now, by the storage's clock. */
  isHeld(accountId: string): Promise<boolean>;
  /** The accounts that others hold now, by the storage's clock. */
  heldByOthers(owner: string): Promise<ReadonlySet<string>>;
  /** Gives back every lease, whoever has it: for the one worker that knows no other lives. */
  releaseAll(): Promise<void>;
}

/** Every table, seen from inside one transaction or, read-only by habit, from outside. */
export interface Tables {
  readonly users: UserStore;
  readonly portfolios: PortfolioStore;
  readonly accounts: AccountStore;
  readonly settings: SettingsStore;
  readonly orders: OrderStore;
  readonly fills: FillStore;
  readonly capital: CapitalStore;
  readonly positions: PositionStore;
  readonly holdings: HoldingsStore;
  readonly trails: TrailStore;
  readonly watchlist: WatchlistStore;
  readonly equity: EquityStore;
  readonly decisions: DecisionStore;
  readonly requests: RequestStore;
  readonly workers: WorkerStore;
  readonly leases: LeaseStore;
  readonly sales: SaleStore;
  readonly halts: HaltStore;
  readonly quarantine: QuarantineStore;
  readonly signIns: SignInStore;
  readonly authorisations: AuthorisationStore;
  readonly totp: TotpStore;
  readonly apiTokens: ApiTokenStore;
  readonly throttles: ThrottleStore;
  readonly audit: AuditStore;
}

/** The database cannot be reached, or went away: nothing is decided or sent until it is back. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** Rows a list holds at most, whatever limit was asked for. */
export const ROWS_MAX = 500;
/** Points an equity curve holds at most. */
export const EQUITY_POINTS_MAX = 2_000;

export interface Storage {
  /**
   * Runs the work in one transaction: all of it commits, or nothing. Serialisation failures and
   * deadlocks are retried with the whole work, at most five times; so the work has no effect
   * outside its tables, and no broker is called inside. The work uses the tables it is given and
   * awaits each call: `read` or another transaction inside would wait for this one for ever. A
   * write that answers nothing may be told to have failed by a later call, or where all is to be
   * committed: so no work goes on after a failure.
   */
  transact<Value>(work: (tables: Tables) => Promise<Value>): Promise<Value>;
  /** Single reads outside a transaction. */
  readonly read: Tables;
}
