import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import type { User } from "../../ports/stores/user-store.ts";

/** All that is stored about an account and that its book is made of. */
export interface AccountRows {
  readonly account: Account;
  readonly user: User;
  readonly settings: Settings;
  readonly watchlist: readonly Ticker[];
  /** Since when each ticker of the watchlist is on it. */
  readonly listedSince: ReadonlyMap<Ticker, Instant>;
  readonly chosen: readonly Ticker[];
  readonly positions: readonly StoredPosition[];
  readonly openOrders: readonly Order[];
  /** Newest first. */
  readonly recentOrders: readonly Order[];
  /** As far back as a cool-down reaches, oldest first. */
  readonly recentFills: readonly BookedFill[];
  readonly trails: TrailSnapshot | undefined;
}

export const RECENT_ORDERS = 200;

/**
 * Undefined when the account, its owner or its settings are gone. Reads many tables at once: not for
 * the one connection of a transaction.
 */
export async function readAccountRows(
  tables: Readers,
  accountId: string,
  at: Instant,
): Promise<AccountRows | undefined> {
  const [account, settings] = await Promise.all([
    tables.accounts.byId(accountId),
    tables.settings.of(accountId),
  ]);
  if (!account || !settings) return undefined;
  const { userId } = account;
  const coolDownsFrom = (at - settings.limits.coolDownSec * 1_000) as Instant;
  const [user, listedSince, chosen, positions, openOrders, recentOrders, recentFills, trails] =
    await Promise.all([
      tables.users.byId(userId),
      tables.watchlist.listedSince(userId),
      tables.watchlist.chosen(userId),
      tables.positions.of(accountId),
      tables.orders.open(accountId),
      tables.orders.latest(accountId, RECENT_ORDERS),
      tables.fills.since(accountId, coolDownsFrom),
      tables.trails.of(accountId),
    ]);
  if (!user) return undefined;
  const rows = { positions, openOrders, recentOrders, recentFills, trails };
  const watchlist = [...listedSince.keys()];
  return { account, user, settings, watchlist, listedSince, chosen, ...rows };
}
