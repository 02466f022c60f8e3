import type { EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { ApiToken } from "../ports/api-token-store.ts";
import type { AuditEntry } from "../ports/audit-store.ts";
import type { PendingAuthorisation } from "../ports/authorisation-store.ts";
import type { RefusedExecution, TradingHalt } from "../ports/safeguard-stores.ts";
import type { Sale } from "../ports/sale-store.ts";
import type { SignIn } from "../ports/sign-in-store.ts";
import type {
  Account,
  BookedFill,
  CapitalFlow,
  Credentials,
  Decision,
  Lease,
  Portfolio,
  Settings,
  SettingsChange,
  StoredPosition,
  TrailSnapshot,
  User,
  WorkerPing,
} from "../ports/storage.ts";
import type { Throttle } from "../ports/throttle-store.ts";
import type { Totp } from "../ports/totp-store.ts";
import { MemoryRows } from "./memory-rows.ts";

export interface WatchedTicker {
  readonly ticker: Ticker;
  readonly addedAt: Instant;
  readonly isChosen: boolean;
}

export interface RunningLease extends Lease {
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
export const memoryBooks = () => ({
  users: new MemoryRows<User>(),
  accounts: new MemoryRows<Account>(),
  workers: new MemoryRows<WorkerPing>(),
  signIns: new MemoryRows<SignIn>(),
  authorisations: new MemoryRows<PendingAuthorisation>(),
  sales: new MemoryRows<Sale>(),
  halts: new MemoryRows<TradingHalt>(),
  totp: new MemoryRows<Totp>(),
  apiTokens: new MemoryRows<ApiToken>(),
  throttles: new MemoryRows<Throttle>(),
  audit: new MemoryRows<AuditEntry>(),
  /** Client key → account, so that an order is found by its key alone. */
  orderKeys: new MemoryRows<{ readonly accountId: string }>(),

  portfolios: new MemoryRows<Portfolio>(),
  watchlist: new MemoryRows<WatchedTicker>(),
  requests: new MemoryRows<KeptRequest>(),

  credentials: new MemoryRows<Credentials>(),
  settings: new MemoryRows<Settings>(),
  settingsHistory: new MemoryRows<SettingsChange>(),
  orders: new MemoryRows<Order>(),
  fills: new MemoryRows<BookedFill>(),
  capital: new MemoryRows<CapitalFlow>(),
  positions: new MemoryRows<StoredPosition>(),
  trails: new MemoryRows<TrailSnapshot>(),
  equity: new MemoryRows<EquityPoint>(),
  decisions: new MemoryRows<Decision>(),
  leases: new MemoryRows<RunningLease>(),
  quarantine: new MemoryRows<RefusedExecution>(),
});

export type MemoryBooks = ReturnType<typeof memoryBooks>;

/** The same committed rows with changes of its own. */
export const otherViewOf = (books: MemoryBooks): MemoryBooks =>
  Object.fromEntries(
    Object.entries(books).map(([name, rows]) => [name, rows.otherView()]),
  ) as unknown as MemoryBooks;

export const hasChanges = (books: MemoryBooks): boolean =>
  Object.values(books).some((rows) => rows.hasChanges);

export function commit(books: MemoryBooks): void {
  for (const rows of Object.values(books)) rows.commit();
}

export function rollBack(books: MemoryBooks): void {
  for (const rows of Object.values(books)) rows.rollBack();
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

function removeAccount(books: MemoryBooks, accountId: string): void {
  for (const { clientKey } of books.orders.rows(accountId)) books.orderKeys.remove(ALL, clientKey);
  for (const rows of [
    books.credentials,
    books.settings,
    books.settingsHistory,
    books.orders,
    books.fills,
    books.capital,
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
