import { type Money, money, type Price } from "@sevenfold/domain/money";
import { percentOf } from "@sevenfold/domain/percent";
import {
  entryPriceOf,
  marketValueOf,
  type Position,
  unrealizedPnl,
} from "@sevenfold/domain/position";
import { ok, type Result } from "@sevenfold/domain/result";

import type { Account, StoredPosition } from "../ports/storage.ts";
import { reservedBy } from "./account-standing.ts";
import type { PriceBoard } from "./price-board.ts";
import { type AccountNotFound, selectedAccount } from "./selected-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A holding and what it is worth. What depends on the price is undefined while none is known. */
export interface ValuedPosition extends StoredPosition {
  readonly averageCost: Price;
  readonly price: Price | undefined;
  readonly marketValue: Money | undefined;
  readonly unrealized: Money | undefined;
  readonly unrealizedPercent: number | undefined;
}

export interface Holdings {
  readonly account: Account;
  /** By ticker, A to Z. */
  readonly positions: readonly ValuedPosition[];
  readonly cash: Money;
  /** Kept aside by open buys. */
  readonly reserved: Money;
  /** What a new buy may cost. Never below zero. */
  readonly freeCash: Money;
  /** Cash and holdings at the latest prices; while one of them is unknown, as recorded last. */
  readonly equity: Money;
  /** False while a holding has no price: then `equity` is of before. */
  readonly isEquityCurrent: boolean;
}

export type HoldingsNeeds = Pick<TradingNeeds, "clock" | "prices" | "storage">;
export type ReadHoldings = (userId: string) => Promise<Result<Holdings, AccountNotFound>>;

/** What the user's selected account has, valued at the latest prices. */
export const readHoldings =
  (needs: HoldingsNeeds): ReadHoldings =>
  async (userId) => {
    const selected = await selectedAccount(needs.storage.read, userId);
    return selected.ok ? ok(await holdingsOf(needs, selected.value)) : selected;
  };

export async function holdingsOf(
  { clock, prices, storage }: HoldingsNeeds,
  account: Account,
): Promise<Holdings> {
  const [stored, openOrders] = await Promise.all([
    storage.read.positions.of(account.id),
    storage.read.orders.open(account.id),
  ]);
  prices.watch(stored.map(({ ticker }) => ticker));
  const positions = stored.map((position) => valued(position, prices));
  const reserved = reservedBy(openOrders);
  const valuedEquity = equityOf(account.cash, positions);
  const recorded =
    valuedEquity === undefined ? await storage.read.equity.at(account.id, clock.now()) : undefined;
  return {
    account,
    positions,
    cash: account.cash,
    reserved,
    freeCash: money(Math.max(0, account.cash - reserved)),
    equity: valuedEquity ?? recorded?.equity ?? account.startEquity,
    isEquityCurrent: valuedEquity !== undefined,
  };
}

function valued(stored: StoredPosition, prices: Pick<PriceBoard, "latest">): ValuedPosition {
  const position: Position = { shares: stored.quantity, costBasis: stored.costBasis };
  const price = prices.latest(stored.ticker)?.price;
  const unrealized = price === undefined ? undefined : unrealizedPnl(position, price);
  return {
    averageCost: entryPriceOf(position) ?? (0 as Price),
    price,
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
