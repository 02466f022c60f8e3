import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { Broker } from "../ports/broker.ts";
import type { World } from "../simulation/world.ts";
import { inTime, manualDraft, openTestWorld, ordersOf } from "../testing/trading-world.ts";
import { sendOrder } from "./send-order.ts";
import { writeManualOrder } from "./write-manual-order.ts";

describe("sendOrder", () => {
  it("sends nothing that waited too long after it was written", async () => {
    const { world, needs, order } = await withWritten();
    const broker = await needs.brokers.connect(world.accountId);
    await world.clock.pass(15_001);

    const sent = await inTime(world, sendOrder(needs)(broker, order, world.userId));

    expect(sent).toMatchObject({ ok: false, refusal: { kind: "broker-rejected" } });
    expect(world.venue.orders).toEqual([]);
    expect(await ordersOf(world)).toMatchObject([{ status: "rejected", reservedCash: 0 }]);
  });

  it("leaves the outcome open when the way to the broker breaks", async () => {
    const { world, needs, order } = await withWritten();
    const broken = { submit: () => Promise.reject(new Error("broken")) } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(broken, order, world.userId));

    expect(sent).toMatchObject({ ok: true, value: { status: "unknown" } });
    expect((await ordersOf(world))[0]?.reservedCash).toBe(order.reservedCash);
  });

  it("stops the automation when the answer names another order than the stream did", async () => {
    const { world, needs, order } = await withWritten();
    const twice = {
      submit: async () => {
        await tell(world, order, "order-1");
        return { kind: "accepted", brokerOrderId: "order-2" };
      },
    } as unknown as Broker;

    const sent = await inTime(world, sendOrder(needs)(twice, order, world.userId));

    expect(sent).toMatchObject({ ok: true, value: { brokerOrderId: "order-1" } });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(false);
  });
});

/** A world in which a manual order is on record and about to be sent. */
async function withWritten() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const written = await inTime(world, writeManualOrder(needs)(manualDraft(world)));
  if (written.kind !== "to-send") throw new Error("the order was not written");
  return { world, needs, order: written.order };
}

const tell = ({ clock, storage }: World, { clientKey }: Order, brokerOrderId: string) =>
  storage.transact((tables) =>
    tables.orders.change(clientKey, (order) =>
      applyOrderEvent(order, { type: "accepted", brokerOrderId }, clock.now()),
    ),
  );
