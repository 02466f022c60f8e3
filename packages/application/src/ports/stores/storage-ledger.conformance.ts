import { instant } from "@sevenfold/domain/market";
import { money, NO_MONEY, NO_SHARES, PRICE_MAX, price, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  after,
  dollars,
  NOON,
  NVDA,
  seed,
  someFill,
  someOrder,
  somePosition,
} from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

export function describeFills(storage: Storage): void {
  it("books an execution once per account", async () => {
    const { account } = await seed(storage);
    const other = (await seed(storage)).account;
    const fill = someFill(account.id, { executionId: "E1", reason: "fell" });

    const book = (one: typeof fill) => storage.transact((tables) => tables.fills.add(one));
    expect(await book(fill)).toBe(true);
    expect(await book({ ...fill, quantity: shares(99) })).toBe(false);
    expect(await book({ ...fill, accountId: other.id })).toBe(true);

    expect(await storage.read.fills.latest(account.id, 10)).toEqual([fill]);
    expect(await storage.read.fills.isBooked(account.id, "E1")).toBe(true);
    expect(await storage.read.fills.isBooked(account.id, "E2")).toBe(false);
  });

  it("books an execution once when twenty report it at the same time", async () => {
    const { account } = await seed(storage);
    const fill = someFill(account.id);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => storage.transact((tables) => tables.fills.add(fill))),
    );

    expect(answers.filter((isNew) => isNew)).toHaveLength(1);
    expect(await storage.read.fills.countSince(account.id, NOON)).toBe(1);
  });

  it("sums the cash of an account's fills from their postings, fees included", async () => {
    const { account } = await seed(storage);
    const bought = someFill(account.id, {
      price: price(1_000_000),
      fee: money(10_000),
      at: after(1),
    });
    const sold = someFill(account.id, {
      side: "sell",
      quantity: shares(4),
      price: price(1_100_001),
      fee: money(12),
      // 4 × $110.0001 − 4 × $100 − the fee.
      realized: money(400_004 - 12),
      at: after(2),
    });
    await storage.transact(async ({ fills }) => [await fills.add(bought), await fills.add(sold)]);

    expect(await storage.read.fills.cashFlow(account.id)).toBe(
      -10 * 1_000_000 - 10_000 + 4 * 1_100_001 - 12,
    );
    expect(await storage.read.fills.cashFlow((await seed(storage)).account.id)).toBe(0);
    // $440.0004 less the fee of $0.0012 is eight ten-thousandths less than whole cents; the other is whole.
    expect(await storage.read.fills.partsOfCents(account.id)).toBe(8);
    expect(await storage.read.fills.since(account.id, after(1))).toEqual([bought, sold]);
    expect(await storage.read.fills.since(account.id, after(2))).toEqual([sold]);
    expect(await storage.read.fills.latest(account.id, 1)).toEqual([sold]);
  });

  it("books a fill that is new, and nothing at all of a transaction with one that is not", async () => {
    const { account } = await seed(storage);
    const fill = someFill(account.id, { quantity: shares(2), price: price(1_000_000) });
    const label = async () => (await storage.read.accounts.byId(account.id))!.label;
    const book = (said: string) =>
      storage.transact(async ({ accounts, fills }) => {
        await accounts.change(account.id, (row) => ({ ...row, label: said }));
        await fills.addNew(fill);
      });
    await book("booked");

    await expect(book("twice")).rejects.toThrow();
    expect(await label()).toBe("booked");
    expect(await storage.read.fills.latest(account.id, 5)).toEqual([fill]);
    expect(await storage.read.fills.cashFlow(account.id)).toBe(-2_000_000);
  });

  it("books what came in as capital once, and apart from what fills brought", async () => {
    const { account } = await seed(storage);
    const flow = { accountId: account.id, at: NOON };
    const cash = { ...flow, cause: "cash", amount: dollars(1_000) };
    const held = { ...flow, cause: "apple", ticker: AAPL, amount: dollars(-300) };
    const { capital, fills } = oneByOne(storage);

    expect(await capital.add(cash)).toBe(true);
    expect(await capital.add(held)).toBe(true);
    expect(await capital.add({ ...cash, amount: dollars(2_000) })).toBe(false);

    expect(await capital.of(account.id)).toEqual([cash, held]);
    expect(await capital.of((await seed(storage)).account.id)).toEqual([]);
    await fills.add(someFill(account.id, { quantity: shares(1), price: price(1_000_000) }));
    expect(await fills.cashFlow(account.id)).toBe(-1_000_000);
    expect(await fills.partsOfCents(account.id)).toBe(0);
  });

  it("sums the fills of each symbol since an instant", async () => {
    const { account } = await seed(storage);
    const apple = { price: price(1_000_001), fee: money(7), at: after(1) };
    await storage.transact(async ({ fills }) => {
      await fills.add(someFill(account.id, { at: NOON }));
      await fills.add(someFill(account.id, apple));
      await fills.add(someFill(account.id, { ticker: NVDA, price: price(500), at: after(2) }));
      await fills.add(
        someFill(account.id, {
          side: "sell",
          quantity: shares(3),
          price: price(1_100_000),
          fee: money(5),
          realized: money(299_992),
          at: after(3),
        }),
      );
    });

    expect(await storage.read.fills.totalsSince(account.id, after(1))).toEqual([
      {
        ticker: AAPL,
        count: 2,
        bought: 10,
        boughtNotional: 10_000_010,
        sold: 3,
        soldBasis: 3_300_000 - 5 - 299_992,
        realized: 299_992,
      },
      {
        ticker: NVDA,
        count: 1,
        bought: 10,
        boughtNotional: 5_000,
        sold: 0,
        soldBasis: 0,
        realized: 0,
      },
    ]);
    expect(await storage.read.fills.totalsSince(account.id, after(4))).toEqual([]);
  });

  it("books thousands of executions of a history, all or none", async () => {
    const { account } = await seed(storage);
    const history = Array.from({ length: 2_500 }, (_, index) =>
      someFill(account.id, { executionId: `H${index}`, at: after(index) }),
    );

    await storage.transact((tables) => tables.fills.addHistory(history));
    expect(await storage.read.fills.since(account.id, NOON)).toEqual(history);
    expect(await storage.read.fills.cashFlow(account.id)).toBe(-2_500 * 10 * 1_897_000);
    expect(await storage.read.fills.latest(account.id, 9_999)).toHaveLength(500);

    const again = [someFill(account.id, { executionId: "H2500" }), history[0]!];
    await expect(storage.transact((tables) => tables.fills.addHistory(again))).rejects.toThrow();
    expect(await storage.read.fills.isBooked(account.id, "H2500")).toBe(false);
  });

  it("carries the largest safe amounts without losing a ten-thousandth", async () => {
    const largest = money(Number.MAX_SAFE_INTEGER);
    const { account } = await seed(storage, {
      account: { cash: largest, startEquity: largest, baseline: money(-1) },
    });
    const order = someOrder(account.id, {
      quantity: shares(Number.MAX_SAFE_INTEGER),
      limit: price(PRICE_MAX),
      filledNotional: largest,
      reservedCash: largest,
    });
    const quantity = shares(9_007_199);
    const fill = someFill(account.id, { quantity, price: price(999_999_999) });
    await storage.transact(async (tables) => {
      await tables.orders.add(order);
      await tables.fills.add(fill);
      await tables.positions.put({ ...somePosition(account.id, quantity), costBasis: largest });
      await tables.equity.add(account.id, [{ at: NOON, equity: largest }]);
    });

    expect(await storage.read.accounts.byId(account.id)).toEqual(account);
    expect(await storage.read.orders.byKey(order.clientKey)).toEqual(order);
    expect(await storage.read.fills.cashFlow(account.id)).toBe(-quantity * 999_999_999);
    expect((await storage.read.positions.of(account.id))[0]?.costBasis).toBe(largest);
    expect((await storage.read.equity.at(account.id, NOON))?.equity).toBe(largest);
  });
}

