import { type Instant, instant } from "@sevenfold/domain/market";
import type { Activity, IncomeActivity } from "../../ports/activity.ts";
import {
  type Broker,
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
} from "../../ports/broker.ts";
import type { ForeignThings } from "../../ports/foreign.ts";

/** An account as its broker shows it at one moment between two executions. */
export interface BrokerSnapshot {
  readonly account: BrokerAccountReport;
  readonly positions: readonly BrokerPosition[];
  readonly openOrders: readonly OrderReport[];
  /** Those of the last days, and what was traded elsewhere: they are part of cash and positions. */
  readonly activities: readonly Activity[];
  readonly foreign: ForeignThings;
  /** By our clock, before anything was read. */
  readonly at: Instant;
  /** By the venue's: every execution before it is part of cash and positions, none from it on. */
  readonly booksFrom: Instant;
}

const DAY_MS = 86_400_000;
/** No broker keeps an order open for longer than this. */
const ORDERS_OPEN_MS = 92 * DAY_MS;
const ATTEMPTS = 3;
/** A venue may file an activity days after the day it is of. */
export const ACTIVITIES_OVERLAP_MS = 7 * DAY_MS;

/**
 * Reads cash, positions and open orders that belong together: when an execution came in between, it
 * is all read again. Rejects while an order does not say what it traded. The account comes first, so that
 * keys the broker refuses cost one call.
 */
export async function readSnapshot(broker: Broker, at: Instant): Promise<BrokerSnapshot> {
  const since = instant(at - DAY_MS);
  let account = await broker.account();
  const activitiesFrom = instant(at - ACTIVITIES_OVERLAP_MS);
  let before = await broker.executionsSince(since);
  let activities = await broker.activitiesSince(activitiesFrom);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const orders = await broker.ordersSince(instant(at - ORDERS_OPEN_MS));
    refuseUntold(orders);
    const positions = await broker.positions();
    const foreign = await broker.foreign(instant(at - ORDERS_OPEN_MS), since);
    const traded = tradedSince(foreign, since);
    account = await broker.account();
    const after = await broker.executionsSince(since);
    const activitiesAfter = await broker.activitiesSince(activitiesFrom);
    const isQuiet =
      activities.length === activitiesAfter.length &&
      traded.length === tradedSince(await broker.foreign(since), since).length;
    activities = activitiesAfter;
    if (isQuiet && isSame(before, after))
      return {
        account,
        positions,
        openOrders: orders.filter(isOpenReport),
        activities: [...activities, ...traded],
        foreign,
        at,
        booksFrom: instant((after.at(-1)?.at ?? since - 1) + 1),
      };
    before = after;
  }
  throw new BrokerUnavailable("unreadable", "The account is trading too fast to be taken over.");
}

/** Its shares may be among the holdings already, and would come once more with the execution that tells of them. */
function refuseUntold(orders: readonly OrderReport[]): void {
  const untold = orders.find(({ isUntold }) => isUntold);
  if (!untold) return;
  const { brokerOrderId, message = "", ticker } = untold;
  throw new BrokerUnavailable("unreadable", `Order ${brokerOrderId} for ${ticker}: ${message}`);
}

export const isOpenReport = ({ filled, quantity, state }: OrderReport): boolean =>
  (state === "working" || state === "suspended") && filled < quantity;

/** What was traded elsewhere since: an adapter may tell more than it was asked. */
const tradedSince = ({ trades = [] }: ForeignThings, since: Instant): readonly IncomeActivity[] =>
  trades.filter(({ at }) => since <= at);

const isSame = (before: readonly Execution[], after: readonly Execution[]): boolean =>
  before.length === after.length && before.at(-1)?.executionId === after.at(-1)?.executionId;
