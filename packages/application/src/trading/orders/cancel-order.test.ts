import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { seed } from "../../testing/storage-rows.ts";
import {
  AAPL,
  dollars,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { cancelOrder } from "./cancel-order.ts";

const FAR_BELOW = dollars(5) as number as Price;

describe("cancelOrder", () => {
  it("ends an open order and frees its cash", async () => {
    const world = await openTestWorld();
    const process = world.start();
    await world.clock.pass(5_000);
    const { needs } = process;
    await inTime(world, placeOrder(needs)(manualDraft(world, { limit: FAR_BELOW })));
    const { clientKey } = (await ordersOf(world))[0]!;

    const asked = await inTime(
      world,
      cancelOrder(needs)({ accountId: world.accountId, clientKey }),
    );
    await world.clock.pass(5_000);

    expect(asked).toMatchObject({ ok: true, value: { status: "cancel-pending" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "canceled", reservedCash: 0 }]);
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });

  it("is asked for again until the broker has heard it", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);
    const { needs } = process;
    await inTime(world, placeOrder(needs)(manualDraft(world, { limit: FAR_BELOW })));
    const { clientKey } = (await ordersOf(world))[0]!;

    world.venue.faults = { ...NO_FAULTS, lostRequest: 1 };
    await inTime(world, cancelOrder(needs)({ accountId: world.accountId, clientKey }));
    await world.clock.pass(15_000);
    expect(world.venue.orders).toMatchObject([{ state: "working" }]);
    world.venue.faults = NO_FAULTS;
    await world.clock.pass(15_000);

    expect(world.venue.orders).toMatchObject([{ state: "canceled" }]);
    expect(await ordersOf(world)).toMatchObject([{ status: "canceled", reservedCash: 0 }]);
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });

  it("ends an order whose number at the broker was not known as it was wanted", async () => {
    const world = await openTestWorld({
      automationEnabled: false,
      faults: { ...NO_FAULTS, lostAnswer: 1 },
    });
    const process = world.start();
    await world.clock.pass(5_000);
    const { needs } = process;
    await inTime(world, placeOrder(needs)(manualDraft(world, { limit: FAR_BELOW })));
    const { clientKey } = (await ordersOf(world))[0]!;

    world.venue.faults = { ...NO_FAULTS, lostRequest: 1 };
    await inTime(world, cancelOrder(needs)({ accountId: world.accountId, clientKey }));
    world.venue.faults = NO_FAULTS;
    await world.clock.pass(25_000);

    expect(await ordersOf(world)).toMatchObject([{ status: "canceled" }]);
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });

  it("cancels no order that has ended", async () => {
    const world = await openTestWorld();
    const process = world.start();
    await world.clock.pass(5_000);
    const { needs } = process;
    await inTime(world, placeOrder(needs)(manualDraft(world, { ticker: AAPL })));
    await world.clock.pass(10_000);
    const { clientKey } = (await ordersOf(world))[0]!;

    const ended = await inTime(
      world,
      cancelOrder(needs)({ accountId: world.accountId, clientKey }),
    );

    expect(ended).toMatchObject({ refusal: { kind: "order-not-open", status: "filled" } });
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });

  it("cancels no order of somebody else, and says no more than of one that is not", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);
    const { needs } = process;
    await inTime(world, placeOrder(needs)(manualDraft(world, { limit: FAR_BELOW })));
    const { clientKey } = (await ordersOf(world))[0]!;
    const { account: theirs } = await seed(world.storage);
    const cancel = (key: string) =>
      inTime(world, cancelOrder(needs)({ accountId: theirs.id, clientKey: key }));

    const refusal = { kind: "order-not-found" };
    expect(await cancel(clientKey)).toEqual({ ok: false, refusal: { ...refusal, clientKey } });
    expect(await cancel("NONE")).toEqual({ ok: false, refusal: { ...refusal, clientKey: "NONE" } });
    await world.clock.pass(15_000);
    expect(world.venue.orders).toMatchObject([{ state: "working" }]);
    expect(await ordersOf(world)).toMatchObject([{ status: "working" }]);
    await inTime(
      world,
      process.stop().then(() => undefined),
    );
  });
});
