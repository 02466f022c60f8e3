import { instant, type Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { describe, expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { hoursLater, orderAt } from "./testing/etrade-on-loopback.ts";
import { hear, open, sent } from "./testing/opened-etrade.ts";

describe("an E*TRADE account on the built-in exchange", () => {
  it("previews and places an order, tells its fills and reads them back under the same ids", async () => {
    const { broker, exchange } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    const order = orderAt(START, { quantity: shares(40) });

    const answer = await broker.submit(order);
    expect(answer).toEqual({ kind: "accepted", brokerOrderId: "1" });
    await heard.until((notice) => {
      exchange.moveTo(instant(exchange.now() + 1_000));
      return notice.kind === "order" && notice.report.state === "filled";
    });

    const told = heard.all.flatMap((notice) =>
      notice.kind === "execution" ? [notice.execution] : [],
    );
    expect(told.at(-1)).toMatchObject({
      clientKey: order.clientKey,
      brokerOrderId: "1",
      quantity: 40,
      asSum: { ordered: 40 },
    });
    const [read] = await broker.executionsSince(START);
    expect(read).toMatchObject({ executionId: "1:40", price: told.at(-1)?.price });
    expect(await broker.positions()).toMatchObject([{ ticker: "AAPL", quantity: 40 }]);
    const account = await broker.account();
    expect(account.cash).toBe(1_000_000_000 - 40 * (read?.price ?? 0));
    expect(account.accountNumber).toMatch(/^\d{9}$/);
  });

  it("shows nothing as nothing: no orders, no positions", async () => {
    const { broker } = await open();

    expect(await broker.ordersSince(START)).toEqual([]);
    expect(await broker.executionsSince(START)).toEqual([]);
    expect(await broker.positions()).toEqual([]);
    expect(await broker.find(orderAt(START))).toBeUndefined();
  });

  it("counts the same order sent twice as one, also from a process that knows nothing of it", async () => {
    const { broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    const first = await broker.submit(order);

    expect(await broker.submit({ ...order, attempts: 2 })).toEqual(first);
    expect(await reopened().submit({ ...order, attempts: 2 })).toEqual(first);
    expect(await broker.ordersSince(START)).toHaveLength(1);
  });

  it("says why the venue refuses, in the venue's words", async () => {
    const { broker } = await open();
    const submit = (change: Partial<Order>) => broker.submit(orderAt(START, change));

    expect(await submit({ quantity: shares(9_000) })).toMatchObject({
      kind: "rejected",
      cause: "funds",
      message: expect.stringContaining("buying power"),
    });
    expect(await submit({ side: "sell" })).toMatchObject({ kind: "rejected", cause: "shares" });
    expect(await submit({ ticker: "ZZZZ" as Ticker })).toMatchObject({
      kind: "rejected",
      cause: "symbol",
    });
    expect(await broker.ordersSince(START)).toEqual([]);
  });

  it("asks for a cancel, hears of its end, and is told when it comes too late", async () => {
    const { broker } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    const resting = await sent(broker, orderAt(START, { limit: price(10_000) }));
    expect(await broker.find(resting)).toMatchObject({
      state: "working",
      limit: 10_000,
      clientKey: resting.clientKey,
    });

    expect(await broker.cancel(resting)).toBe("requested");
    await heard.until((notice) => notice.kind === "order" && notice.report.state === "canceled");

    expect(await broker.cancel(resting)).toBe("too-late");
    expect(await broker.find(resting)).toMatchObject({ state: "canceled", filled: 0 });
  });

  it("orders in no account but the one it is for", async () => {
    const { broker, reopened } = await open();
    const { accountNumber } = await broker.account();
    const gone = reopened({ accountNumber: "999999999" });

    expect(await gone.submit(orderAt(START))).toMatchObject({ kind: "not-sent" });
    await expect(gone.positions()).rejects.toThrow("shows no account of this number");
    expect(await gone.account()).toMatchObject({ accountNumber });
    expect(await broker.ordersSince(START)).toEqual([]);
    expect(await reopened({ accountNumber }).submit(orderAt(START))).toMatchObject({
      kind: "accepted",
    });
  });

  it("reads lists of orders to their last page", async () => {
    const { broker, exchange } = await open();
    const { venue } = exchange;
    const [accountId = ""] = venue.book.accounts.keys();
    for (let count = 0; count < 120; count += 1) {
      const { clientKey, ...order } = orderAt(START, { limit: price(10_000), quantity: shares(1) });
      await venue.submit(
        accountId,
        { ...order, clientOrderId: clientKey, timeInForce: "day" },
        START,
      );
    }

    const orders = await broker.ordersSince(START);

    expect(orders).toHaveLength(120);
    expect(orders.map(({ brokerOrderId }) => Number(brokerOrderId))).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1),
    );
  });

  it("finds an order that got no answer by what it asks for", async () => {
    const { exchange, broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    await sent(broker, order);
    const later = reopened();

    expect(await later.find(order)).toMatchObject({
      brokerOrderId: "1",
      clientKey: order.clientKey,
    });
    expect(await later.find({ ...order, quantity: shares(11) })).toBeUndefined();
    expect(
      await later.find({ ...order, createdAt: hoursLater(exchange.now(), 1) }),
    ).toBeUndefined();
  });

  it("takes no pick where two orders may be the one that got no answer", async () => {
    const { broker, reopened } = await open();
    const order = orderAt(START, { limit: price(10_000) });
    await sent(broker, order);
    await sent(broker, orderAt(START, { limit: price(10_000) }));

    await expect(reopened().find(order)).rejects.toMatchObject({ reason: "unreadable" });
  });
});
