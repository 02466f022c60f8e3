import { MINUTE_MS } from "@sevenfold/domain/market";
import { NO_MONEY, type Price, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { OrderReport } from "../../ports/broker.ts";
import { executionOf, expectFrozen, reportOf, withOrder } from "../../testing/executed-order.ts";
import { openTestWorld, ordersOf } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { recordExecution } from "./record-execution.ts";
import { PAST_ITS_DAY, recordOrderReport, saidBefore } from "./record-order-report.ts";

const HOUR_MS = 60 * MINUTE_MS;

describe("recordOrderReport", () => {
  it("keeps a canceled order canceled when a fill arrives late", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { state: "canceled" });

    await recordOrderReport(needs)(world.accountId, report);
    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey }));

    expect((await ordersOf(world))[0]).toMatchObject({ status: "filled", filled: 10 });
    await recordOrderReport(needs)(world.accountId, report);
    expect((await ordersOf(world))[0]).toMatchObject({ status: "filled", filled: 10 });
  });

  it("asks nothing of an order that has ended where the broker settles it still, and writes nothing", async () => {
    for (const ending of ["filled", "canceled"] as const) {
      const { world, needs, clientKey } = await withOrder();
      const { accountId, log } = world;
      if (ending === "filled")
        await recordExecution(needs)(accountId, executionOf(world, { clientKey }));
      else await recordOrderReport(needs)(accountId, reportOf(world, clientKey, { state: ending }));
      const before = (await ordersOf(world))[0];
      const report = reportOf(world, clientKey, { state: "suspended", message: "calculated" });

      expect(await saidBefore(needs, accountId, report)).toEqual(before);
      expect(await recordOrderReport(needs)(accountId, report)).toMatchObject({ ok: true });
      expect((await ordersOf(world))[0]).toEqual(before);
      expect(log.lines.map(({ event }) => event)).not.toContain("report-refused");
    }
  });

  it("keeps an order open that ended with fills which are still to be told", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { state: "canceled", filled: shares(4) });

    await recordOrderReport(needs)(world.accountId, report);
    expect((await ordersOf(world))[0]).toMatchObject({ status: "working" });
    await recordExecution(needs)(
      world.accountId,
      executionOf(world, { clientKey, quantity: shares(4) }),
    );
    await recordOrderReport(needs)(world.accountId, report);

    expect((await ordersOf(world))[0]).toMatchObject({
      status: "canceled",
      filled: 4,
      reservedCash: 0,
    });
  });

  it("keeps an order open that expired with fills which are still to be told", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { state: "expired", filled: shares(4) });

    await recordOrderReport(needs)(world.accountId, report);

    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "working" });
    expect(order?.reservedCash).toBeGreaterThan(0);
  });

  it("ends an order that the broker calls filled with fewer shares than were ordered, once all are told", async () => {
    const { world, needs, clientKey } = await withOrder();
    const [four, eight] = [shares(4), shares(8)];
    const told = (change: Partial<OrderReport>) =>
      recordOrderReport(needs)(world.accountId, reportOf(world, clientKey, change));
    const fill = (executionId: string) =>
      recordExecution(needs)(
        world.accountId,
        executionOf(world, { clientKey, executionId, quantity: four }),
      );

    await told({ state: "filled", quantity: eight, filled: eight });
    await fill("first");
    await told({ state: "filled", quantity: eight, filled: eight });
    await told({ state: "working", filled: four });
    // It was for ten by then: what is left may be on its way.
    await told({ state: "filled", filled: four });
    expect(await ordersOf(world)).toMatchObject([{ status: "partially-filled", filled: 4 }]);
    await fill("second");
    await told({ state: "filled", quantity: eight, filled: eight });

    expect(await ordersOf(world)).toMatchObject([
      { status: "canceled", filled: 8, quantity: 10, reservedCash: 0 },
    ]);
  });

  it("wants no more of an order that arrives after it was given up", async () => {
    const news = [
      (world: World, needs: TradingNeeds, clientKey: string) =>
        recordOrderReport(needs)(world.accountId, reportOf(world, clientKey, {})),
      (world: World, needs: TradingNeeds, clientKey: string) =>
        recordExecution(needs)(
          world.accountId,
          executionOf(world, { clientKey, quantity: shares(4) }),
        ),
    ];
    for (const tell of news) {
      const { world, needs, clientKey } = await withOrder({ ...NO_FAULTS, lostAnswer: 1 });
      await world.storage.transact((tables) =>
        tables.orders.change(clientKey, (order) =>
          applyOrderEvent(order, { type: "rejected", message: "Given up." }, world.clock.now()),
        ),
      );

      await tell(world, needs, clientKey);

      expect(await ordersOf(world)).toMatchObject([{ status: "cancel-pending" }]);
    }
  });

  it("says of an order that is shown as open after its day that it should not be, once", async () => {
    const { world, needs, clientKey } = await withOrder();
    const told = (change: Partial<OrderReport>) =>
      recordOrderReport(needs)(world.accountId, reportOf(world, clientKey, change));
    await world.clock.pass(13 * HOUR_MS);
    await told({ filled: shares(4) });
    expect((await ordersOf(world))[0]).toMatchObject({ status: "working" });

    // Midnight in New York is over.
    await world.clock.pass(HOUR_MS);
    for (let count = 0; count < 3; count += 1) await told({});

    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "suspended", lastMessage: PAST_ITS_DAY });
    expect(order?.reservedCash).toBeGreaterThan(0);
    const lines = world.log.lines.filter(({ event }) => event === "order-past-its-day");
    expect(lines).toHaveLength(1);
    await told({ state: "expired" });
    expect((await ordersOf(world))[0]).toMatchObject({ status: "expired", reservedCash: 0 });
  });

  it("does not believe in a second order of one key", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { brokerOrderId: "another" });

    const recorded = await recordOrderReport(needs)(world.accountId, report);

    expect(recorded).toMatchObject({ ok: false, refusal: { kind: "second-broker-order" } });
    await expectFrozen(world);
  });

  it("takes nothing for said before of a second order of one key, whatever it says", async () => {
    const { world, needs, clientKey } = await withOrder();
    const [{ brokerOrderId } = {}] = await ordersOf(world);
    for (const state of ["working", "rejected"] as const) {
      const reportAs = (number = "") =>
        reportOf(world, clientKey, { brokerOrderId: number, message: "Not today.", state });
      await recordOrderReport(needs)(world.accountId, reportAs(brokerOrderId));
      const said = (number?: string) => saidBefore(needs, world.accountId, reportAs(number));

      expect(await said(brokerOrderId)).toMatchObject({ clientKey });
      expect(await said("another")).toBeUndefined();
    }
  });

  it("ends an order that expired or was refused, and says what the broker says of it", async () => {
    const said = { message: "Not today." };
    const ends: readonly (readonly [Partial<OrderReport>, Partial<Order>])[] = [
      [{ state: "expired" }, { status: "expired", reservedCash: NO_MONEY }],
      [
        { state: "rejected" },
        {
          status: "rejected",
          lastMessage: "The broker refused the order.",
          reservedCash: NO_MONEY,
        },
      ],
      [
        { state: "rejected", ...said },
        { status: "rejected", lastMessage: "Not today." },
      ],
      [{ state: "suspended" }, { status: "suspended", lastMessage: "The broker holds the order." }],
      [
        { state: "suspended", ...said },
        { status: "suspended", lastMessage: "Not today." },
      ],
    ];
    for (const [facts, becomes] of ends) {
      const { world, needs, clientKey } = await withOrder();

      await recordOrderReport(needs)(world.accountId, reportOf(world, clientKey, facts));

      expect(await ordersOf(world)).toMatchObject([becomes]);
    }
  });

  it("ends an order that was refused after a part of it, once that part is booked", async () => {
    const { world, needs, clientKey } = await withOrder();
    const refused = { state: "rejected", filled: shares(4), message: "Halted." } as const;
    const report = reportOf(world, clientKey, refused);

    await recordOrderReport(needs)(world.accountId, report);
    expect(await ordersOf(world)).toMatchObject([{ status: "working", filled: 0 }]);
    const part = executionOf(world, { clientKey, quantity: shares(4) });
    await recordExecution(needs)(world.accountId, part);
    await recordOrderReport(needs)(world.accountId, report);

    expect(await ordersOf(world)).toMatchObject([
      { status: "canceled", filled: 4, reservedCash: NO_MONEY, lastMessage: "Halted." },
    ]);
    expect(world.log.lines.map(({ event }) => event)).not.toContain("report-refused");
  });

  it("ends an order that was refused after a part of it, also where the report tells none", async () => {
    const { world, needs, clientKey } = await withOrder();
    const part = executionOf(world, { clientKey, quantity: shares(4) });
    await recordExecution(needs)(world.accountId, part);

    await recordOrderReport(needs)(
      world.accountId,
      reportOf(world, clientKey, { state: "rejected" }),
    );

    expect(await ordersOf(world)).toMatchObject([{ status: "canceled", filled: 4 }]);
  });

  it("learns of an order of others what its executions do not tell, one thing after the other", async () => {
    const { tell, world } = await knownFromAFill();

    await tell({ timeInForce: "until-canceled" });
    const [untilCanceled] = await ordersOf(world);
    expect(untilCanceled).toMatchObject({ timeInForce: "until-canceled" });
    expect(untilCanceled).not.toHaveProperty("stop");
    const stop = 900_000 as Price;
    await tell({ stop });

    expect(await ordersOf(world)).toMatchObject([{ timeInForce: "until-canceled", stop }]);
  });

  it("learns the stop of an order of others that is for the day", async () => {
    const { tell, world } = await knownFromAFill();
    const stop = 900_000 as Price;

    await tell({ stop });

    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ stop });
    expect(order).not.toHaveProperty("timeInForce");
  });

  it("takes no fill from a report: executions tell those", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { state: "filled", filled: shares(10) });

    await recordOrderReport(needs)(world.accountId, report);

    expect((await ordersOf(world))[0]).toMatchObject({ status: "working", filled: 0 });
  });
});

/** An order of somebody else's that we know from a fill alone, and what the broker tells of it then. */
async function knownFromAFill() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const asSum = { ordered: shares(10), placedAt: world.clock.now() };
  const theirs = { brokerOrderId: "theirs", asSum };
  const fill = executionOf(world, { ...theirs, quantity: shares(4) });
  await recordExecution(needs)(world.accountId, fill);
  const { clientKey: _, ...report } = reportOf(world, "", { brokerOrderId: "theirs" });
  return {
    world,
    tell: (facts: Partial<OrderReport>) =>
      recordOrderReport(needs)(world.accountId, { ...report, ...facts }),
  };
}
