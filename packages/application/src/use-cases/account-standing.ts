import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_SHARES, type Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { SUBMITS_PER_MINUTE_MAX } from "@sevenfold/domain/risk";

import type { Account, StoredPosition, Tables } from "../ports/storage.ts";

/** What an account has and what of it is spoken for, read with its row locked. */
export interface AccountStanding {
  readonly account: Account;
  readonly openOrders: readonly Order[];
  readonly positions: readonly StoredPosition[];
  readonly reservedCash: Money;
  /** Cash no open buy has a claim on. Never below zero. */
  readonly freeCash: Money;
  /** When its latest orders were sent, oldest first. */
  readonly recentSubmits: readonly Instant[];
  /** Its latest orders of any fate, newest first. */
  readonly recentOrders: readonly Order[];
}

/** As many orders as tell whether the breaker is due, denied ones between them included. */
const RECENT_ORDERS = 3 * SUBMITS_PER_MINUTE_MAX;

export async function standingOf(tables: Tables, account: Account): Promise<AccountStanding> {
  const openOrders = await tables.orders.open(account.id);
  const positions = await tables.positions.of(account.id);
  const recentOrders = await tables.orders.latest(account.id, RECENT_ORDERS);
  const reservedCash = reservedBy(openOrders);
  return {
    account,
    openOrders,
    positions,
    reservedCash,
    freeCash: money(Math.max(0, account.cash - reservedCash)),
    recentSubmits: recentOrders
      .filter(({ attempts, origin }) => 0 < attempts && origin !== "external")
      .map(({ createdAt }) => createdAt)
      .reverse(),
    recentOrders,
  };
}

export const reservedBy = (openOrders: readonly Order[]): Money =>
  money(openOrders.reduce((sum, { reservedCash }) => sum + reservedCash, 0));

export const positionIn = (
  { positions }: Pick<AccountStanding, "positions">,
  ticker: Ticker,
): StoredPosition | undefined => positions.find((position) => position.ticker === ticker);

export const heldIn = (standing: Pick<AccountStanding, "positions">, ticker: Ticker): Quantity =>
  positionIn(standing, ticker)?.quantity ?? NO_SHARES;
