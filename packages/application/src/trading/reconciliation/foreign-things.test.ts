import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { ForeignHolding, ForeignOrder } from "../../ports/foreign.ts";
import { NOTHING_FOREIGN } from "../../ports/foreign.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  inTime,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { readHoldings } from "../../views/read-holdings.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { placeOrder } from "../placing/place-order.ts";
import { writeAutomatedOrder } from "../placing/write-automated-order.ts";
import { reconcileAccount } from "./reconcile-account.ts";

const SHORT: ForeignHolding = {
  symbol: "AAPL",
  kind: "short",
  quantity: "-5",
  value: dollars(-500),
  tie: { ticker: AAPL, as: "short" },
};
const WRITTEN: ForeignHolding = {
  symbol: "AAPL261218C00200000",
  kind: "option",
  quantity: "-1",
  value: dollars(-250),
  tie: { ticker: AAPL, as: "written-calls", shares: shares(100) },
};
const COIN: ForeignHolding = { symbol: "BTCUSD", kind: "coin", quantity: "0.5" };

const told = async (world: World, ...holdings: readonly ForeignHolding[]) => {
  world.venue.foreign = holdings.length === 0 ? NOTHING_FOREIGN : { holdings, orders: [] };
  const { needs } = world.open();
  return inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));
};

const held = (world: World, quantity: number) =>
  world.storage.transact(({ positions }) =>
    positions.put({
      accountId: world.accountId,
      ticker: AAPL,
      quantity: shares(quantity),
      costBasis: dollars(100 * quantity),
      isManaged: true,
      updatedAt: world.clock.now(),
    }),
  );

const placed = (world: World, change: Partial<ReturnType<typeof manualDraft>>) =>
  inTime(world, placeOrder(world.open().needs)(manualDraft(world, change)));

