import { openBook } from "@sevenfold/domain/book";
import { orderBegan } from "@sevenfold/domain/book-orders";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { type Bps, money, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { QUIET, TRAIL_DROP } from "@sevenfold/domain/reason";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";

import { attachedAccount } from "../../testing/attached-account.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import { AAPL } from "../../testing/trading-world.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { freeSlot, type OrderEnd, reopenSlots, syncOne, syncOrders } from "./sync-orders.ts";

const NOW = instant(1_000_000);
const KEPT = money(10_300_000);

/** An account with one symbol whose automated buy keeps cash aside. */
function buying() {
  const book = openBook({
    tickers: ["AAPL" as Ticker],
    strategy: STRATEGY_DEFAULTS,
    limits: RISK_DEFAULTS,
    cash: money(200_000_000),
    automation: "on",
    collarBps: 300 as Bps,
  });
  orderBegan(book, 0, { reason: TRAIL_DROP, quantity: shares(10), reservedCash: KEPT });
  return {
    book,
    closedUntil: new Map() as FollowedAccount["closedUntil"],
    inVain: new Map<number, number>(),
    working: new Map<number, string>(),
  };
}

describe("freeSlot", () => {
  it.each<OrderEnd>(["refused", "unfilled", "denied"])(
    "keeps nothing aside for an order that ended %s, while its symbol is left alone",
    (how) => {
      const account = buying();
      freeSlot(account, 0, { endedAt: NOW, how, nowMs: 0 });

      expect(account.book.reservedCash).toBe(0);
      expect(account.closedUntil.has(0)).toBe(true);
      expect(account.book.orderWorking[0]).not.toBe(QUIET);
    },
  );

  it.each<[OrderEnd, number]>([
    ["refused", 600],
    ["unfilled", 600],
    ["denied", 0],
  ])(
    "begins the cool-down of one that ended %s by what is set then, not as its slot opens",
    (how, sec) => {
      const account = buying();
      freeSlot(account, 0, { endedAt: NOW, how, nowMs: 0 });
      account.book.limits = { ...RISK_DEFAULTS, coolDownSec: 20 };
      reopenSlots({ ...account, placing: new Map() }, 10_000);

      expect(account.book.orderWorking[0]).toBe(QUIET);
      expect(account.book.coolDownUntil[0]).toBe(sec === 0 ? 0 : NOW + sec * 1_000);
    },
  );

  it("opens a symbol at once that shares have come to: what was refused before is none of their sale", () => {
    const account = { ...buying(), placing: new Map() };
    const { book, closedUntil, inVain } = account;
    inVain.set(0, 6);
    freeSlot(account, 0, { endedAt: NOW, how: "refused", nowMs: 0 });
    reopenSlots(account, 10_000);
    expect(closedUntil.has(0)).toBe(true);

    book.held[0] = 10;
    reopenSlots(account, 10_000);

    expect(book.orderWorking[0]).toBe(QUIET);
    expect(inVain.has(0)).toBe(false);
    // Of those that are held it is a refused exit, which would be refused again.
    freeSlot(account, 0, { endedAt: NOW, how: "refused", nowMs: 10_000 });
    reopenSlots(account, 19_999);
    expect(closedUntil.has(0)).toBe(true);
  });

  it("takes nothing from the order at work beside which another was denied", () => {
    const account = buying();
    account.working.set(0, "KEY1");
    freeSlot(account, 0, { endedAt: NOW, how: "denied", nowMs: 0 });

    expect(account.book.reservedCash).toBe(KEPT);
  });
});

describe("syncOne", () => {
  const automated = { ticker: AAPL, origin: "automated", status: "working" } as const;

  it("leaves the slot to the order that has it, where another of its symbol turns out to be open", async () => {
    const { followed, needs, world } = await attachedAccount();
    const [first, second] = [1, 2].map((at) =>
      someOrder(world.accountId, { ...automated, createdAt: instant(at) }),
    ) as [Order, Order];
    for (const order of [first, second]) await oneByOne(world.storage).orders.add(order);
    await syncOne(needs, followed, first);
    expect(followed.working.get(0)).toBe(first.clientKey);

    await syncOne(needs, followed, second);

    expect(followed.working.get(0)).toBe(first.clientKey);
  });

  it("never takes an order by hand for one of the rule's", async () => {
    const { followed, needs, world } = await attachedAccount();
    const order = someOrder(world.accountId, { ...automated, origin: "manual" });
    await oneByOne(world.storage).orders.add(order);

    await syncOne(needs, followed, order);

    expect(followed.working.size).toBe(0);
    expect([...followed.others.keys()]).toEqual([order.clientKey]);
  });

  it("knows of an order that was read what it need not read again, and forgets it where it is open no more", async () => {
    const { followed, needs, world } = await attachedAccount();
    const order = someOrder(world.accountId, automated);
    await oneByOne(world.storage).orders.add(order);
    await syncOne(needs, followed, order);
    expect(followed.orders.get(order.clientKey)).toEqual(order);

    await oneByOne(world.storage).orders.change(order.clientKey, (row) => ({
      ok: true,
      value: { ...row, status: "canceled" },
    }));
    await syncOrders(needs, followed);

    expect(followed.orders.has(order.clientKey)).toBe(false);
    expect(followed.working.size).toBe(0);
  });
});
