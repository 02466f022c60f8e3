import type { ForeignView } from "@sevenfold/contract/foreign";
import type { DecisionView, OrderView, TradeView } from "@sevenfold/contract/orders";
import type { AccountStateView } from "@sevenfold/contract/states";
import { STOCKS } from "@sevenfold/domain/stocks";
import { type InventedAccount, inventedAccount } from "./invented-account.ts";
import { ORDERS, TRADES } from "./invented-rows.ts";

export interface InventedWorld extends InventedAccount {
  signedIn: boolean;
  enabled: boolean;
  online: boolean;
  /** Said of the account instead of what follows from the rest. */
  accountState: AccountStateView | undefined;
  hasSubscription: boolean;
  /** Its database answers. */
  isStored: boolean;
  cash: number;
  watched: string[];
  /** Tickers held, but left alone by the agent. */
  unmanaged: string[];
  /** Tickers held no more. */
  sold: string[];
  /** So often a sale of everything answers that it is still under way. */
  looksUntilSold: number;
  /** Whether an emergency sale is at work, whoever began it. */
  isSelling: boolean;
  /** What the broker shows beside what is traded. */
  foreign: ForeignView;
  trades: TradeView[];
  orders: OrderView[];
  /** Its prices were made so long ago. */
  priceAgeMs: number;
  /** Dollars from the price to bid and ask. */
  halfSpread: number;
  isOpen: boolean;
  /** The server hears the market. */
  isFed: boolean;
  /** Absent: a few of its own. */
  decisions?: readonly DecisionView[];
  /** Answers keep their shape and move with this. */
  now(): number;
}

/** A small world whose answers have the contract's shapes: for tests and for looking at pages. */
export const inventedWorld = (changes: Partial<InventedWorld> = {}): InventedWorld => ({
  signedIn: true,
  enabled: false,
  online: true,
  accountState: undefined,
  hasSubscription: true,
  isStored: true,
  cash: 73_841.27,
  watched: STOCKS.map(({ ticker }) => ticker as string),
  unmanaged: [],
  foreign: { holdings: [], orders: [], holdingsCount: 0, ordersCount: 0, value: 0 },
  sold: [],
  looksUntilSold: 0,
  isSelling: false,
  trades: TRADES,
  orders: ORDERS,
  priceAgeMs: 0,
  halfSpread: 0.02,
  isOpen: true,
  isFed: true,
  now: () => Date.now(),
  ...inventedAccount(),
  ...changes,
});

export const pricedAt = ({ now, priceAgeMs }: InventedWorld): string =>
  new Date(now() - priceAgeMs).toISOString();
