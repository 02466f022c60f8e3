import { type Quantity, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { executionOf, withOrder } from "../../testing/executed-order.ts";
import { recordActivity } from "../activities/record-activity.ts";
import { recordExecution } from "./record-execution.ts";

/** An order for ten shares, of which executions are told and taken back by the market. */
async function working() {
  const { clientKey, needs, world } = await withOrder();
  const { accountId, storage } = world;
  const told = (executionId: string, quantity: Quantity) =>
    recordExecution(needs)(accountId, executionOf(world, { clientKey, executionId, quantity }));
  return {
    told,
    takenBack: (executionId: string) =>
      recordActivity(needs)(accountId, {
        ...{ kind: "bust", id: `bust of ${executionId}`, at: world.clock.now(), executionId },
      }),
    order: () => storage.read.orders.byKey(clientKey),
    held: async () => (await storage.read.positions.of(accountId))[0]?.quantity ?? 0,
    isAutomated: async () => (await storage.read.settings.of(accountId))?.automationEnabled,
  };
}

describe("an execution that was taken back and is told anew", () => {
  it("is booked where the order was filled by then, and ends it with what it came to", async () => {
    const { held, isAutomated, order, takenBack, told } = await working();
    await told("first", shares(10));
    await takenBack("first");

    expect(await told("anew", shares(10))).toMatchObject({ ok: true, value: { kind: "booked" } });

    expect(await held()).toBe(10);
    expect(await order()).toMatchObject({
      ...{ status: "filled", filled: 10, filledNotional: 10_000_000, reservedCash: 0 },
    });
    expect(await isAutomated()).toBe(true);
  });

  it("leaves room for the rest of an order that goes on", async () => {
    const { held, order, takenBack, told } = await working();
    await told("first", shares(4));
    await told("second", shares(3));
    await takenBack("first");

    await told("anew", shares(5));
    expect(await order()).toMatchObject({ status: "partially-filled", filled: 8 });
    await told("rest", shares(2));

    expect(await held()).toBe(10);
    expect(await order()).toMatchObject({ status: "filled", filled: 10 });
  });

  it("makes an order of others no larger than it was", async () => {
    const { needs, world } = await withOrder();
    const { accountId, storage } = world;
    const theirs = { brokerOrderId: "theirs", quantity: shares(4) };
    const told = (executionId: string) =>
      recordExecution(needs)(accountId, executionOf(world, { ...theirs, executionId }));
    await told("first");
    const bust = { kind: "bust", id: "bust", at: world.clock.now(), executionId: "first" } as const;
    await recordActivity(needs)(accountId, bust);

    await told("anew");

    expect(await storage.read.orders.byBrokerOrderId(accountId, "theirs")).toMatchObject({
      ...{ status: "filled", quantity: 4, filled: 4 },
    });
  });

  it("makes room once: one more is too many", async () => {
    const { held, isAutomated, takenBack, told } = await working();
    await told("first", shares(10));
    await takenBack("first");
    await told("anew", shares(10));

    expect(await told("one more", shares(1))).toMatchObject({
      ...{ ok: false, refusal: { kind: "order-overfilled" } },
    });

    expect(await held()).toBe(10);
    expect(await isAutomated()).toBe(false);
  });
});
