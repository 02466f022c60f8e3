import { instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { NO_FAULTS } from "../broker-kit/simulated/fault-plan.ts";
import type { Broker, Execution, OrderReport } from "../ports/broker.ts";
import { openNotFoundWatch } from "../trading/account/not-found-watch.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { mayBe } from "../trading/orders/order-match.ts";
import { placeOrder } from "../trading/placing/place-order.ts";
import { reconcileAccount } from "../trading/reconciliation/reconcile-account.ts";
import { inTime, manualDraft, openTestWorld, ordersOf, withBroker } from "./trading-world.ts";
import type { World } from "./world/world.ts";

export const namesOf = async (world: World): Promise<readonly string[]> =>
  (await ordersOf(world)).map(({ origin, status }) => `${origin} ${status}`).sort();

/** An account whose manual buy of ten shares got no answer. */
export async function unanswered(
  faults: Partial<typeof NO_FAULTS> = { lostAnswer: 1 },
  told: (broker: Broker) => Broker = keyless,
) {
  const world = await openTestWorld({ faults: { ...NO_FAULTS, ...faults } });
  const { needs } = world.open();
  const broker = told(await needs.brokers.connect(world.accountId));
  const there = withBroker(needs, broker);
  await inTime(world, placeOrder(there)(manualDraft(world)));
  await world.clock.pass(10_000);
  const watch = openNotFoundWatch();
  const reconcileWith = (by: TradingNeeds) =>
    inTime(world, reconcileAccount(by, watch)(world.accountId));
  return {
    world,
    needs: there,
    broker,
    reconcileWith,
    reconcile: () => reconcileWith(there),
    /** Somebody buys the same at the broker's own site, at the same time. */
    placeElsewhere() {
      const [first] = world.venue.orders;
      const clientKey = `ELSEWHERE ${world.venue.orders.length}`;
      world.venue.receive({ ...orderLike(first!), clientKey, accountId: "" });
      const twin = world.venue.orders.at(-1)!;
      Object.assign(twin, { submittedAt: first!.submittedAt });
    },
  };
}

const orderLike = (report: OrderReport) => ({
  ...report,
  origin: "manual" as const,
  status: "submitting" as const,
  filled: shares(0),
  filledNotional: 0 as never,
  reservedCash: 0 as never,
  attempts: 1,
  createdAt: report.submittedAt,
  updatedAt: report.submittedAt,
});

/** The same broker, telling nothing of our keys: an order is found by number or by likeness. */
function keyless(broker: Broker): Broker {
  const without = <Told extends OrderReport | Execution>({ clientKey: _, ...told }: Told) =>
    told as Told;
  const all = () => broker.ordersSince(instant(0));
  return {
    ...broker,
    returnsKeys: false,
    ordersSince: async (since) => (await broker.ordersSince(since)).map(without),
    executionsSince: async (since) => (await broker.executionsSince(since)).map(without),
    async find(order) {
      const reports = (await all()).map(without);
      const found = reports.find((report) =>
        order.brokerOrderId === undefined
          ? mayBe(report, order)
          : report.brokerOrderId === order.brokerOrderId,
      );
      return found && { ...found, clientKey: order.clientKey };
    },
  };
}
