import { type Instant, instant } from "@sevenfold/domain/market";
import {
  type Broker,
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../ports/broker.ts";

/** An account as its broker shows it at one moment between two executions. */
export interface BrokerSnapshot {
  readonly account: BrokerAccountReport;
  readonly positions: readonly BrokerPosition[];
  readonly openOrders: readonly OrderReport[];
  /** By our clock, before anything was read. */
  readonly at: Instant;
  /** By the venue's: every execution before it is part of cash and positions, none from it on. */
  readonly booksFrom: Instant;
}

const DAY_MS = 86_400_000;
/** No broker keeps an order open for longer than this. */
const ORDERS_OPEN_MS = 92 * DAY_MS;
const ATTEMPTS = 3;

/**
 * Reads cash, positions and open orders that belong together: when an execution came in between, it
 * is all read again. The account comes first, so that keys the broker refuses cost one call.
 */
export async function readSnapshot(broker: Broker, at: Instant): Promise<BrokerSnapshot> {
  const since = instant(at - DAY_MS);
  let account = await broker.account();
  let before = await broker.executionsSince(since);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const orders = await broker.ordersSince(instant(at - ORDERS_OPEN_MS));
    const positions = await broker.positions();
    account = await broker.account();
    const after = await broker.executionsSince(since);
    if (isSame(before, after))
      return {
        account,
        positions,
        openOrders: orders.filter(isOpenReport),
        at,
        booksFrom: instant((after.at(-1)?.at ?? since - 1) + 1),
      };
    before = after;
  }
  throw new BrokerUnavailable("unreadable", "The account is trading too fast to be taken over.");
}

export const isOpenReport = ({ filled, quantity, state }: OrderReport): boolean =>
  (state === "working" || state === "suspended") && filled < quantity;

const isSame = (before: readonly Execution[], after: readonly Execution[]): boolean =>
  before.length === after.length && before.at(-1)?.executionId === after.at(-1)?.executionId;
