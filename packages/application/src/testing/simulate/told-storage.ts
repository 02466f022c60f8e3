import type { Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import { madeOnce } from "../../broker-kit/simulated/made-once.ts";
import type { Account, Credentials } from "../../ports/stores/account.ts";
import type { BookedActivity } from "../../ports/stores/activity-store.ts";
import type { AuditEntry } from "../../ports/stores/audit-store.ts";
import type { CapitalFlow } from "../../ports/stores/capital-store.ts";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import type { User } from "../../ports/stores/user-store.ts";

/**
 * A row as a transaction left it, and whose it is: of an account, or of a user. `fenced` is no row:
 * the transaction asked whether an epoch still holds the account, and was told so.
 */
export type WrittenRow =
  | { readonly table: "accounts"; readonly of: string; readonly row: Account }
  | { readonly table: "credentials"; readonly of: string; readonly row: Credentials }
  | { readonly table: "settings"; readonly of: string; readonly row: Settings }
  | { readonly table: "orders"; readonly of: string; readonly row: Order }
  | { readonly table: "fills"; readonly of: string; readonly row: BookedFill }
  | { readonly table: "activities"; readonly of: string; readonly row: BookedActivity }
  | { readonly table: "capital"; readonly of: string; readonly row: CapitalFlow }
  | { readonly table: "positions"; readonly of: string; readonly row: StoredPosition }
  | { readonly table: "trails"; readonly of: string; readonly row: TrailSnapshot }
  | { readonly table: "decisions"; readonly of: string; readonly row: Decision }
  | { readonly table: "leases"; readonly of: string; readonly row: Lease }
  | { readonly table: "fenced"; readonly of: string; readonly row: { readonly epoch: number } }
  | { readonly table: "users"; readonly of: string; readonly row: User }
  | { readonly table: "audit"; readonly of: string; readonly row: AuditEntry }
  | { readonly table: "watchlist"; readonly of: string; readonly row: WatchlistChange };

export interface WatchlistChange {
  readonly added?: Ticker;
  readonly removed?: Ticker;
  readonly chosen?: readonly Ticker[];
}

/** Hears once a transaction is committed, and before whoever committed it goes on. */
export type Hear = (written: readonly WrittenRow[]) => void;

/**
 * The same storage; everything it commits is told, row by row, each as the transaction left it. It
 * goes next to the rows: what lets processes die or connections drop goes around it.
 */
export function toldStorage(storage: Storage, hear: Hear): Storage {
  const notesOn = madeOnce((tables: Tables): Notes => {
    const notes: { rows: WrittenRow[]; tables: Tables } = { rows: [], tables };
    notes.tables = notedTables(tables, (row) => notes.rows.push(row));
    return notes;
  });
  return {
    read: storage.read,
    async transact(work) {
      let rows: readonly WrittenRow[] = [];
      const value = await storage.transact((tables) => {
        const notes = notesOn(tables);
        // A transaction that is tried again begins anew.
        notes.rows = [];
        rows = notes.rows;
        return work(notes.tables);
      });
      if (0 < rows.length) hear(rows.length === 1 ? rows : lastOfEach(rows));
      return value;
    },
  };
}

interface Notes {
  rows: WrittenRow[];
  readonly tables: Tables;
}

/** A row written twice in one transaction was never seen as it was in between. */
function lastOfEach(rows: readonly WrittenRow[]): readonly WrittenRow[] {
  const last = new Map<unknown, WrittenRow>();
  for (const written of rows) last.set(keyOf(written), written);
  return [...last.values()];
}

function keyOf(written: WrittenRow): unknown {
  switch (written.table) {
    case "orders":
      return written.row.clientKey;
    case "positions":
      return `${written.of} ${written.row.ticker}`;
    case "accounts":
    case "settings":
    case "trails":
    case "users":
      return `${written.table} ${written.of}`;
    default:
      return written;
  }
}

function notedTables(tables: Tables, note: (row: WrittenRow) => unknown): Tables {
  return {
    ...tables,
    ...notedPeople(tables, note),
    ...notedTrading(tables, note),
    leases: {
      ...tables.leases,
      async acquire(wanted) {
        const lease = await tables.leases.acquire(wanted);
        if (lease) note({ table: "leases", of: lease.accountId, row: lease });
        return lease;
      },
      async holds(accountId, epoch) {
        const holds = await tables.leases.holds(accountId, epoch);
        if (holds) note({ table: "fenced", of: accountId, row: { epoch } });
        return holds;
      },
      async hold(asked) {
        const hold = await tables.leases.hold(asked);
        for (const { accountId, epoch } of asked)
          if (hold.held.has(accountId)) note({ table: "fenced", of: accountId, row: { epoch } });
        return hold;
      },
    },
  };
}

const notedPeople = (
  { accounts, audit, settings, users, watchlist }: Tables,
  note: (row: WrittenRow) => unknown,
): Partial<Tables> => ({
  users: {
    ...users,
    async change(id, change) {
      const row = await users.change(id, change);
      if (row) note({ table: "users", of: id, row });
      return row;
    },
  },
  accounts: {
    ...accounts,
    async add(row, credentials) {
      await accounts.add(row, credentials);
      note({ table: "accounts", of: row.id, row });
    },
    async change(id, change) {
      const row = await accounts.change(id, change);
      note({ table: "accounts", of: id, row });
      return row;
    },
    async putCredentials(row) {
      await accounts.putCredentials(row);
      note({ table: "credentials", of: row.accountId, row });
    },
  },
  settings: {
    ...settings,
    async add(row) {
      await settings.add(row);
      note({ table: "settings", of: row.accountId, row });
    },
    async change(accountId, changedBy, change) {
      const row = await settings.change(accountId, changedBy, change);
      note({ table: "settings", of: accountId, row });
      return row;
    },
  },
  watchlist: {
    ...watchlist,
    async add(userId, added, at) {
      await watchlist.add(userId, added, at);
      note({ table: "watchlist", of: userId, row: { added } });
    },
    async remove(userId, removed) {
      await watchlist.remove(userId, removed);
      note({ table: "watchlist", of: userId, row: { removed } });
    },
    async choose(userId, chosen) {
      await watchlist.choose(userId, chosen);
      note({ table: "watchlist", of: userId, row: { chosen } });
    },
  },
  audit: {
    ...audit,
    async add(row) {
      await audit.add(row);
      if (row.userId !== undefined) note({ table: "audit", of: row.userId, row });
    },
    async addAll(rows) {
      await audit.addAll(rows);
      for (const row of rows)
        if (row.userId !== undefined) note({ table: "audit", of: row.userId, row });
    },
  },
});

const notedTrading = (
  { activities, capital, decisions, fills, orders, positions, trails }: Tables,
  note: (row: WrittenRow) => unknown,
): Partial<Tables> => ({
  orders: {
    ...orders,
    async add(order) {
      const added = await orders.add(order);
      if (added.isNew) note({ table: "orders", of: order.accountId, row: added.order });
      return added;
    },
    async addNew(added) {
      await orders.addNew(added);
      for (const row of added) note({ table: "orders", of: row.accountId, row });
    },
    async change(clientKey, change) {
      const changed = await orders.change(clientKey, change);
      if (changed.ok) note({ table: "orders", of: changed.value.accountId, row: changed.value });
      return changed;
    },
  },
  activities: {
    ...activities,
    async add(row, entries) {
      const isNew = await activities.add(row, entries);
      if (isNew) note({ table: "activities", of: row.accountId, row });
      return isNew;
    },
  },
  fills: {
    ...fills,
    async add(row, laterGain) {
      const isNew = await fills.add(row, laterGain);
      if (isNew) note({ table: "fills", of: row.accountId, row });
      return isNew;
    },
    async addNew(row, laterGain) {
      await fills.addNew(row, laterGain);
      note({ table: "fills", of: row.accountId, row });
    },
  },
  capital: {
    ...capital,
    async add(row) {
      const isNew = await capital.add(row);
      if (isNew) note({ table: "capital", of: row.accountId, row });
      return isNew;
    },
  },
  positions: {
    ...positions,
    async put(row) {
      await positions.put(row);
      note({ table: "positions", of: row.accountId, row });
    },
  },
  trails: {
    ...trails,
    async save(row) {
      await trails.save(row);
      note({ table: "trails", of: row.accountId, row });
    },
    async saveAll(rows) {
      const marks = await trails.saveAll(rows);
      for (const row of rows) note({ table: "trails", of: row.accountId, row });
      return marks;
    },
  },
  decisions: {
    ...decisions,
    async add(added) {
      await decisions.add(added);
      for (const row of added) note({ table: "decisions", of: row.accountId, row });
    },
  },
});
