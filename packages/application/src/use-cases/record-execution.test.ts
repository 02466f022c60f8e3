import { type Instant, instant } from "@sevenfold/domain/market";
import { money, NO_MONEY, type Price, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, type Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";

import type { Execution, OrderReport } from "../ports/broker.ts";
import { type FaultPlan, NO_FAULTS } from "../simulation/fault-plan.ts";
import type { World } from "../simulation/world.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  holdShares,
  inTime,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../testing/trading-world.ts";
import { placeOrder } from "./place-order.ts";
import { recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";
import type { TradingNeeds } from "./trading-needs.ts";

describe("recordExecution", () => {
  it("moves order, position, cash and ledger together, once", async () => {
    const { world, needs, clientKey } = await withOrder();
    const execution = executionOf(world, { clientKey, quantity: shares(4) });

    const first = await recordExecution(needs)(world.accountId, execution);
    const again = await recordExecution(needs)(world.accountId, execution);

    expect(first).toMatchObject({ ok: true, value: { kind: "booked" } });
    expect(again).toMatchObject({ ok: true, value: { kind: "known" } });
    const { read } = world.storage;
    const account = (await read.accounts.byId(world.accountId))!;
    expect(account.cash).toBe(account.startEquity - 4 * 1_000_000);
    expect(account.startEquity + (await read.fills.cashFlow(world.accountId))).toBe(account.cash);
    expect(await read.positions.of(world.accountId)).toMatchObject([
      { quantity: 4, costBasis: 4_000_000, isManaged: true },
    ]);
    expect((await ordersOf(world))[0]).toMatchObject({ status: "partially-filled", filled: 4 });
  });

  it("frees as much of the reservation as is filled", async () => {
    const { world, needs, clientKey } = await withOrder();
    const before = (await ordersOf(world))[0]!.reservedCash;

    await recordExecution(needs)(
      world.accountId,
      executionOf(world, { clientKey, quantity: shares(5) }),
    );

    expect((await ordersOf(world))[0]?.reservedCash).toBe(before / 2);
  });

  it("takes a sell's fee from its gain and its cost from the average", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 10, true);
    const side = "sell" as const;

    const booked = await recordExecution(needs)(
      world.accountId,
      executionOf(world, { side, quantity: shares(4), price: 1_100_000 as Price, fee: money(500) }),
    );

    expect(booked).toMatchObject({
      value: {
        fill: { realized: 4 * 100_000 - 500 },
        position: { quantity: 6, costBasis: dollars(600) },
      },
    });
  });

  it("imports what somebody bought at the broker itself, and does not manage it", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const execution = executionOf(world, { brokerOrderId: "theirs" });

    await recordExecution(needs)(world.accountId, execution);
    const more = { ...execution, executionId: "execution-2" };
    await recordExecution(needs)(world.accountId, more);

    expect(await ordersOf(world)).toMatchObject([
      { origin: "external", quantity: 20, filled: 20, status: "filled" },
    ]);
    expect(await world.storage.read.positions.of(world.accountId)).toMatchObject([
      { quantity: 20, isManaged: false },
    ]);
  });

  it("widens an order of others that fills beyond what the broker said of it, open or canceled", async () => {
    for (const state of ["working", "canceled"] as const) {
      const world = await openTestWorld();
      const { needs } = world.open();
      const { clientKey: _, ...theirs } = reportOf(world, "", { brokerOrderId: "theirs" });
      await recordOrderReport(needs)(world.accountId, theirs);
      const fill = (executionId: string) =>
        recordExecution(needs)(
          world.accountId,
          executionOf(world, { brokerOrderId: "theirs", executionId, quantity: shares(6) }),
        );
      await fill("execution-1");
      await recordOrderReport(needs)(world.accountId, { ...theirs, state });

      await fill("execution-2");

      expect(await ordersOf(world), state).toMatchObject([
        { origin: "external", quantity: 12, filled: 12, status: "filled" },
      ]);
    }
  });

  it("goes on managing what was managed when its owner buys more of it elsewhere", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 10, true);

    await recordExecution(needs)(world.accountId, executionOf(world, {}));

    expect(await world.storage.read.positions.of(world.accountId)).toMatchObject([
      { quantity: 20, isManaged: true },
    ]);
  });

  it("books nothing that was sold but not held, and stops the automation", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    const booked = await recordExecution(needs)(
      world.accountId,
      executionOf(world, { side: "sell" }),
    );

    expect(booked).toMatchObject({ ok: false, refusal: { kind: "sold-more-than-held" } });
    await expectFrozen(world);
  });

  it("books no more than was ordered, and stops the automation", async () => {
    const { world, needs, clientKey } = await withOrder();

    const booked = await recordExecution(needs)(
      world.accountId,
      executionOf(world, { clientKey, quantity: shares(11) }),
    );

    expect(booked).toMatchObject({ ok: false, refusal: { kind: "order-overfilled" } });
    await expectFrozen(world);
  });

  it("waits for the list of executions when the stream tells of a sell before its buy", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const bought = executionOf(world, { brokerOrderId: "theirs", executionId: "execution-1" });
    const sold = executionOf(world, {
      brokerOrderId: "theirs too",
      executionId: "execution-2",
      side: "sell",
    });

    const heard = await recordExecution(needs, "stream")(world.accountId, sold);
    const listed = [
      await recordExecution(needs)(world.accountId, bought),
      await recordExecution(needs)(world.accountId, sold),
    ];

    expect(heard).toMatchObject({ ok: true, value: { kind: "unclear" } });
    expect(listed).toMatchObject([{ value: { kind: "booked" } }, { value: { kind: "booked" } }]);
    const settings = await world.storage.read.settings.of(world.accountId);
    expect(settings?.automationEnabled).toBe(true);
  });

  it("leaves what may be of an order without an answer until that is known", async () => {
    const { world, needs, clientKey } = await withOrder({ ...NO_FAULTS, lostAnswer: 1 });
    const execution = executionOf(world, { brokerOrderId: "order-1" });

    const early = await recordExecution(needs)(world.accountId, execution);
    await recordOrderReport(needs)(world.accountId, reportOf(world, clientKey, {}));
    const later = await recordExecution(needs)(world.accountId, execution);

    expect(early).toMatchObject({ ok: true, value: { kind: "unclear" } });
    expect(later).toMatchObject({ ok: true, value: { kind: "booked" } });
    expect(await ordersOf(world)).toMatchObject([{ clientKey, status: "filled" }]);
  });

  it("takes what is named by a key that is not ours for somebody else's, whatever waits of ours", async () => {
    const { world, needs, clientKey } = await withOrder({ ...NO_FAULTS, lostAnswer: 1 });
    const theirs = executionOf(world, { brokerOrderId: "theirs", clientKey: "their-own-key" });

    const booked = await recordExecution(needs)(world.accountId, theirs);

    expect(booked).toMatchObject({ ok: true, value: { kind: "booked" } });
    const orders = await ordersOf(world);
    expect(orders.find((order) => order.clientKey === clientKey)).toMatchObject({ filled: 0 });
    expect(orders.find(({ origin }) => origin === "external")).toMatchObject({ filled: 10 });
  });

  it("books no fill from before the account was taken over: it is in its cash and holdings", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { accountId, clock, storage } = world;
    const booksFrom = clock.now();
    await storage.transact(({ accounts }) =>
      accounts.change(accountId, (row) => ({ ...row, booksFrom })),
    );
    const fill = (executionId: string, at: number) =>
      recordExecution(needs)(accountId, executionOf(world, { executionId, at: instant(at) }));

    expect(await fill("before", booksFrom - 1)).toMatchObject({ value: { kind: "known" } });
    expect(await fill("since", booksFrom)).toMatchObject({ value: { kind: "booked" } });
    expect(await storage.read.positions.of(accountId)).toMatchObject([{ quantity: 10 }]);
  });

  it("says so where what was bought elsewhere leaves less than no cash, and books it", async () => {
    const world = await openTestWorld({ cash: dollars(900) });
    const { needs } = world.open();

    const booked = await recordExecution(needs)(world.accountId, executionOf(world, {}));

    expect(booked).toMatchObject({ value: { account: { cash: dollars(-100) } } });
    expect(world.log.lines).toContainEqual({
      level: "error",
      event: "cash-below-zero",
      facts: { accountId: world.accountId, cash: dollars(-100) },
    });
  });

  it("refuses a fill of nothing, or of another symbol or side than its order", async () => {
    const nonsense: Partial<Execution>[] = [
      { quantity: shares(0), brokerOrderId: "theirs" },
      { side: "sell" },
      { ticker: MSFT },
    ];
    for (const facts of nonsense) {
      const { world, needs, clientKey } = await withOrder();
      const ofOrder = facts.brokerOrderId === undefined ? { clientKey } : {};
      const execution = executionOf(world, { ...ofOrder, ...facts });

      const booked = await recordExecution(needs)(world.accountId, execution);

      expect(booked).toMatchObject({ ok: false, refusal: { kind: "impossible-execution" } });
      expect(await ordersOf(world)).toMatchObject([{ clientKey, filled: 0 }]);
      await expectFrozen(world);
    }
  });

  it("books sells of a holding as large as an account may be", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 400_000, false);

    const booked = await recordExecution(needs)(
      world.accountId,
      executionOf(world, { side: "sell", quantity: shares(399_999) }),
    );

    expect(booked).toMatchObject({ value: { position: { quantity: 1, costBasis: dollars(100) } } });
  });

  it("anchors the stored trail at its price and starts the cool-down", async () => {
    const { world, needs, clientKey } = await withOrder();
    await world.storage.transact((tables) =>
      tables.trails.save({ accountId: world.accountId, savedAt: world.clock.now(), trails: [] }),
    );
    const at = world.clock.now();

    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([
      { ticker: AAPL, high: 1_000_000, low: 1_000_000, since: at, coolDownUntil: at + 600_000 },
    ]);
  });
});

