import type { EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Account, Credentials } from "../../ports/stores/account.ts";
import type { BookedActivity } from "../../ports/stores/activity-store.ts";
import type { ApiToken } from "../../ports/stores/api-token-store.ts";
import type { AuditEntry } from "../../ports/stores/audit-store.ts";
import type { PendingAuthorisation } from "../../ports/stores/authorisation-store.ts";
import type { CapitalFlow } from "../../ports/stores/capital-store.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { HeardNotice } from "../../ports/stores/payment-notice-store.ts";
import type { Portfolio } from "../../ports/stores/portfolio-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { RefusedExecution, TradingHalt } from "../../ports/stores/safeguard-stores.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Seat } from "../../ports/stores/seat-store.ts";
import type { Settings, SettingsChange } from "../../ports/stores/settings-store.ts";
import type { SignIn } from "../../ports/stores/sign-in-store.ts";
import type { Throttle } from "../../ports/stores/throttle-store.ts";
import type { Totp } from "../../ports/stores/totp-store.ts";
import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import type { User } from "../../ports/stores/user-store.ts";
import type { ToldHours } from "../../ports/stores/venue-hours-store.ts";
import type { WorkerPing } from "../../ports/stores/worker-store.ts";
import { type ChangedRows, MemoryRows } from "./memory-rows.ts";

export interface WatchedTicker {
  readonly ticker: Ticker;
  readonly addedAt: Instant;
  readonly isChosen: boolean;
}

export interface KeptSeat extends Seat {
  readonly endsAt: Instant;
}

export interface LeaseRow extends Lease {
  readonly expiresAt: Instant;
}

export interface KeptRequest {
  readonly key: string;
  readonly at: Instant;
  readonly fingerprint: string;
  readonly answer?: string;
}

/** The group of rows that belong to nobody. */
export const ALL = "";

/** Every table in memory. Rows of an account are grouped by its id, rows of a user by theirs. */
const booksOf = (changed: ChangedRows) => ({
  users: new MemoryRows<User>(changed),
  accounts: new MemoryRows<Account>(changed),
  seats: new MemoryRows<KeptSeat>(changed),
  workers: new MemoryRows<WorkerPing>(changed),
  signIns: new MemoryRows<SignIn>(changed),
  authorisations: new MemoryRows<PendingAuthorisation>(changed),
  sales: new MemoryRows<Sale>(changed),
  halts: new MemoryRows<TradingHalt>(changed),
  venueHours: new MemoryRows<ToldHours>(changed),
  totp: new MemoryRows<Totp>(changed),
  apiTokens: new MemoryRows<ApiToken>(changed),
  throttles: new MemoryRows<Throttle>(changed),
  paymentNotices: new MemoryRows<HeardNotice>(changed),
  audit: new MemoryRows<AuditEntry>(changed),
  /** Client key → account, so that an order is found by its key alone. */
  orderKeys: new MemoryRows<{ readonly accountId: string }>(changed),

  portfolios: new MemoryRows<Portfolio>(changed),
  watchlist: new MemoryRows<WatchedTicker>(changed),
  requests: new MemoryRows<KeptRequest>(changed),

  credentials: new MemoryRows<Credentials>(changed),
  settings: new MemoryRows<Settings>(changed),
  settingsHistory: new MemoryRows<SettingsChange>(changed),
  orders: new MemoryRows<Order>(changed),
  fills: new MemoryRows<BookedFill>(changed),
  capital: new MemoryRows<CapitalFlow>(changed),
  activities: new MemoryRows<BookedActivity>(changed),
  positions: new MemoryRows<StoredPosition>(changed),
  trails: new MemoryRows<TrailSnapshot>(changed),
  equity: new MemoryRows<EquityPoint>(changed),
  decisions: new MemoryRows<Decision>(changed),
  leases: new MemoryRows<LeaseRow>(changed),
  quarantine: new MemoryRows<RefusedExecution>(changed),
});

export type MemoryBooks = ReturnType<typeof booksOf>;

/** The tables as one transaction sees them, and those it has changed. */
export interface BooksView {
  readonly books: MemoryBooks;
  readonly changed: ChangedRows;
}

export function memoryBooks(): BooksView {
  const changed: ChangedRows = new Set();
  return { books: booksOf(changed), changed };
}

/** The same committed rows with changes of its own. */
export function otherViewOf({ books }: BooksView): BooksView {
  const changed: ChangedRows = new Set();
  const others = Object.entries(books).map(([name, rows]) => [name, rows.otherView(changed)]);
  return { books: Object.fromEntries(others), changed };
}

export function commit({ changed }: BooksView): void {
  for (const rows of changed) rows.commit();
  changed.clear();
}

export function rollBack({ changed }: BooksView): void {
  for (const rows of changed) rows.rollBack();
  changed.clear();
}

/** What is committed now, of all tables; whoever calls the answer brings that back. */
export function keep({ books }: BooksView): () => void {
  const kept = Object.values(books).map((rows) => rows.keep());
  return () => {
    for (const bringBack of kept) bringBack();
  };
}

/** Takes the user and everything that is theirs out of the books. */
export function removeUser(books: MemoryBooks, userId: string): void {
  for (const { id } of books.accounts.rows(ALL).filter((account) => account.userId === userId))
    removeAccount(books, id);
  for (const { sidHash } of books.signIns.rows(ALL).filter((signIn) => signIn.userId === userId))
    books.signIns.remove(ALL, sidHash);
  for (const { id } of books.apiTokens.rows(ALL).filter((token) => token.userId === userId))
    books.apiTokens.remove(ALL, id);
  books.totp.remove(ALL, userId);
  for (const rows of [books.portfolios, books.watchlist, books.requests]) rows.removeGroup(userId);
  books.users.remove(ALL, userId);
}

/** The journal stands for all of it: the rest goes with the account. Returns how many. */
export const removeHistory = (
  { decisions }: MemoryBooks,
  ofAccount: string,
  limit: number,
): number => decisions.removeFirst(limit, ({ accountId }) => accountId === ofAccount);

function removeAccount(books: MemoryBooks, accountId: string): void {
  for (const { clientKey } of books.orders.rows(accountId)) books.orderKeys.remove(ALL, clientKey);
  for (const rows of [
    books.credentials,
    books.settings,
    books.settingsHistory,
    books.orders,
    books.fills,
    books.capital,
    books.activities,
    books.positions,
    books.trails,
    books.equity,
    books.decisions,
    books.leases,
    books.quarantine,
  ])
    rows.removeGroup(accountId);
  books.authorisations.remove(ALL, accountId);
  for (const { id } of books.sales.rows(ALL).filter((sale) => sale.accountId === accountId))
    books.sales.remove(ALL, id);
  books.accounts.remove(ALL, accountId);
}
