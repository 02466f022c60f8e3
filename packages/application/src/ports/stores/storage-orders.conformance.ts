import { price, shares } from "@sevenfold/domain/money";
import { applyOrderEvent, ORDER_STATUSES, type Order } from "@sevenfold/domain/order";
import { ok, refused } from "@sevenfold/domain/result";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { after, NOON, nextUuid, seed, someOrder } from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

export function describeOrders(storage: Storage): void {
  it("records an order once, and hands the known one back", async () => {
    const { account } = await seed(storage);
    const order = someOrder(account.id, {
      limit: price(1_897_500),
      stop: price(1_950_000),
      timeInForce: "until-canceled",
      reason: "fell",
      priceProvider: "alpaca-iex",
      pricedAt: NOON,
    });
    const { orders } = oneByOne(storage);

    expect(await orders.add(order)).toEqual({ order, isNew: true });
    expect(await orders.add({ ...order, quantity: shares(99) })).toEqual({ order, isNew: false });
    expect(await orders.byKey(order.clientKey)).toEqual(order);
  });

  it("records an order once when two ask at the same time", async () => {
    const { account } = await seed(storage);
    const order = someOrder(account.id);

    const answers = await Promise.all(
      [order, order].map((one) => storage.transact((tables) => tables.orders.add(one))),
    );

    expect(answers.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(await storage.read.orders.latest(account.id, 10)).toHaveLength(1);
  });

  it("records new orders at once, and none of them where one is known", async () => {
    const { account } = await seed(storage);
    const [first, second, third] = [1, 2, 3].map((n) =>
      someOrder(account.id, { createdAt: after(n) }),
    ) as [Order, Order, Order];
    await storage.transact(({ orders }) => orders.addNew([first, second]));

    const failed = storage.transact(({ orders }) => orders.addNew([third, second]));

    await expect(failed).rejects.toThrow();
    expect(await storage.read.orders.open(account.id)).toEqual([first, second]);
  });

  it("saves an accepted change of an order and not a refused one", async () => {
    const { account } = await seed(storage);
    const order = someOrder(account.id, { status: "working" });
    await oneByOne(storage).orders.add(order);

    const refusal = await storage.transact((tables) =>
      tables.orders.change(order.clientKey, ({ status }) => refused({ kind: "not-today", status })),
    );
    expect(refusal).toEqual({ ok: false, refusal: { kind: "not-today", status: "working" } });
    expect(await storage.read.orders.byKey(order.clientKey)).toEqual(order);

    const canceled = await storage.transact((tables) =>
      tables.orders.change(order.clientKey, (current) =>
        applyOrderEvent(current, { type: "canceled" }, after(1)),
      ),
    );
    expect(canceled).toMatchObject({ ok: true });
    expect(await storage.read.orders.byKey(order.clientKey)).toMatchObject({
      status: "canceled",
      reservedCash: 0,
      updatedAt: after(1),
    });
  });

  it("changes an order that was locked as often as it is changed, and keeps it for itself meanwhile", async () => {
    const { account } = await seed(storage);
    const order = someOrder(account.id);
    await oneByOne(storage).orders.add(order);
    const more = (by: number) => (row: Order) =>
      ({ ok: true, value: { ...row, attempts: row.attempts + by } }) as const;

    await Promise.all(
      [1, 10].map((by) =>
        storage.transact(async ({ orders }) => {
          expect((await orders.lock(order.clientKey))!.clientKey).toBe(order.clientKey);
          expect(await orders.lock("NO SUCH KEY")).toBeUndefined();
          await orders.change(order.clientKey, more(by));
          await orders.change(order.clientKey, more(by));
        }),
      ),
    );

    const { attempts } = (await storage.read.orders.byKey(order.clientKey))!;
    expect(attempts).toBe(order.attempts + 22);
  });

  it("applies every change of an order when twenty come at once", async () => {
    const { account } = await seed(storage);
    const order = someOrder(account.id);
    await oneByOne(storage).orders.add(order);

    await Promise.all(
      Array.from({ length: 20 }, () =>
        oneByOne(storage).orders.change(order.clientKey, (row) =>
          ok({ ...row, attempts: row.attempts + 1 }),
        ),
      ),
    );

    expect((await storage.read.orders.byKey(order.clientKey))?.attempts).toBe(20);
  });

  it("knows every status an order can have, and which are open", async () => {
    const { account } = await seed(storage);
    const orders = ORDER_STATUSES.map((status, index) =>
      someOrder(account.id, { status, createdAt: after(index) }),
    );
    for (const order of orders) await oneByOne(storage).orders.add(order);

    expect(await storage.read.orders.latest(account.id, 100)).toEqual(orders.toReversed());
    expect((await storage.read.orders.open(account.id)).map(({ status }) => status)).toEqual([
      "intent",
      "submitting",
      "unknown",
      "working",
      "partially-filled",
      "cancel-pending",
      "suspended",
    ]);
  });

  it("lists as many orders as asked for, the last of one instant first", async () => {
    const { account } = await seed(storage);
    const [first, second, third] = [0, 0, 0].map(() => someOrder(account.id));
    for (const order of [first!, second!, third!]) await oneByOne(storage).orders.add(order);

    expect(await storage.read.orders.latest(account.id, 2)).toEqual([third, second]);
    expect(await storage.read.orders.latest(account.id, 0)).toEqual([]);
    expect(await storage.read.orders.open(account.id)).toEqual([first, second, third]);
  });

  it("finds orders by the broker's id and by their keys within their own account", async () => {
    const { account } = await seed(storage);
    const other = (await seed(storage)).account;
    const order = someOrder(account.id, { brokerOrderId: "venue-1" });
    await oneByOne(storage).orders.add(order);
    const { orders } = storage.read;

    expect(await orders.byBrokerOrderId(account.id, "venue-1")).toEqual(order);
    expect(await orders.byBrokerOrderId(other.id, "venue-1")).toBeUndefined();
    expect(await orders.byBrokerOrderIds(account.id, ["venue-1"])).toEqual([order]);
    expect(await orders.byBrokerOrderIds(other.id, ["venue-1"])).toEqual([]);
    expect(await orders.byKeys(account.id, [order.clientKey])).toEqual([order]);
    expect(await orders.byKeys(other.id, [order.clientKey])).toEqual([]);
  });

  it("tells when orders were sent since an instant, but for stops that rest", async () => {
    const { account } = await seed(storage);
    for (const changes of [
      { attempts: 1, createdAt: after(-1) },
      { attempts: 1, createdAt: NOON },
      { attempts: 2, createdAt: after(1) },
      { attempts: 0, createdAt: after(1) },
    ])
      await oneByOne(storage).orders.add(someOrder(account.id, changes));
    const counted = await storage.read.orders.countAllSubmittedSince(NOON);
    await oneByOne(storage).orders.add(
      someOrder(account.id, {
        origin: "automated",
        stop: price(900_000),
        attempts: 1,
        createdAt: after(1),
      }),
    );

    expect(await storage.read.orders.submittedSince(account.id, NOON)).toEqual([NOON, after(1)]);
    expect(counted).toBeGreaterThanOrEqual(2);
    expect(await storage.read.orders.countAllSubmittedSince(NOON)).toBe(counted);
  });

  it("throws for an order of no account, and for an order to change that is not there", async () => {
    await expect(oneByOne(storage).orders.add(someOrder(nextUuid()))).rejects.toThrow();
    await expect(oneByOne(storage).orders.change("NO SUCH KEY", ok)).rejects.toThrow();
  });
}
