import { type Instant, instant } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { OrderReport } from "../ports/broker.ts";
import { NOTHING_FOREIGN } from "../ports/foreign.ts";
import {
  foundPosition,
  openBrokerWorld,
  reportOf,
  someExecution,
} from "../testing/broker-world.ts";
import { connected, KEYS } from "../testing/connected-broker.ts";
import { AAPL, dollars, MSFT } from "../testing/trading-world.ts";
import { openNotFoundWatch } from "../trading/account/not-found-watch.ts";
import { reconcileAccount } from "../trading/reconciliation/reconcile-account.ts";

const HOUR_MS = 3_600_000;

describe("connectBroker, of what the broker shows", () => {
  it("takes over what the broker shows, and selects it", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).report = reportOf("N1", dollars(90_000), dollars(91_500));

    const account = await connected(world);

    expect(account).toMatchObject({
      status: "active",
      isSelected: true,
      label: "Primary Account",
      apiKeyEnding: "6789",
      venueAccountNumber: "N1",
      cash: dollars(90_000),
      startEquity: dollars(91_500),
      lastValidatedAt: world.clock.now(),
    });
    expect(await world.storage.read.accounts.selectedOf(world.user.id)).toEqual(account);
    const settings = await world.storage.read.settings.of(account.id);
    expect(settings).toMatchObject({ automationEnabled: false, strategy: { mode: "TRAILING" } });
  });

  it("brings holdings in unmanaged at their cost, and books them as capital", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).positions = [foundPosition(AAPL, 10), foundPosition(MSFT, 4)];

    const { id } = await connected(world);

    const { capital, fills, positions } = world.storage.read;
    expect(await positions.of(id)).toMatchObject([
      { ticker: AAPL, quantity: 10, costBasis: dollars(1_000), isManaged: false },
      { ticker: MSFT, quantity: 4, costBasis: dollars(400), isManaged: false },
    ]);
    expect((await capital.of(id)).map(({ amount, ticker }) => [ticker, amount])).toEqual([
      [undefined, dollars(100_000)],
      [AAPL, dollars(1_000)],
      [MSFT, dollars(400)],
    ]);
    expect(await fills.cashFlow(id)).toBe(0);
  });

  it("keeps a fraction of a share and its part of the cost out of the books", async () => {
    const world = await openBrokerWorld();
    world.shown(KEYS.apiKey).positions = [
      foundPosition(AAPL, 3, 500_000_000),
      foundPosition(MSFT, 0, 250_000_000),
    ];

    const { id } = await connected(world);

    expect(await world.storage.read.positions.of(id)).toMatchObject([
      { ticker: AAPL, quantity: 3, costBasis: dollars(300) },
    ]);
  });

  it("brings open orders in as somebody else's, as far as they are open", async () => {
    const world = await openBrokerWorld();
    const submittedAt = instant(world.clock.now() - 40 * 24 * HOUR_MS);
    world.shown(KEYS.apiKey).orders = [
      report("open", { submittedAt, quantity: shares(10), filled: shares(4) }),
      report("held", { submittedAt, state: "suspended" }),
      report("done", { submittedAt, state: "filled", filled: shares(5) }),
      report("all but said to be done", { submittedAt, filled: shares(5) }),
    ];

    const { id } = await connected(world);

    const taken = await world.storage.read.orders.latest(id, 10);
    expect(taken.map(({ brokerOrderId }) => brokerOrderId).sort()).toEqual(["held", "open"]);
    expect(taken.find(({ brokerOrderId }) => brokerOrderId === "open")).toMatchObject({
      ...{ origin: "external", status: "working", quantity: 6, filled: 0 },
    });
  });

  it("takes an open stop over with its price, and with what it is good for", async () => {
    const world = await openBrokerWorld();
    const asked = { submittedAt: world.clock.now(), side: "sell", stop: price(900_000) } as const;
    world.shown(KEYS.apiKey).orders = [
      report("lasting", { ...asked, timeInForce: "until-canceled" }),
      report("for the day", asked),
    ];

    const { id } = await connected(world);

    const taken = await world.storage.read.orders.open(id);
    expect(
      taken.map(({ brokerOrderId, stop: at, timeInForce }) => [brokerOrderId, at, timeInForce]),
    ).toEqual([
      ["lasting", asked.stop, "until-canceled"],
      ["for the day", asked.stop, undefined],
    ]);
  });

  it("never books what happened before, and books all that happens afterwards", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const before = instant(world.clock.now() - 1_000);
    shown.positions = [foundPosition(AAPL, 2)];
    shown.executions = [someExecution("E1", before), someExecution("E2", before)];
    shown.orders = ["E1", "E2"].map((name) =>
      report(`order of ${name}`, { submittedAt: before, state: "filled", filled: shares(1) }),
    );
    const { id } = await connected(world);

    world.clock.stall(5_000);
    shown.positions = [foundPosition(AAPL, 3)];
    shown.executions.push(someExecution("E3", world.clock.now()));
    const done = await reconcileAccount(world.needs, openNotFoundWatch())(id);

    expect(done).toMatchObject({ ok: true, value: { drift: [] } });
    const { fills, orders, positions } = world.storage.read;
    expect((await fills.latest(id, 10)).map(({ executionId }) => executionId)).toEqual(["E3"]);
    expect(await positions.of(id)).toMatchObject([{ quantity: 3, isManaged: false }]);
    expect(await orders.open(id)).toEqual([]);
  });

  it("reads all again when an execution comes in between", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.afterRead = (reads) => {
      // Account, executions, activities, orders and positions; what is foreign and the cash are next.
      if (reads !== 5) return;
      shown.executions = [someExecution("E1", world.clock.now())];
      shown.positions = [foundPosition(AAPL, 1)];
      shown.report = reportOf("N", dollars(99_900), dollars(100_000));
    };

    const { booksFrom, cash, id } = await connected(world);

    expect(booksFrom).toBe(world.clock.now() + 1);
    expect(cash).toBe(dollars(99_900));
    expect(await world.storage.read.positions.of(id)).toMatchObject([{ quantity: 1 }]);
  });

  it("reads all again when a sum of executions grows in between", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const sum = (count: number) =>
      someExecution(`A:${count}`, world.clock.now(), { quantity: shares(count) });
    shown.executions = [sum(1)];
    shown.positions = [foundPosition(AAPL, 1)];
    shown.afterRead = (reads) => {
      if (reads !== 5) return;
      shown.executions = [sum(2)];
      shown.positions = [foundPosition(AAPL, 2)];
    };

    const { id } = await connected(world);

    expect(await world.storage.read.positions.of(id)).toMatchObject([{ quantity: 2 }]);
  });

  it("reads all again when money moves without a trade in between", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.afterRead = (reads) => {
      // The cash has been read, and executions; activities are next.
      if (reads !== 8) return;
      const { accountNumber, cash } = shown.report;
      const paid = dollars(25);
      const dividend = { kind: "dividend", id: "D1", at: world.clock.now(), ticker: AAPL } as const;
      shown.activities = [{ ...dividend, amount: paid }];
      shown.report = reportOf(accountNumber, money(cash + paid));
    };

    const { cash } = await connected(world);

    expect(cash).toBe(dollars(100_025));
  });

  it("reads all again when something else is traded in between", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.afterRead = (reads) => {
      // The cash has been read; what else was traded is asked for last.
      if (reads !== 7) return;
      shown.foreign = { ...NOTHING_FOREIGN, trades: [traded("T1", world.clock.now(), -50)] };
      shown.report = reportOf(shown.report.accountNumber, dollars(99_950));
    };

    const { cash } = await connected(world);

    expect(cash).toBe(dollars(99_950));
  });

  it("is not let in while something is traded at each look, and looked at no more for now", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    shown.afterRead = (reads) =>
      shown.executions.push(someExecution(`E${reads}`, world.clock.now()));

    const { status } = await connected(world);

    expect(status).not.toBe("active");
    expect(shown.reads).toBeLessThan(30);
  });

  it("shows an order for something else that has been open for weeks", async () => {
    const world = await openBrokerWorld();
    const submittedAt = instant(world.clock.now() - 40 * 24 * HOUR_MS);
    const order = { brokerOrderId: "1", symbol: "SPY260618C00500000", quantity: "1", isOpen: true };
    world.shown(KEYS.apiKey).foreign = {
      ...NOTHING_FOREIGN,
      orders: [{ ...order, kind: "option", submittedAt }],
    };

    const { foreign } = await connected(world);

    expect(foreign?.orders).toMatchObject([{ brokerOrderId: "1" }]);
  });

  it("never books cash that moved before, though the broker files it days late", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const hoursAgo = (hours: number) => instant(world.clock.now() - hours * HOUR_MS);
    const paid = { kind: "interest", id: "D1", amount: dollars(25) } as const;
    shown.activities = [{ ...paid, at: hoursAgo(6 * 24) }];
    shown.foreign = {
      ...NOTHING_FOREIGN,
      trades: [traded("T1", hoursAgo(1 / 60), -50), traded("T0", hoursAgo(30 * 24), -70)],
    };
    const { id } = await connected(world);

    world.clock.stall(5_000);
    const done = await reconcileAccount(world.needs, openNotFoundWatch())(id);

    expect(done).toMatchObject({ ok: true, value: { cashDrift: 0 } });
  });

  it("books what is traded afterwards at a venue whose clock is behind ours", async () => {
    const world = await openBrokerWorld();
    const shown = world.shown(KEYS.apiKey);
    const { id } = await connected(world);
    shown.executions = [someExecution("E1", instant(world.clock.now() - 1_000))];
    shown.positions = [foundPosition(AAPL, 1)];
    shown.report = reportOf(shown.report.accountNumber, dollars(99_900));

    const done = await reconcileAccount(world.needs, openNotFoundWatch())(id);

    expect(done).toMatchObject({ ok: true, value: { drift: [], cashDrift: 0 } });
  });
});

/** Cash that a trade of something else moved. */
const traded = (id: string, at: Instant, amount: number) =>
  ({ kind: "other-cash", id, at, amount: dollars(amount) }) as const;

const report = (brokerOrderId: string, changes: Partial<OrderReport>): OrderReport => ({
  brokerOrderId,
  ticker: AAPL,
  side: "buy",
  quantity: shares(5),
  extendedHours: false,
  state: "working",
  filled: shares(0),
  submittedAt: instant(0),
  ...changes,
});