export function describeHoldings(storage: Storage): void {
  it("keeps one position per symbol, and none of zero shares", async () => {
    const { account } = await seed(storage);
    const { positions } = oneByOne(storage);
    const nvda = { ...somePosition(account.id, 3), ticker: NVDA, isManaged: false };
    await positions.put(nvda);
    await positions.put(somePosition(account.id, 5));
    await positions.put(somePosition(account.id, 7));

    expect(await positions.of(account.id)).toEqual([somePosition(account.id, 7), nvda]);
    await positions.put({ ...nvda, quantity: NO_SHARES, costBasis: NO_MONEY });
    expect(await positions.of(account.id)).toEqual([somePosition(account.id, 7)]);
  });

  it("keeps the trails of an account as last saved", async () => {
    const { account } = await seed(storage);
    const trail = {
      ticker: AAPL,
      since: NOON,
      high: price(1_900_000),
      low: price(1_800_000),
      last: price(1_850_000),
      lastAt: after(5),
      coolDownUntil: instant(0),
      sessionsBelow: 3,
      skipNext: 1,
      version: 2,
    };
    const { trails } = oneByOne(storage);
    expect(await trails.of(account.id)).toBeUndefined();
    await trails.save({ accountId: account.id, savedAt: NOON, trails: [] });
    const snapshot = { accountId: account.id, savedAt: after(9), trails: [trail] };
    await trails.save(snapshot);

    expect(await trails.of(account.id)).toEqual(snapshot);
  });

  it("keeps the trails of several accounts at once, and knows which have some", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await seed(storage)).account.id);
    const [one, other, none] = ids as [string, string, string];
    const snapshotOf = (accountId: string, minute: number) => ({
      ...{ accountId, savedAt: after(minute), trails: [] },
    });
    const { trails } = oneByOne(storage);
    await trails.saveAll([snapshotOf(one, 1), snapshotOf(other, 2)]);
    await trails.saveAll([snapshotOf(other, 3)]);

    expect(await trails.ofAll([one, other, none])).toEqual(
      new Map([
        [one, snapshotOf(one, 1)],
        [other, snapshotOf(other, 3)],
      ]),
    );
    expect(await trails.ofAll([])).toEqual(new Map());
  });

  it("leaves out the trails that nobody has written since the writing that is known", async () => {
    const ids = [(await seed(storage)).account.id, (await seed(storage)).account.id];
    const [one, other] = ids as [string, string];
    const same = (accountId: string) => ({ accountId, savedAt: NOON, trails: [] });
    const { trails } = oneByOne(storage);
    const known = await trails.saveAll(ids.map(same));

    expect(await trails.ofAll(ids, known)).toEqual(new Map());
    expect(await trails.ofAll(ids, new Map([[one, known.get(one)!]]))).toEqual(
      new Map([[other, same(other)]]),
    );

    // Alike in every column, and another writing all the same.
    await trails.save(same(one));
    expect(await trails.ofAll(ids, known)).toEqual(new Map([[one, same(one)]]));
    await trails.saveAll([same(other)]);
    expect(new Set((await trails.ofAll(ids, known)).keys())).toEqual(new Set(ids));
  });

  it("knows a writing that was undone from one that was not", async () => {
    const { account } = await seed(storage);
    const ofHour = (hour: number) => ({
      ...{ accountId: account.id, savedAt: after(hour), trails: [] },
    });
    const { trails } = oneByOne(storage);
    const known = await trails.saveAll([ofHour(1)]);
    let undone: ReadonlyMap<string, string> = new Map();
    const failing = storage.transact(async (tables) => {
      undone = await tables.trails.saveAll([ofHour(2)]);
      throw new Error("undone");
    });

    await expect(failing).rejects.toThrow("undone");
    expect(await trails.ofAll([account.id], known)).toEqual(new Map());
    expect(await trails.ofAll([account.id], undone)).toEqual(new Map([[account.id, ofHour(1)]]));
  });
}
