import type { Order } from "@sevenfold/domain/order";
import {
  type Broker,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../../ports/broker.ts";
import type { ForeignOrder, ForeignThings } from "../../ports/foreign.ts";
import { knownOrders } from "../account/external-order.ts";
import { askedInTurn, isResting } from "../account/resting-order.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { mayBe } from "../orders/order-match.ts";
import { atOnce } from "../prices/at-once.ts";
import { isUnanswered } from "../safeguards/unanswered-orders.ts";

type Needs = Pick<TradingNeeds, "clock" | "log" | "storage">;

/** Orders the broker's list leaves out are asked for so many at a time. */
const FINDS_AT_ONCE_MAX = 4;

/**
 * What became of open orders of ours that the list leaves out. Where orders come without our keys, those
 * that look alike are told apart by `matchUnanswered`; when every one of them is known to be another of
 * ours, the list itself says that this one is not there. An order the broker cannot answer for stays as
 * it is, and holds up none of the others.
 */
export async function findUnlisted(
  { clock, log, storage }: Needs,
  {
    accountId,
    broker,
    listed,
    open,
  }: {
    readonly accountId: string;
    readonly broker: Broker;
    readonly open: readonly Order[];
    readonly listed: readonly OrderReport[];
  },
): Promise<ReadonlyMap<string, OrderReport | undefined>> {
  const shown = new Set(
    listed.flatMap(({ brokerOrderId, clientKey }) => [brokerOrderId, clientKey]),
  );
  const unlisted = askedInTurn(
    open.filter(
      ({ brokerOrderId, clientKey, status }) =>
        status !== "intent" && !shown.has(clientKey) && !shown.has(brokerOrderId ?? clientKey),
    ),
    clock.now(),
  );
  const found = new Map<string, OrderReport | undefined>();
  if (unlisted.length === 0) return found;
  const nameless = broker.returnsKeys
    ? []
    : listed.filter(({ clientKey }) => clientKey === undefined);
  const known = await knownOrders(storage.read, accountId, nameless);
  await atOnce(unlisted, FINDS_AT_ONCE_MAX, async (order) => {
    const { clientKey } = order;
    const alike = isUnanswered(order) ? nameless.filter((report) => mayBe(report, order)) : [];
    if (0 < alike.length) {
      if (alike.every((report) => known.of(report))) found.set(clientKey, undefined);
      return;
    }
    try {
      found.set(clientKey, await broker.find(order));
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      log.warn("order-not-looked-up", { accountId, clientKey, error: error.message });
    }
  });
  return found;
}

/**
 * Orders that are on record as orders for shares and that the broker tells as foreign now: of others, and
 * those of ours that ended at a price that no book here can hold.
 */
export function foreignAmong(
  open: readonly Order[],
  { orders }: Pick<ForeignThings, "orders">,
): readonly Order[] {
  const told = new Map(orders.map((order) => [order.brokerOrderId, order]));
  return open.filter(({ brokerOrderId = "", origin }) => {
    const foreign = told.get(brokerOrderId);
    return foreign !== undefined && (origin === "external" || endedDear(foreign));
  });
}

/** What has ended cannot be worked on; what it traded is told as cash. */
export const endedDear = ({ isDear, isOpen }: ForeignOrder): boolean => isDear === true && !isOpen;

/**
 * Orders at rest of which the broker tells another count of open shares than the books and the executions
 * that were read, or that it does not find: what tells of them is older than what was read.
 */
export async function owingOrders(
  { clock, storage }: Needs,
  told: {
    readonly accountId: string;
    readonly open: readonly Order[];
    readonly executions: readonly Execution[];
    readonly found: ReadonlyMap<string, OrderReport | undefined>;
  },
): Promise<readonly Order[]> {
  const { accountId, executions, found, open } = told;
  const asked = open.filter((order) => found.has(order.clientKey) && isResting(order, clock.now()));
  const behind = asked.filter((order) => 0 < sharesBehind(order, found.get(order.clientKey)));
  if (behind.length === 0) return [];
  const booked = await storage.read.fills.bookedAmong(
    accountId,
    executions.map(({ executionId }) => executionId),
  );
  const news = executions.filter(({ executionId }) => !booked.has(executionId));
  return behind.filter((order) => {
    const ofIt = news.filter(({ brokerOrderId }) => brokerOrderId === order.brokerOrderId);
    if (ofIt.some(({ asSum }) => asSum !== undefined)) return false;
    const due = ofIt.reduce((sum, { quantity }) => sum + quantity, 0);
    return due < sharesBehind(order, found.get(order.clientKey));
  });
}

/**
 * How many shares have traded that are not booked, by what is left of the order: one that was taken over
 * counts from what was left then. All of them, where nobody knows.
 */
const sharesBehind = ({ filled, quantity }: Order, report: OrderReport | undefined): number =>
  report === undefined
    ? Number.POSITIVE_INFINITY
    : quantity - filled - (report.quantity - report.filled);
