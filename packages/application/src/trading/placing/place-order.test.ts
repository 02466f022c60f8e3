import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { atRateCeil, BPS_PER_ONE, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { firstPrice } from "../../testing/first-price.ts";
import {
  AAPL,
  automatedDraft,
  dollars,
  holdShares,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
  withBroker,
} from "../../testing/trading-world.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { placeOrder } from "./place-order.ts";

describe("a venue that takes no buys of little worth", () => {
  it("is not sent them, by hand or by rule; sells of any size pass", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const broker = await process.needs.brokers.connect(world.accountId);
    const strict = { ...broker, terms: { buyNotionalMin: dollars(10_000) } };
    const needs = withBroker(process.needs, strict);
    await holdShares(world, MSFT, 1, true);

    const refusal = { kind: "order-too-small", least: dollars(10_000) };
    expect(await inTime(world, placeOrder(needs)(manualDraft(world)))).toMatchObject({ refusal });
    const entry = await automatedDraft(world, process);
    expect(await inTime(world, placeOrder(needs)(entry))).toMatchObject({ refusal });
    const sell = manualDraft(world, { ticker: MSFT, side: "sell", quantity: shares(1) });
    expect(await inTime(world, placeOrder(needs)(sell))).toMatchObject({ ok: true });
    expect(world.venue.orders).toHaveLength(1);
  });
});

describe("an order whose commit got no answer", () => {
  it("is announced, because it may be on record with the cash it keeps aside", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const transact: typeof needs.storage.transact = async (work) => {
      await needs.storage.transact(work);
      throw new Error("the connection broke");
    };
    const heard: string[] = [];
    world.announcer.listen(({ accountId, topic }) => heard.push(`${accountId} ${topic}`));

    const placing = placeOrder({ ...needs, storage: { ...needs.storage, transact } });
    const failing = expect(placing(manualDraft(world))).rejects.toThrow("broke");
    await inTime(world, failing);

    expect(await ordersOf(world)).toMatchObject([{ status: "submitting" }]);
    expect(heard).toEqual([`${world.accountId} orders`]);
  });
});

describe("an order whose answer is out", () => {
  it("keeps every other of its symbol back, by hand or by rule, until it is settled", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, lostAnswer: 1 } });
    const process = world.open();
    const { needs } = process;
    await holdShares(world, AAPL, 5, true);
    await inTime(world, placeOrder(needs)(manualDraft(world, { quantity: shares(1) })));
    world.venue.faults = NO_FAULTS;

    const refusal = { kind: "order-unanswered", ticker: AAPL };
    const more = { idempotencyKey: "more", quantity: shares(2) };
    expect(await inTime(world, placeOrder(needs)(manualDraft(world, more)))).toMatchObject({
      refusal,
    });
    const sell = manualDraft(world, { side: "sell", quantity: shares(2) });
    expect(await inTime(world, placeOrder(needs)(sell))).toMatchObject({ refusal });
    const exit = await automatedDraft(world, process, { side: "sell", quantity: shares(2) });
    expect(await inTime(world, placeOrder(needs)(exit))).toMatchObject({ ok: false });
    const other = manualDraft(world, { ticker: MSFT, quantity: shares(1) });
    expect(await inTime(world, placeOrder(needs)(other))).toMatchObject({ ok: true });
    const { accountId } = world;
    const [{ clientKey } = { clientKey: "" }] = (await ordersOf(world)).filter(
      ({ status }) => status === "unknown",
    );
    expect(await inTime(world, cancelOrder(needs)({ accountId, clientKey }))).toMatchObject({
      ok: true,
    });
  });

  it("lets the next one of its symbol wait a moment while it is just being sent", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const two = ["one", "two"].map((idempotencyKey) =>
      placeOrder(needs)(manualDraft(world, { idempotencyKey, quantity: shares(1) })),
    );

    expect(await inTime(world, Promise.all(two))).toMatchObject([{ ok: true }, { ok: true }]);
  });
});

