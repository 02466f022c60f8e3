import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";
import type { Result } from "@sevenfold/domain/result";
import type { HistoryPage, SidedHistoryWish } from "./history.ts";

export interface OrderReader {
  byKey(clientKey: string): Promise<Order | undefined>;
  /** Those of the account among the keys, however many: asked for in parts. */
  byKeys(accountId: string, clientKeys: readonly string[]): Promise<readonly Order[]>;
  byBrokerOrderId(accountId: string, brokerOrderId: string): Promise<Order | undefined>;
  /** Those of the account that the broker calls so, however many: asked for in parts. */
  byBrokerOrderIds(accountId: string, brokerOrderIds: readonly string[]): Promise<readonly Order[]>;
  /** Everything not in a final state, oldest first. */
  open(accountId: string): Promise<readonly Order[]>;
  /** Newest first, at most `limit` (500 at the most). */
  latest(accountId: string, limit: number): Promise<readonly Order[]>;
  /** By when they were made. */
  page(accountId: string, wish: SidedHistoryWish): Promise<HistoryPage<Order>>;
  /** When the account's orders but stops were sent, from the instant on, oldest first; at most 500. */
  submittedSince(accountId: string, since: Instant): Promise<readonly Instant[]>;
  /** How many orders of all accounts, but stops, were sent since. */
  countAllSubmittedSince(since: Instant): Promise<number>;
}

export interface OrderStore extends OrderReader {
  /** Records the order, unless its `clientKey` is known: then the known one comes back. */
  add(order: Order): Promise<{ readonly order: Order; readonly isNew: boolean }>;
  /** Records orders of which none is known; where one is, the transaction fails. */
  addNew(orders: readonly Order[]): Promise<void>;
  /** The order, its row locked until the transaction ends: who then changes it asks no second time. */
  lock(clientKey: string): Promise<Order | undefined>;
  /** Changes one order with its row locked. A refused change is not saved. */
  change<Refusal>(
    clientKey: string,
    change: (order: Order) => Result<Order, Refusal>,
  ): Promise<Result<Order, Refusal>>;
}
