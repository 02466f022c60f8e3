import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, type Price } from "@sevenfold/domain/money";
import { percentOf } from "@sevenfold/domain/percent";
import {
  entryPriceOf,
  marketValueOf,
  type Position,
  unrealizedPnl,
} from "@sevenfold/domain/position";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { StoredHoldings } from "../ports/holdings-store.ts";
import type { Account, StoredPosition, Tables } from "../ports/storage.ts";
import { reservedBy } from "./account-standing.ts";
import { wasSeen } from "./account-state.ts";
import type { PriceBoard } from "./price-board.ts";
import type { AccountNotFound } from "./selected-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A holding and what it is worth. What depends on the price is undefined while none is known. */
export interface ValuedPosition extends StoredPosition {
  readonly averageCost: Price;
  readonly price: Price | undefined;
  /** When that price was made at the market. */
  readonly pricedAt: Instant | undefined;
  readonly marketValue: Money | undefined;
  readonly unrealized: Money | undefined;
  readonly unrealizedPercent: number | undefined;
}

export interface Holdings {
  readonly account: Account;
  /** By ticker, A to Z. */
  readonly positions: readonly ValuedPosition[];
  /** Undefined until the broker has shown the account, as all that is made of it. */
  readonly cash: Money | undefined;
  /** What a new buy may cost, less what open buys keep aside. Never below zero. */
  readonly freeCash: Money | undefined;
  /** Cash and holdings at the latest prices; undefined while a holding has none. */
  readonly equity: Money | undefined;
  /** What it was taken over with. */
  readonly startEquity: Money | undefined;
  readonly openOrders: number;
}

export type HoldingsNeeds = Pick<TradingNeeds, "clock" | "prices" | "storage">;
export type ReadHoldings = (userId: string) => Promise<Result<Holdings, AccountNotFound>>;

/** What the user's selected account has, valued at the latest prices. */
export const readHoldings =
  ({ prices, storage }: Pick<HoldingsNeeds, "prices" | "storage">): ReadHoldings =>
  async (userId) => {
    const stored = await storedHoldings(storage.read, userId);
    return stored.ok ? ok(holdingsOf(prices, stored.value)) : stored;
  };

/** What the user's selected account has, of one instant and not yet valued. */
export async function storedHoldings(
  { holdings }: Pick<Tables, "holdings">,
  userId: string,
): Promise<Result<StoredHoldings, AccountNotFound>> {
  const stored = await holdings.ofUser(userId);
  return stored ? ok(stored) : refused({ kind: "account-not-found" });
}

/**
 * Values what was read at the prices of this moment. An answer calls it once, after all it waits
 * for, and shows no other price: so its equity is that of the very prices beside it.
 */
export function holdingsOf(
  prices: Pick<PriceBoard, "latest" | "watch">,
  { account, openOrders, positions: stored }: StoredHoldings,
): Holdings {
  prices.watch(stored.map(({ ticker }) => ticker));
  const positions = stored.map((position) => valued(position, prices));
  const reserved = reservedBy(openOrders);
  const isSeen = wasSeen(account);
  return {
    account,
    positions,
    cash: isSeen ? account.cash : undefined,
    freeCash: isSeen ? money(Math.max(0, account.cash - reserved)) : undefined,
    equity: isSeen ? equityOf(account.cash, positions) : undefined,
    startEquity: isSeen ? account.startEquity : undefined,
    openOrders: openOrders.length,
  };
}

function valued(stored: StoredPosition, prices: Pick<PriceBoard, "latest">): ValuedPosition {
  const position: Position = { shares: stored.quantity, costBasis: stored.costBasis };
  const known = prices.latest(stored.ticker);
  const price = known?.price;
  const unrealized = price === undefined ? undefined : unrealizedPnl(position, price);
  return {
    averageCost: entryPriceOf(position) ?? (0 as Price),
    price,
    pricedAt: known?.at,
    marketValue: price === undefined ? undefined : marketValueOf(position, price),
    unrealized,
    unrealizedPercent:
      unrealized === undefined ? undefined : percentOf(unrealized, stored.costBasis),
    // At the end: fields behind a spread cost many times as much, and this is done for every holding.
    ...stored,
  };
}

function equityOf(cash: Money, positions: readonly ValuedPosition[]): Money | undefined {
  let sum: number = cash;
  for (const { marketValue } of positions) {
    if (marketValue === undefined) return undefined;
    sum += marketValue;
  }
  return money(sum);
}