describe("a fill that is told late", () => {
  it("starts the cool-down at its own time", async () => {
    const { world, needs, clientKey } = await withOrder();
    const at = world.clock.now();
    await world.clock.pass(90_000);

    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey, at }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ since: at, coolDownUntil: at + 600_000 }]);
  });

  it("leaves the trail to a later one that was told before it, and still cools down", async () => {
    const { world, needs, clientKey } = await withOrder();
    const at = world.clock.now();
    await world.clock.pass(10_000);
    const later = { brokerOrderId: "theirs", executionId: "later", at: world.clock.now() };
    await recordExecution(needs)(world.accountId, executionOf(world, later));

    await recordExecution(needs)(world.accountId, executionOf(world, { clientKey, at }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ since: later.at, coolDownUntil: at + 600_000 }]);
  });
});

describe("a fill that somebody else has caused", () => {
  it("anchors the stored trail and starts no cool-down", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    await recordExecution(needs)(world.accountId, executionOf(world, { brokerOrderId: "theirs" }));

    const stored = await world.storage.read.trails.of(world.accountId);
    expect(stored?.trails).toMatchObject([{ ticker: AAPL, high: 1_000_000, coolDownUntil: 0 }]);
  });
});

describe("an execution that cannot be booked", () => {
  it("stops the automation once, however often it is told", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const { accountId, storage, userId } = world;
    const impossible = executionOf(world, { side: "sell" });
    await recordExecution(needs)(accountId, impossible);
    await expectFrozen(world);
    await storage.transact((tables) =>
      tables.settings.change(accountId, userId, (row) => ({ ...row, automationEnabled: true })),
    );

    await recordExecution(needs)(accountId, impossible);

    expect((await storage.read.settings.of(accountId))?.automationEnabled).toBe(true);
  });
});

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

  it("does not believe in a second order of one key", async () => {
    const { world, needs, clientKey } = await withOrder();
    const report = reportOf(world, clientKey, { brokerOrderId: "another" });

    const recorded = await recordOrderReport(needs)(world.accountId, report);

    expect(recorded).toMatchObject({ ok: false, refusal: { kind: "second-broker-order" } });
    await expectFrozen(world);
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

  it("does not believe that an order was refused of which a part is filled", async () => {
    const { world, needs, clientKey } = await withOrder();
    const part = executionOf(world, { clientKey, quantity: shares(4) });
    await recordExecution(needs)(world.accountId, part);
    const report = reportOf(world, clientKey, { state: "rejected" });

    const recorded = await recordOrderReport(needs)(world.accountId, report);

    expect(recorded).toMatchObject({ refusal: { kind: "impossible-order-event" } });
    expect(await ordersOf(world)).toMatchObject([{ status: "partially-filled", filled: 4 }]);
    expect(world.log.lines.map(({ event }) => event)).toContain("report-refused");
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

/** A world in which the worker's order for ten shares of AAPL is at the broker. */
async function withOrder(faults: FaultPlan = NO_FAULTS) {
  const world = await openTestWorld({ faults });
  const process = world.open();
  const draft = await automatedDraft(world, process);
  const placed = await inTime(world, placeOrder(process.needs)(draft));
  if (!placed.ok) throw new Error(placed.refusal.kind);
  return { world, needs: process.needs, clientKey: placed.value.order.clientKey };
}

/** An order of somebody else's that we know from a fill alone, and what the broker tells of it then. */
async function knownFromAFill() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const theirs = { brokerOrderId: "theirs", asSum: { ordered: shares(10) } };
  const fill = executionOf(world, { ...theirs, quantity: shares(4) });
  await recordExecution(needs)(world.accountId, fill);
  const { clientKey: _, ...report } = reportOf(world, "", { brokerOrderId: "theirs" });
  return {
    world,
    tell: (facts: Partial<OrderReport>) =>
      recordOrderReport(needs)(world.accountId, { ...report, ...facts }),
  };
}

const executionOf = ({ clock }: World, facts: Partial<Execution>): Execution => ({
  executionId: "execution-1",
  brokerOrderId: "order-1",
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  price: 1_000_000 as Price,
  fee: money(0),
  at: clock.now() as Instant,
  ...facts,
});

const reportOf = (
  { clock }: World,
  clientKey: string,
  facts: Partial<OrderReport>,
): OrderReport => ({
  brokerOrderId: "order-1",
  clientKey,
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: clock.now(),
  ...facts,
});

async function expectFrozen({ accountId, storage }: World): Promise<void> {
  const { read } = storage;
  expect(await read.fills.latest(accountId, 10)).toEqual([]);
  expect((await read.settings.of(accountId))?.automationEnabled).toBe(false);
}
