import type { AccountStore } from "./account-store.ts";
import type { ActivityStore } from "./activity-store.ts";
import type { ApiTokenStore } from "./api-token-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { AuthorisationStore } from "./authorisation-store.ts";
import type { CapitalStore } from "./capital-store.ts";
import type { DecisionStore } from "./decision-store.ts";
import type { EquityStore } from "./equity-store.ts";
import type { FillStore } from "./fill-store.ts";
import type { LeaseStore } from "./lease-store.ts";
import type { OrderStore } from "./order-store.ts";
import type { PaymentNoticeStore } from "./payment-notice-store.ts";
import type { PortfolioStore } from "./portfolio-store.ts";
import type { PositionStore } from "./position-store.ts";
import type { Readers } from "./readers.ts";
import type { RequestStore } from "./request-store.ts";
import type { HaltStore, QuarantineStore } from "./safeguard-stores.ts";
import type { SaleStore } from "./sale-store.ts";
import type { SeatStore } from "./seat-store.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { SignInStore } from "./sign-in-store.ts";
import type { ThrottleStore } from "./throttle-store.ts";
import type { TotpStore } from "./totp-store.ts";
import type { TrailStore } from "./trail-store.ts";
import type { UserStore } from "./user-store.ts";
import type { VenueHoursStore } from "./venue-hours-store.ts";
import type { WatchlistStore } from "./watchlist-store.ts";
import type { WorkerStore } from "./worker-store.ts";

/** Every table, seen from inside one transaction: nothing is written elsewhere. */
export interface Tables extends Readers {
  readonly users: UserStore;
  readonly portfolios: PortfolioStore;
  readonly accounts: AccountStore;
  readonly settings: SettingsStore;
  readonly orders: OrderStore;
  readonly fills: FillStore;
  readonly capital: CapitalStore;
  readonly activities: ActivityStore;
  readonly positions: PositionStore;
  readonly trails: TrailStore;
  readonly watchlist: WatchlistStore;
  readonly equity: EquityStore;
  readonly decisions: DecisionStore;
  readonly requests: RequestStore;
  readonly workers: WorkerStore;
  readonly leases: LeaseStore;
  readonly seats: SeatStore;
  readonly sales: SaleStore;
  readonly halts: HaltStore;
  readonly quarantine: QuarantineStore;
  readonly venueHours: VenueHoursStore;
  readonly signIns: SignInStore;
  readonly authorisations: AuthorisationStore;
  readonly totp: TotpStore;
  readonly apiTokens: ApiTokenStore;
  readonly throttles: ThrottleStore;
  readonly paymentNotices: PaymentNoticeStore;
  readonly audit: AuditStore;
}

/** The database cannot be reached, or went away: nothing is decided or sent until it is back. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

const TAKEN_BACK = Symbol("taken back");

/** Notes of what a transaction failed with that the database confirmed that nothing of it is on record. */
export const takenBack = <Thrown>(thrown: Thrown): Thrown =>
  thrown instanceof Error ? Object.assign(thrown, { [TAKEN_BACK]: true }) : thrown;

/** Whether nothing of the transaction is on record for sure, though it failed where it was to end. */
export const isTakenBack = (thrown: unknown): boolean =>
  thrown instanceof Error && TAKEN_BACK in thrown;

/** Rows a list holds at most, whatever limit was asked for. */
export const ROWS_MAX = 500;

export interface TransactOptions {
  /**
   * It writes what can be learned again: it never takes the last connection from an order, and its
   * commit is not waited for until it is on disk. What a crash of the database loses of it is its last
   * second; all or nothing of it, and nothing that was committed before it.
   */
  readonly isUpkeep?: boolean;
  /**
   * A few rows by which others see that this process lives: it waits for no other work of the process,
   * because it has a connection of its own.
   */
  readonly isUrgent?: boolean;
  /**
   * It begins by locking the row of the account it is of, asks with that what it goes by, and does nothing
   * else before it has the lock: what a fence asks first is asked with it, and is no journey of its own.
   */
  readonly locksFirst?: boolean;
}

export interface Storage {
  /**
   * Runs the work in one transaction: all of it commits, or nothing. Serialisation failures and
   * deadlocks are retried with the whole work, at most five times; so the work has no effect
   * outside its tables, and no broker is called inside. The work uses the tables it is given and
   * awaits each call: `read` or another transaction inside would wait for this one for ever. A
   * write that answers nothing may be told to have failed by a later call, or where all is to be
   * committed: so no work goes on after a failure.
   */
  transact<Value>(
    work: (tables: Tables) => Promise<Value>,
    options?: TransactOptions,
  ): Promise<Value>;
  /** Single reads outside a transaction. */
  readonly read: Readers;
}
