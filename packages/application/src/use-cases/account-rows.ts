import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type {
  Account,
  BookedFill,
  Settings,
  StoredPosition,
  Tables,
  TrailSnapshot,
  User,
} from "../ports/storage.ts";

/** All that is stored about an account and that its book is made of. */
export interface AccountRows {
  readonly account: Account;
  readonly user: User;
  readonly settings: Settings;
  readonly watchlist: readonly Ticker[];
  readonly chosen: readonly Ticker[];
  readonly positions: readonly StoredPosition[];
  readonly openOrders: readonly Order[];
  /** Newest first. */
  readonly recentOrders: readonly Order[];
  /** As far back as a cool-down reaches, oldest first. */
  readonly recentFills: readonly BookedFill[];
  readonly trails: TrailSnapshot | undefined;
}

const RECENT_ORDERS = 200;

/** Undefined when the account, its owner or its settings are gone. */
export async function readAccountRows(
  tables: Tables,
  accountId: string,
  at: Instant,
): Promise<AccountRows | undefined> {
  const account = await tables.accounts.byId(accountId);
  const settings = await tables.settings.of(accountId);
  const user = account && (await tables.users.byId(account.userId));
  if (!account || !settings || !user) return undefined;
  const coolDownsFrom = (at - settings.limits.coolDownSec * 1_000) as Instant;
  return {
    account,
    user,
    settings,
    watchlist: await tables.watchlist.of(user.id),
    chosen: await tables.watchlist.chosen(user.id),
    positions: await tables.positions.of(accountId),
    openOrders: await tables.orders.open(accountId),
    recentOrders: await tables.orders.latest(accountId, RECENT_ORDERS),
    recentFills: await tables.fills.since(accountId, coolDownsFrom),
    trails: await tables.trails.of(accountId),
  };
}
