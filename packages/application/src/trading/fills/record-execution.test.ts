import { instant } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Execution } from "../../ports/broker.ts";
import { executionOf, expectFrozen, reportOf, withOrder } from "../../testing/executed-order.ts";
import {
  AAPL,
  dollars,
  holdShares,
  MSFT,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { recordExecution } from "./record-execution.ts";
import { recordOrderReport } from "./record-order-report.ts";

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