describe("what an account has beside whole shares", () => {
  it("lets nobody order what an order of others there may sell short, as long as that is open", async () => {
    const world = await openTestWorld();
    const reconcile = () =>
      inTime(world, reconcileAccount(world.open().needs, openNotFoundWatch())(world.accountId));
    const order: ForeignOrder = {
      ...{ brokerOrderId: "9", symbol: "AAPL", kind: "other", quantity: "half of them" },
      ...{ isOpen: true, tie: { ticker: AAPL, as: "short" } },
    };
    world.venue.foreign = { holdings: [], orders: [order] };
    await reconcile();
    const refused = { ok: false, refusal: { kind: "short-elsewhere", ticker: AAPL } };
    expect(await placed(world, {})).toMatchObject(refused);

    world.venue.foreign = { holdings: [], orders: [{ ...order, isOpen: false }] };
    await reconcile();
    expect((await placed(world, {})).ok).toBe(true);
  });

  it("has the cash that trades of it moved, once, and agrees with the broker to the cent", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const reconcile = () =>
      inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId));
    const at = world.clock.now();
    await world.storage.transact(({ accounts }) =>
      accounts.change(world.accountId, (row) => ({ ...row, booksFrom: at, activitiesReadTo: at })),
    );
    const trade = (id: string, amount: number, before = 0) => ({
      ...{ id, kind: "other-cash" as const, at: instant(at - before) },
      ...{ amount: dollars(amount), words: "Sold 1 AAPL261218C00200000" },
    });
    world.venue.foreign = {
      ...{ holdings: [WRITTEN], orders: [] },
      // The second is older than the books, which began with what it brought.
      trades: [trade("trade:1", 250), trade("trade:0", 9_000, 86_400_000)],
    };
    world.venue.cash = money(world.venue.cash + dollars(250));
    const first = await reconcile();
    const again = await reconcile();

    expect(first).toMatchObject({ ok: true, value: { cashDrift: 0 } });
    expect(again).toMatchObject({ ok: true, value: { cashDrift: 0 } });
  });

  it("counts in its equity as the broker says, and makes no difference of holdings", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const before = await readHoldings(needs)(world.userId);

    const found = await told(world, SHORT, { ...COIN, value: dollars(30_000) });

    expect(found).toMatchObject({ ok: true, value: { drift: [] } });
    const after = await readHoldings(needs)(world.userId);
    expect(after.ok && before.ok && after.value.equity! - before.value.equity!).toBe(
      dollars(29_500),
    );

    await told(world);
    expect(await readHoldings(needs)(world.userId)).toMatchObject({
      value: { equity: before.ok && before.value.equity },
    });
    expect((await world.storage.read.accounts.byId(world.accountId))?.foreign).toBeUndefined();
  });

  it("makes the equity unknown while its worth is not told, and buys nothing by rule", async () => {
    const world = await openTestWorld();
    await told(world, COIN);

    expect(await readHoldings(world.open().needs)(world.userId)).toMatchObject({
      value: { equity: undefined },
    });
    const process = world.start();
    await world.clock.pass(600_000);
    expect(process.worker.accountView(world.accountId)?.isEquityValid).toBe(false);
    expect(await ordersOf(world)).toEqual([]);

    // It heals by itself.
    world.venue.foreign = NOTHING_FOREIGN;
    for (let second = 0; second < 900 && (await ordersOf(world)).length === 0; second += 1)
      await world.clock.pass(1_000);
    expect(process.worker.accountView(world.accountId)?.isEquityValid).toBe(true);
    await inTime(world, process.stop());
  });

  it("lets nobody order what is sold short there, by hand or by rule", async () => {
    const world = await openTestWorld();
    await told(world, SHORT);
    await held(world, 10);

    for (const side of ["buy", "sell"] as const)
      expect(await placed(world, { side, quantity: shares(1) })).toMatchObject({
        ok: false,
        refusal: { kind: "short-elsewhere", ticker: AAPL },
      });
    const process = world.open();
    const written = writeAutomatedOrder(process.needs)(await automatedDraft(world, process));
    expect(await inTime(world, written)).toMatchObject({
      answer: { refusal: { kind: "short-elsewhere", ticker: AAPL } },
    });
    expect(await placed(world, { ticker: "MSFT" as Ticker, quantity: shares(1) })).toMatchObject({
      ok: true,
    });
    expect(world.venue.arrivals.size).toBe(1);
  });

  it("keeps the shares that calls were written on, and sells those beyond", async () => {
    const world = await openTestWorld();
    world.venue.positions.set(AAPL, { quantity: shares(130), costBasis: dollars(13_000) });
    await told(world, WRITTEN);
    await held(world, 130);

    expect(await placed(world, { side: "sell", quantity: shares(31) })).toMatchObject({
      ok: false,
      refusal: { kind: "shares-tied", tied: 100, held: 130 },
    });
    expect(await placed(world, { side: "sell", quantity: shares(30) })).toMatchObject({ ok: true });
    expect(await placed(world, { side: "buy", quantity: shares(1) })).toMatchObject({ ok: true });
  });

  it.each(["buy", "sell"] as const)(
    "books no shares of a foreign %s, and its cash",
    async (side) => {
      const world = await openTestWorld();
      const { brokerOrderId, submittedAt } = world.venue.buyElsewhere(AAPL, shares(3));
      world.venue.trade(brokerOrderId, shares(3), price(1_000_000));
      // The cover of a short sale: the broker shows no position of it.
      world.venue.positions.clear();
      world.venue.foreign = {
        holdings: [],
        orders: [
          {
            brokerOrderId,
            symbol: "AAPL",
            kind: "short",
            side,
            quantity: "3",
            isOpen: false,
            submittedAt,
          },
        ],
      };
      const broker = await world.open().needs.brokers.connect(world.accountId);
      const { needs } = world.open();
      const traded = async (since: Instant) =>
        (await broker.executionsSince(since)).map((one) => ({ ...one, side }));
      const sound = { ...broker, ordersSince: async () => [], executionsSince: traded };
      if (side === "sell") world.venue.cash = money(world.venue.cash + 2 * dollars(300));
      const brokers = { ...needs.brokers, connect: async () => sound };

      const found = await inTime(
        world,
        reconcileAccount({ ...needs, brokers }, openNotFoundWatch())(world.accountId),
      );

      expect(found).toMatchObject({ ok: true, value: { drift: [], cashDrift: 0 } });
      expect(await world.storage.read.fills.latest(world.accountId, 5)).toEqual([]);
      expect(await world.storage.read.positions.of(world.accountId)).toEqual([]);
    },
  );

  it("never takes an order of ours for a foreign one", async () => {
    const world = await openTestWorld();
    const order = await placed(world, { limit: price(50_000), quantity: shares(1) });
    const brokerOrderId = order.ok ? order.value.order.brokerOrderId! : "";
    world.venue.foreign = {
      holdings: [],
      orders: [
        {
          brokerOrderId,
          symbol: "AAPL",
          kind: "notional",
          quantity: "$5",
          isOpen: true,
          submittedAt: world.clock.now(),
        },
      ],
    };

    const { needs } = world.open();
    expect(
      await inTime(world, reconcileAccount(needs, openNotFoundWatch())(world.accountId)),
    ).toMatchObject({
      ok: false,
      refusal: { kind: "broker-unavailable", message: expect.stringContaining(brokerOrderId) },
    });
  });

  it("keeps no more rows than a page shows, and counts all of them", async () => {
    const world = await openTestWorld();
    const many = [...Array(300).keys()].map((n) => ({ ...COIN, symbol: `C${n}`, value: money(1) }));

    await told(world, ...many, SHORT);

    const { foreign } = (await world.storage.read.accounts.byId(world.accountId))!;
    expect(foreign).toMatchObject({ holdingsInAll: 301, value: dollars(-500) + 300 });
    expect(foreign?.holdings).toHaveLength(200);
    expect(foreign?.holdings[0]).toEqual(SHORT);
  });
});
