import type { Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Account } from "../../../ports/stores/account.ts";
import type { Lease } from "../../../ports/stores/lease-store.ts";
import type { StoredPosition } from "../../../ports/stores/position-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import type { Storage } from "../../../ports/stores/storage.ts";
import type { User } from "../../../ports/stores/user-store.ts";
import { automatedOf } from "../../../trading/settings/automated-symbols.ts";
import type { WrittenRow } from "../told-storage.ts";

/** Whose rows are read. */
export interface RowsOf {
  readonly accountId: string;
  readonly userId: string;
}

/**
 * The committed rows of one account that a judge reads, kept as each transaction leaves them: read
 * whole once, and from then on only what was written.
 */
export class CommittedRows {
  readonly positions = new Map<Ticker, StoredPosition>();
  readonly open = new Map<string, Order>();
  /** Which symbols may be entered. */
  watched: ReadonlySet<Ticker> = new Set();
  lease: Lease | undefined;
  readonly #of: RowsOf;
  readonly #entries = new Map<string, number>();
  #account: Account | undefined;
  #settings: Settings | undefined;
  #user: User | undefined;
  #listed: readonly Ticker[] = [];
  #chosen: readonly Ticker[] = [];

  constructor(of: RowsOf) {
    this.#of = of;
  }

  get hasAccount(): boolean {
    return this.#account !== undefined;
  }
  get account(): Account {
    return this.#account!;
  }
  get settings(): Settings {
    return this.#settings!;
  }
  get user(): User {
    return this.#user!;
  }

  /** When the automated buys were written down, of the last minute at least. */
  get entries(): readonly number[] {
    return [...this.#entries.values()];
  }

  /** As all stand now. */
  async read({ read }: Pick<Storage, "read">): Promise<void> {
    const { accountId, userId } = this.#of;
    this.#account = await read.accounts.byId(accountId);
    this.#settings = await read.settings.of(accountId);
    this.#user = await read.users.byId(userId);
    this.#listed = await read.watchlist.of(userId);
    this.#chosen = await read.watchlist.chosen(userId);
    for (const position of await read.positions.of(accountId))
      this.positions.set(position.ticker, position);
    for (const order of await read.orders.open(accountId)) this.open.set(order.clientKey, order);
    this.#watch();
  }

  isOurs({ of }: WrittenRow): boolean {
    return of === this.#of.accountId || of === this.#of.userId;
  }

  take(written: WrittenRow): void {
    switch (written.table) {
      case "accounts":
        this.#account = written.row;
        break;
      case "settings":
        this.#settings = written.row;
        break;
      case "leases":
        this.lease = written.row;
        break;
      case "users":
        this.#user = written.row;
        this.#watch();
        break;
      case "positions":
        if (written.row.quantity === 0) this.positions.delete(written.row.ticker);
        else this.positions.set(written.row.ticker, written.row);
        break;
      case "orders":
        this.#order(written.row);
        break;
      case "watchlist":
        this.#list(written.row);
        break;
    }
  }

  #order(order: Order): void {
    const { clientKey, createdAt, origin, side } = order;
    if (origin === "automated" && side === "buy") this.#entries.set(clientKey, createdAt);
    if (ENTRIES_MAX < this.#entries.size)
      this.#entries.delete(this.#entries.keys().next().value as string);
    if (isOpen(order)) this.open.set(clientKey, order);
    else this.open.delete(clientKey);
  }

  #list(change: Extract<WrittenRow, { table: "watchlist" }>["row"]): void {
    const { added, chosen, removed } = change;
    if (added !== undefined && !this.#listed.includes(added))
      this.#listed = [...this.#listed, added];
    if (removed !== undefined) {
      this.#listed = this.#listed.filter((each) => each !== removed);
      this.#chosen = this.#chosen.filter((each) => each !== removed);
    }
    if (chosen !== undefined) this.#chosen = chosen;
    this.#watch();
  }

  #watch(): void {
    if (this.#user === undefined) return;
    this.watched = new Set(automatedOf(this.user, this.#listed, this.#chosen));
  }
}

/** More than a minute holds at the highest pace. */
const ENTRIES_MAX = 100;
