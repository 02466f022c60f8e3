import { instant } from "@sevenfold/domain/market";
import { applyOrderEvent, type Order, type OrderEvent } from "@sevenfold/domain/order";
import type { Broker } from "../ports/broker.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import type { Sending } from "../trading/orders/send-again.ts";
import { sendOrder } from "../trading/orders/send-order.ts";
import { writeAutomatedOrder } from "../trading/placing/write-automated-order.ts";
import { writeManualOrder } from "../trading/placing/write-manual-order.ts";
import {
  AAPL,
  automatedDraft,
  holdShares,
  inTime,
  manualDraft,
  openTestWorld,
} from "./trading-world.ts";
import { STARTS_AT, type World } from "./world/world.ts";

export const sendingOf = ({ userId }: World, order: Order): Sending => ({
  order,
  userId,
  letInAt: STARTS_AT,
  freshUntil: instant(order.createdAt + 15_000),
});

/** A world in which a manual order is on record and about to be sent. */
export async function withWritten() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const written = await inTime(world, writeManualOrder(needs)(manualDraft(world)));
  if (written.kind !== "to-send") throw new Error("the order was not written");
  return { world, needs, order: written.order };
}

/** The stream tells of it while the answer is under way. */
export const happened = ({ clock, storage }: World, { clientKey }: Order, event: OrderEvent) =>
  storage.transact((tables) =>
    tables.orders.change(clientKey, (order) => applyOrderEvent(order, event, clock.now())),
  );

/** The world's broker, which takes no order the first times it is asked. */
export async function busyFor(
  world: World,
  needs: TradingNeeds,
  times: number,
  retryAfterMs?: number,
): Promise<{ readonly broker: Broker; readonly attempts: number[] }> {
  const sound = await needs.brokers.connect(world.accountId);
  const attempts: number[] = [];
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const broker: Broker = {
    ...sound,
    async submit(order) {
      attempts.push(order.attempts);
      return attempts.length <= times
        ? { kind: "not-sent", message: "Busy.", ...wait }
        : sound.submit(order);
    },
  };
  return { broker, attempts };
}

/** The worker's order, which the broker took no notice of yet. */
export async function automatedWaiting(side: "buy" | "sell" = "buy") {
  const world = await openTestWorld();
  if (side === "sell") await holdShares(world, AAPL, 10, true);
  const process = world.open();
  const { needs } = process;
  const draft = await automatedDraft(world, process, { side });
  const written = await inTime(world, writeAutomatedOrder(needs)(draft));
  if (written.kind !== "to-send") throw new Error("the order was not written");
  const { order } = written;
  const busy = await busyFor(world, needs, 1, 9_000);
  const { leaseEpoch } = draft;
  const sending = sendOrder(needs)(busy.broker, {
    ...{ leaseEpoch, decided: draft },
    ...sendingOf(world, order),
  });
  await world.clock.pass(1_000);
  return { world, order, sending };
}
