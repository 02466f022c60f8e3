import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, NO_SHARES, type Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { Account } from "../../ports/stores/account.ts";
import type { StoredPosition } from "../../ports/stores/position-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";

/** What an account has and what of it is spoken for, read with its row locked. */
export interface AccountStanding {
  readonly account: Account;
  readonly openOrders: readonly Order[];
  readonly positions: readonly StoredPosition[];
  readonly reservedCash: Money;
  /** Cash no open buy has a claim on. Never below zero. */
  readonly freeCash: Money;
}

export async function standingOf(
  tables: Pick<Readers, "orders" | "positions">,
  account: Account,
): Promise<AccountStanding> {
  const openOrders = await tables.orders.open(account.id);
  const positions = await tables.positions.of(account.id);
  const reservedCash = reservedBy(openOrders);
  return {
    account,
    openOrders,
    positions,
    reservedCash,
    freeCash: freeCashOf(account, reservedCash),
  };
}

/** What neither open buys keep nor the broker holds back. Never below zero. */
export const freeCashOf = (
  { cash, unavailableCash = NO_MONEY }: Pick<Account, "cash" | "unavailableCash">,
  reservedCash: Money,
): Money => money(Math.max(0, cash - reservedCash - unavailableCash));

/** When the account's orders of the last minute were sent that the breaker counts, oldest first. */
export const recentSubmitsOf = (
  { orders }: Pick<Readers, "orders">,
  account: Account,
  at: Instant,
): Promise<readonly Instant[]> => orders.submittedSince(account.id, countedFrom(account, at));

/** From when the breaker counts the account's orders. */
export const countedFrom = (
  { breakersFrom = 0 as Instant }: Pick<Account, "breakersFrom">,
  at: Instant,
): Instant => instant(Math.max(at - MINUTE_MS, breakersFrom));

export const reservedBy = (openOrders: readonly Order[]): Money =>
  money(openOrders.reduce((sum, { reservedCash }) => sum + reservedCash, 0));

export const positionIn = (
  { positions }: Pick<AccountStanding, "positions">,
  ticker: Ticker,
): StoredPosition | undefined => positions.find((position) => position.ticker === ticker);

export const heldIn = (standing: Pick<AccountStanding, "positions">, ticker: Ticker): Quantity =>
  positionIn(standing, ticker)?.quantity ?? NO_SHARES;
