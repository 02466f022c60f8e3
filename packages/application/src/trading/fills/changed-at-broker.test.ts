import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { NO_MONEY, type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import type { Execution, OrderReport } from "../../ports/broker.ts";
import { executionOf, reportOf } from "../../testing/executed-order.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL, dollars, holdShares, openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import { recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";

const A_DAY_MS = 86_400_000;
const KEY = "ABCDEFGHIJKLMNOPQRST";

describe("an order of ours that rests until canceled and that the broker changed overnight", () => {
  it("is by its word as large as it says, and at its price", async () => {
    const { report, order } = await resting();

    await report({ quantity: shares(40), stop: price(22.5) });
    expect(await order()).toMatchObject({
      ...{ status: "working", quantity: 40, stop: price(22.5) },
      lastMessage:
        "The broker changed this order: 40 shares in place of 10, stop $22.50 in place of $90.00.",
    });
    await report({ quantity: shares(4), stop: price(225) });
    expect(await order()).toMatchObject({ quantity: 4, stop: price(225) });
    await report({ quantity: shares(4) });
    expect(await order()).toMatchObject({ quantity: 4, stop: price(225) });
  });

  it("keeps as much cash aside as it may cost at its size, where it buys", async () => {
    const { report, order } = await resting({
      ...{ side: "buy", limit: price(90), stop: undefined },
      reservedCash: dollars(900),
    });
    await report({ side: "buy", quantity: shares(40), limit: price(90) });
    expect(await order()).toMatchObject({ quantity: 40, reservedCash: dollars(3_600) });
  });

  it("is filled as large as it is by then, whichever word of it comes first", async () => {
    for (const facts of [
      { ordered: shares(40) },
      { asSum: { ordered: shares(40), placedAt: instant(0) } },
    ] satisfies Partial<Execution>[]) {
      const { execute, order, world } = await resting({}, 40);

      expect(await execute("stream", { ...facts, quantity: shares(40) })).toMatchObject({
        ok: true,
      });
      expect(await order()).toMatchObject({ status: "filled", quantity: 40, filled: 40 });
      const settings = await world.storage.read.settings.of(world.accountId);
      expect(settings?.automationEnabled).toBe(true);
    }
  });

  it("is no smaller than what it has traded, and what has traded makes it no smaller", async () => {
    const { execute, order, report } = await resting();
    await execute("list", { quantity: shares(6) });
    await report({ quantity: shares(8), filled: shares(6) });
    expect(await order()).toMatchObject({ status: "partially-filled", quantity: 10, filled: 6 });
  });
});

describe("a stop of ours that a split overnight made smaller, and that has sold since", () => {
  it("is filled by all that the broker says it was for, whichever word of it comes first", async () => {
    for (const isToldFirst of [true, false]) {
      const { execute, order, report } = await resting();
      const told = { quantity: shares(4), filled: shares(4), state: "filled" } as const;
      if (isToldFirst) await report(told);
      await execute("list", { quantity: shares(4) });
      await report(told);
      expect(await order()).toMatchObject({ status: "filled", quantity: 4, filled: 4 });
    }
  });

  it("is no smaller than what the books have of it", async () => {
    const { execute, order, report } = await resting();
    await execute("list", { quantity: shares(6) });
    await report({ quantity: shares(4), filled: shares(4), state: "filled" });
    expect(await order()).toMatchObject({ status: "partially-filled", quantity: 10, filled: 6 });
  });
});

describe("a stop of ours that rested over a night and sells more than is held", () => {
  it("waits for the split that is yet to be told, and stops nothing", async () => {
    const { execute, order, world } = await resting();
    const sold = { quantity: shares(40), ordered: shares(40), at: world.clock.now() };

    expect(await execute("list", sold)).toEqual({ ok: true, value: { kind: "unclear" } });
    expect(await order()).toMatchObject({ filled: 0 });
    await holdShares(world, AAPL, 40, true);
    expect(await execute("list", sold)).toMatchObject({ value: { kind: "booked" } });
    expect(await order()).toMatchObject({ status: "filled", filled: 40 });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(true);
  });

  it("contradicts the books where none is told for a quarter of an hour", async () => {
    const { execute, world } = await resting();
    const sold = { quantity: shares(40), ordered: shares(40), at: world.clock.now() };
    await world.clock.pass(15 * MINUTE_MS);

    expect(await execute("list", sold)).toMatchObject({
      refusal: { kind: "sold-more-than-held" },
    });
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(false);
  });
});

describe("an order that the broker cannot have changed", () => {
  it.each([
    ["that is good for the day", { timeInForce: undefined }],
    ["that was placed today", { createdAt: instant(1) }],
  ])("stays what it was, one %s, and more of it is refused", async (_, facts) => {
    const { execute, order, report } = await resting(facts, 40);
    await report({ quantity: shares(40), stop: price(22.5) });
    expect(await order()).toMatchObject({ quantity: 10, stop: price(90) });
    expect(await execute("list", { quantity: shares(40), ordered: shares(40) })).toMatchObject({
      refusal: { kind: "order-overfilled" },
    });
  });
});

describe("an order of others that a split overnight made smaller", () => {
  it("is filled by all that the broker says it was for, told as a sum or not", async () => {
    for (const facts of [{}, { asSum: { ordered: shares(4), placedAt: instant(0) } }]) {
      const { execute, order, report } = await resting({ origin: "external" });
      await execute("list", { quantity: shares(4), ...facts });
      await report({ quantity: shares(4), filled: shares(4), state: "filled" });
      expect(await order()).toMatchObject({ status: "filled", quantity: 4, filled: 4 });
    }
  });

  it("is no larger than what is on record of it, which may be what was left of it", async () => {
    const { order, report } = await resting({ origin: "external" });
    await report({ quantity: shares(40) });
    expect(await order()).toMatchObject({ quantity: 10 });
  });
});

describe("an order of others that the broker tells at another price", () => {
  it("is at that price, and keeps as much cash aside as it may cost", async () => {
    const { report, order } = await resting({
      ...{ origin: "external", side: "buy", limit: price(90), stop: undefined },
      reservedCash: dollars(900),
    });
    await report({ side: "buy", limit: price(89) });
    expect(await order()).toMatchObject({ limit: price(89), reservedCash: dollars(890) });
  });
});

const price = (amount: number) => dollars(amount) as number as Price;

async function resting(
  { createdAt, ...facts }: { readonly [Fact in keyof Order]?: Order[Fact] | undefined } = {},
  held = 10,
) {
  const world = await openTestWorld();
  const { needs } = world.open();
  const now = world.clock.now();
  await holdShares(world, AAPL, held, true);
  const placedAt = createdAt === undefined ? instant(now - A_DAY_MS) : now;
  const stop: Partial<Order> = {
    ...({ clientKey: KEY, brokerOrderId: "order-1", status: "working", ticker: AAPL } as const),
    ...({ side: "sell", origin: "automated", timeInForce: "until-canceled" } as const),
    stop: price(90),
    ...{ quantity: shares(10), reservedCash: NO_MONEY, createdAt: placedAt, updatedAt: placedAt },
  };
  const order = someOrder(world.accountId, stop);
  await world.storage.transact((tables) =>
    tables.orders.add(
      Object.fromEntries(
        Object.entries({ ...order, ...facts }).filter(([, value]) => value !== undefined),
      ) as unknown as Order,
    ),
  );
  return {
    world,
    order: async () => (await ordersOf(world)).find(({ clientKey }) => clientKey === KEY),
    report: (told: Partial<OrderReport>) =>
      recordOrderReport(needs)(
        world.accountId,
        reportOf(world, KEY, { side: "sell", timeInForce: "until-canceled", ...told }),
      ),
    execute: (source: "list" | "stream", told: Partial<Execution>) =>
      recordExecution(needs, source)(
        world.accountId,
        executionOf(world, { clientKey: KEY, side: "sell", price: price(22), ...told }),
      ),
  };
}
