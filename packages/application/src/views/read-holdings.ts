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
import type { Account } from "../ports/stores/account.ts";
import type { StoredHoldings } from "../ports/stores/holdings-store.ts";
import type { StoredPosition } from "../ports/stores/position-store.ts";
import type { Readers } from "../ports/stores/readers.ts";
import { freeCashOf, reservedBy } from "../trading/account/account-standing.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import type { PriceBoard } from "../trading/prices/price-board.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";
import { wasSeen } from "./account-state.ts";

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
  /** Cash and all holdings; undefined while one here has no price, or one elsewhere no worth. */
  readonly equity: Money | undefined;
  /** What it was taken over with. */
  readonly startEquity: Money | undefined;
  readonly openOrders: number;
}

export type HoldingsNeeds = Pick<TradingNeeds, "clock" | "prices" | "realMarket" | "storage">;
export type ReadHoldings = (userId: string) => Promise<Result<Holdings, AccountNotFound>>;

/** What the user's selected account has, valued at the latest prices. */
export const readHoldings =
  (needs: Pick<HoldingsNeeds, "prices" | "realMarket" | "storage">): ReadHoldings =>
  async (userId) => {
    const stored = await storedHoldings(needs.storage.read, userId);
    return stored.ok ? ok(holdingsOf(needs, stored.value)) : stored;
  };

/** What the user's selected account has, of one instant and not yet valued. */
export async function storedHoldings(
  { holdings }: Pick<Readers, "holdings">,
  userId: string,
): Promise<Result<StoredHoldings, AccountNotFound>> {
  const stored = await holdings.ofUser(userId);
  return stored ? ok(stored) : refused({ kind: "account-not-found" });
}

/**
 * Values what was read at the prices of this moment, of the account's market. An answer calls it once, after all it waits
 * for, and shows no other price: so its equity is that of the very prices beside it.
 */
export function holdingsOf(
  markets: Pick<HoldingsNeeds, "prices" | "realMarket">,
  { account, openOrders, positions: stored }: StoredHoldings,
): Holdings {
  const { prices } = inMarketOf(markets, account);
  prices.watch(stored.map(({ ticker }) => ticker));
  const positions = stored.map((position) => valued(position, prices));
  const reserved = reservedBy(openOrders);
  const isSeen = wasSeen(account);
  return {
    account,
    positions,
    cash: isSeen ? account.cash : undefined,
    freeCash: isSeen ? freeCashOf(account, reserved) : undefined,
    equity: isSeen ? equityOf(account, positions) : undefined,
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

function equityOf(
  { cash, foreign }: Pick<Account, "cash" | "foreign">,
  positions: readonly ValuedPosition[],
): Money | undefined {
  if (0 < (foreign?.unpriced ?? 0)) return undefined;
  let sum: number = cash + (foreign?.value ?? 0);
  for (const { marketValue } of positions) {
    if (marketValue === undefined) return undefined;
    sum += marketValue;
  }
  return money(sum);
}