describe("placeOrder, by hand", () => {
  it("keeps the price and a collar aside and sends the order", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const askedAt = world.clock.now();
    const last = world.market.priceAt(AAPL, askedAt);

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world)));

    expect(placed).toMatchObject({ ok: true, value: { warnings: [] } });
    const [order] = await ordersOf(world);
    expect(order).toMatchObject({ status: "working", attempts: 1, origin: "manual" });
    expect(order?.reservedCash).toBe(atRateCeil(last, BPS_PER_ONE + 300) * 10);
    expect(world.venue.orders).toMatchObject([{ clientKey: order?.clientKey }]);
    // Also after the broker's answers have made the row anew.
    expect(order).toMatchObject({ priceProvider: "simulated", pricedAt: askedAt });
  });

  it("takes an order that can be paid but for its collar, and keeps all that is free", async () => {
    const price = await firstPrice();
    const cash = dollars((price * 10 * 1.01) / 10_000);
    const world = await openTestWorld({ cash });
    const { needs } = world.open();

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world)));

    expect(placed.ok).toBe(true);
    expect((await ordersOf(world))[0]?.reservedCash).toBe(cash);
  });

  it("refuses what open buys leave no cash for, and records that", async () => {
    const price = await firstPrice();
    const world = await openTestWorld({ cash: dollars((price * 15) / 10_000) });
    const { needs } = world.open();
    // Far below the market: it stays open.
    const limit = dollars(Math.round(price / 20_000)) as never;
    await inTime(world, placeOrder(needs)(manualDraft(world, { limit, quantity: shares(20) })));

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world)));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "insufficient-buying-power" } });
    expect((await ordersOf(world))[0]).toMatchObject({ status: "denied", attempts: 0 });
    expect(world.venue.orders).toHaveLength(1);
  });

  it("never keeps more aside than there is, however many ask at once", async () => {
    const price = await firstPrice();
    const world = await openTestWorld({ cash: dollars((price * 35) / 10_000) });
    const { needs } = world.open();
    const tickets = Array.from({ length: 10 }, (_, n) =>
      placeOrder(needs)(manualDraft(world, { idempotencyKey: `ticket-${n}` })),
    );

    const placed = await inTime(world, Promise.all(tickets));

    expect(placed.filter(({ ok }) => ok)).toHaveLength(3);
    expect(world.venue.violations).toEqual([]);
  });

  it("refuses to sell what is not held, or is in an open sell already", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    await holdShares(world, AAPL, 10, true);
    const limit = dollars(900) as never;
    const sell = manualDraft(world, { side: "sell", quantity: shares(6) });
    await inTime(world, placeOrder(needs)({ ...sell, limit }));

    const placed = await inTime(world, placeOrder(needs)(sell));

    expect(placed).toMatchObject({
      ok: false,
      refusal: { kind: "not-enough-shares", wanted: 6, held: 10, openSells: 6 },
    });
  });

  it("sends no market order to a closed market, but lets a limit order wait there", async () => {
    // A Wednesday, 20:00 in New York.
    const startsAt = instant(Date.UTC(2026, 2, 12, 0));
    const world = await openTestWorld({ calendar: NYSE_CALENDAR, startsAt });
    const { needs } = world.open();

    const market = await inTime(world, placeOrder(needs)(manualDraft(world)));
    const limit = dollars(5) as never;
    const waiting = await inTime(world, placeOrder(needs)(manualDraft(world, { limit })));

    const opensAt = Date.UTC(2026, 2, 12, 13, 30);
    expect(market).toMatchObject({ ok: false, refusal: { kind: "market-closed", opensAt } });
    expect(waiting.ok).toBe(true);
  });

  it("leaves one line in the audit for each order that is placed, denied or canceled", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const limit = dollars(5) as never;
    const ticket = manualDraft(world, { limit, idempotencyKey: "one" });
    await inTime(world, placeOrder(needs)(ticket));
    await inTime(world, placeOrder(needs)(ticket));
    const [{ clientKey }] = (await ordersOf(world)) as [Order];
    const wanted = { accountId: world.accountId, clientKey };
    await inTime(world, cancelOrder(needs)(wanted));
    await inTime(world, cancelOrder(needs)(wanted));
    await inTime(world, placeOrder(needs)(manualDraft(world, { side: "sell" })));

    const lines = (await world.storage.read.audit.latest(world.userId, 10)).toReversed();
    expect(lines).toMatchObject([
      { action: "order-placed", text: `${clientKey} buy 10 AAPL (manual)` },
      { action: "order-canceled", text: `${clientKey} buy 10 AAPL (manual)` },
      { action: "order-denied", text: expect.stringMatching(/sell 10 AAPL .manual.: You hold 0/) },
    ]);
  });

  it("refuses symbols no market lists", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    const placed = await inTime(
      world,
      placeOrder(needs)(manualDraft(world, { ticker: "NOPE" as Ticker })),
    );

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "unknown-symbol" } });
  });

  it("refuses an account of somebody else without a trace", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world, { userId: "user-2" })));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "account-not-found" } });
    expect(await ordersOf(world)).toEqual([]);
  });

  it("writes nothing down where there is no connection to the broker", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const connect = () => Promise.reject(new Error("refused"));
    const cut = { ...needs, brokers: { ...needs.brokers, connect } };

    const placed = await inTime(world, placeOrder(cut)(manualDraft(world)));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "broker-unavailable" } });
    expect(await ordersOf(world)).toEqual([]);
    expect(world.log.lines).toMatchObject([{ event: "broker-not-connected" }]);
  });

  it("says what the broker says when it refuses, and frees what was kept aside", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, rejected: 1 } });
    const { needs } = world.open();

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world)));

    expect(placed).toMatchObject({ ok: false, refusal: { kind: "broker-rejected" } });
    expect((await ordersOf(world))[0]).toMatchObject({ status: "rejected", reservedCash: 0 });
  });

  it("keeps the cash aside while nobody knows whether the order arrived", async () => {
    const world = await openTestWorld({ faults: { ...NO_FAULTS, lostAnswer: 1 } });
    const { needs } = world.open();

    const placed = await inTime(world, placeOrder(needs)(manualDraft(world)));

    expect(placed).toMatchObject({ ok: true, value: { order: { status: "unknown" } } });
    expect((await ordersOf(world))[0]?.reservedCash).toBeGreaterThan(0);
  });

  it("lets no 31st order out within a minute", async () => {
    const world = await openTestWorld({ cash: dollars(1_000_000) });
    const { needs } = world.open();
    const tickets = Array.from({ length: 31 }, (_, n) =>
      placeOrder(needs)(manualDraft(world, { quantity: shares(1), idempotencyKey: `t-${n}` })),
    );

    const placed = await inTime(world, Promise.all(tickets));

    expect(placed.filter(({ ok }) => ok)).toHaveLength(30);
    expect(placed.at(-1)).toMatchObject({ refusal: { kind: "too-many-orders" } });
  });
});
