import type { LedgerEntry } from "@sevenfold/domain/ledger";
import { type Instant, instant } from "@sevenfold/domain/market";
import { money, type Price, shares } from "@sevenfold/domain/money";
import { applyFill, FLAT, type Position } from "@sevenfold/domain/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import { executionOf } from "../../testing/executed-order.ts";
import { someActivity, someFill } from "../../testing/storage-rows.ts";
import { AAPL, dollars, holdShares, openTestWorld } from "../../testing/trading-world.ts";
import { applyLateFill } from "./apply-late-fill.ts";
import { recordExecution } from "./record-execution.ts";

type Trade = Pick<BookedFill, "fee" | "price" | "quantity" | "side">;

const trades: fc.Arbitrary<readonly BookedFill[]> = fc
  .array(
    fc.record({
      side: fc.constantFrom("buy", "sell"),
      quantity: fc.integer({ min: 1, max: 40 }).map(shares),
      price: fc.integer({ min: 1, max: 9_999_999 }).map((units) => units as Price),
      fee: fc.integer({ min: 0, max: 500 }).map(money),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map(possible);

/** As they happen, a second apart: those that sell what is not there do not. */
function possible(drawn: readonly Trade[]): readonly BookedFill[] {
  const fills: BookedFill[] = [];
  let position = FLAT;
  for (const trade of drawn) {
    const after = applyFill(position, trade);
    if (!after.ok) continue;
    position = after.value.position;
    const { realized } = after.value;
    const at = (1_000 * fills.length) as Instant;
    const gained = trade.side === "sell" ? realized - trade.fee : 0;
    fills.push(someFill("account", { ...trade, at, realized: money(gained) }));
  }
  return fills;
}

/** The books of one symbol, which book what they are told as it is told. */
function openBooks() {
  let position: Position = FLAT;
  let fills: readonly BookedFill[] = [];
  return {
    tell(fill: BookedFill): boolean {
      const earlier = fills.filter(({ at }) => at <= fill.at);
      const later = fills.filter(({ at }) => fill.at < at);
      const told = applyLateFill(position, fill, { earlier, later });
      if (!told.ok) return false;
      const { gain, realized, revalued } = told.value;
      position = told.value.position;
      const before = sumOf(fills);
      fills = fills.map(
        (one) => revalued.find(({ executionId }) => executionId === one.executionId) ?? one,
      );
      expect(sumOf(fills) - before).toBe(gain);
      const own = fill.side === "sell" ? money(realized - fill.fee) : realized;
      fills = [...fills, { ...fill, realized: own }].toSorted((one, other) => one.at - other.at);
      return true;
    },
    read: () => ({ position, fills }),
  };
}

const sumOf = (fills: readonly BookedFill[]): number =>
  fills.reduce((sum, { realized }) => sum + realized, 0);

const inTimeOf = (fills: readonly BookedFill[]) => {
  const books = openBooks();
  for (const fill of fills) expect(books.tell(fill)).toBe(true);
  return books.read();
};

describe("a fill that is told after later ones", () => {
  it("always leaves the books as they are when it is told in time", () => {
    fc.assert(
      fc.property(trades, fc.nat(), (fills, which) => {
        fc.pre(0 < fills.length);
        const late = fills[which % fills.length]!;
        const books = openBooks();
        const areBooked = fills.filter((fill) => fill !== late).map(books.tell);
        fc.pre(areBooked.every((isBooked) => isBooked));

        expect(books.tell(late)).toBe(true);
        expect(books.read()).toEqual(inTimeOf(fills));
      }),
    );
  });

  it("always leaves them so once all are told, in whatever order, those that were refused once more", () => {
    fc.assert(
      fc.property(trades, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (fills, ranks) => {
        const books = openBooks();
        const rankOf = ({ at }: BookedFill) => ranks[at / 1_000]!;
        let left = fills.toSorted((one, other) => rankOf(one) - rankOf(other));
        for (let round = 0; 0 < left.length && round < fills.length; round += 1)
          left = left.filter((fill) => !books.tell(fill));

        expect(left).toEqual([]);
        expect(books.read()).toEqual(inTimeOf(fills));
      }),
    );
  });

  it("always counts those of one millisecond as they are told, and loses neither share nor cent by it", () => {
    const inOneMs = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    const ranks = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(trades, inOneMs, ranks, (apart, areWithLast, rankOf) => {
        let at = 0;
        const fills = apart.map((fill, index) => {
          if (!areWithLast[index]) at += 1;
          return { ...fill, at: at as Instant };
        });
        const inOrder = inTimeOf(fills);
        // In the venue's own order each finds what it found there.
        expect(sumOf(inOrder.fills)).toBe(sumOf(apart));
        expect(inOrder.position).toEqual(inTimeOf(apart).position);

        const books = openBooks();
        const order = [...fills.keys()].toSorted((a, b) => rankOf[a]! - rankOf[b]!);
        let left = order.map((index) => fills[index]!);
        for (let round = 0; 0 < left.length && round < fills.length; round += 1)
          left = left.filter((fill) => !books.tell(fill));
        expect(left).toEqual([]);
        const { fills: told, position } = books.read();
        expect(position.shares).toBe(inOrder.position.shares);
        // What one order of a millisecond gains more, it holds dearer.
        expect(position.costBasis - sumOf(told)).toBe(
          inOrder.position.costBasis - sumOf(inOrder.fills),
        );
      }),
    );
  });

  it("leaves sales of what is still missing as they were booked, until that is told", () => {
    const [bought, sold, more, most, soldMost, last] = possible([
      trade("buy", 20, 100),
      trade("sell", 10, 150),
      trade("buy", 5, 200),
      trade("buy", 10, 300),
      trade("sell", 18, 400),
      trade("buy", 10, 500),
    ]) as unknown as Six;
    const books = openBooks();
    for (const heard of [bought, more, soldMost, last]) books.tell(heard);

    expect(books.tell(sold)).toBe(true);
    expect(books.read().position.shares).toBe(7);
    expect(books.tell(most)).toBe(true);

    expect(books.read()).toEqual(inTimeOf([bought, sold, more, most, soldMost, last]));
  });

  it("counts as it is told where it sold more than was held then", () => {
    const held: Position = { shares: shares(10), costBasis: money(1_000) };
    const bought = someFill("account", { ...trade("buy", 8, 1), price: 1 as Price });
    const [sold] = [trade("sell", 4, 300)];
    const around = { earlier: [], later: [bought] };

    expect(applyLateFill(held, sold!, around)).toMatchObject(applyFill(held, sold!));
    expect(applyLateFill({ ...held, shares: shares(3) }, sold!, around)).toMatchObject({
      refusal: { kind: "sold-more-than-held" },
    });
  });

  it("gives sales since then the gain they have with it, in the books and in its own entry", async () => {
    const { book, entries, read } = await tenHeld();
    await book("sold", { side: "sell", quantity: 5, dollars: 115, second: 2 });
    expect(await read.sold()).toMatchObject({ realized: dollars(5 * 15) });

    const told = await book("bought", { side: "buy", quantity: 10, dollars: 130, second: 1 });

    expect(told).toMatchObject({ value: { revalued: ["sold"], position: { quantity: 15 } } });
    expect(await read.positions()).toMatchObject([{ quantity: 15, costBasis: dollars(15 * 115) }]);
    expect(await read.sold()).toMatchObject({ realized: 0 });
    expect(entries.at(-1)?.postings).toEqual([
      { account: "cash", amount: dollars(-1_300) },
      { account: "holdings", ticker: AAPL, amount: dollars(1_300 - 75) },
      { account: "realized", ticker: AAPL, amount: dollars(75) },
    ]);
  });

  it("sells what was held as it happened, and its part of that", async () => {
    const { book } = await tenHeld();
    await book("later", { side: "buy", quantity: 5, dollars: 110, second: 2 });

    const told = await book("sold", { side: "sell", quantity: 8, dollars: 100, second: 1 });

    expect(told).toMatchObject({
      value: {
        fill: { realized: 0 },
        position: { quantity: 7, costBasis: dollars(2 * 100 + 5 * 110) },
      },
    });
  });

  it("counts once more what was sold to the last share, and is off the list, since", async () => {
    const { began, book, letGo, read } = await tenHeld();
    await book("sold", { side: "sell", quantity: 10, dollars: 115, second: 2 });
    await letGo();

    await book("bought", { side: "buy", quantity: 10, dollars: 130, second: 1 });

    expect(await read.sold()).toMatchObject({ realized: dollars(0) });
    expect(await read.positions()).toMatchObject([{ quantity: 10, costBasis: dollars(10 * 115) }]);
    const high = dollars(115);
    expect(await read.trails()).toMatchObject([
      { ticker: AAPL, high, since: instant(began + 2_000) },
    ]);
  });

  it("leaves sales alone where the shares were split since", async () => {
    const { book, read, split } = await tenHeld();
    await split();
    await book("sold", { side: "sell", quantity: 5, dollars: 115, second: 2 });

    await book("bought", { side: "buy", quantity: 10, dollars: 130, second: 1 });

    expect(await read.sold()).toMatchObject({ realized: dollars(5 * 15) });
    expect(await read.positions()).toMatchObject([
      { quantity: 15, costBasis: dollars(5 * 100 + 10 * 130) },
    ]);
  });
});

type Six = readonly [BookedFill, BookedFill, BookedFill, BookedFill, BookedFill, BookedFill];

const trade = (side: Trade["side"], quantity: number, each: number): Trade => ({
  ...{ side, quantity: shares(quantity), price: (each * 10_000) as Price },
  fee: money(0),
});

/** Ten shares at $100, and a broker that tells what was traded since in any order. */
async function tenHeld() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const { accountId, clock, storage } = world;
  await holdShares(world, AAPL, 10, true);
  const began = clock.now();
  await clock.pass(10_000);
  const entries: LedgerEntry[] = [];
  const noting: Storage = {
    ...storage,
    transact: (work, options) =>
      storage.transact((tables) => {
        const addNew: Tables["fills"]["addNew"] = (fill, laterGain) => {
          entries.push(entryOfBookedFill(fill, laterGain));
          return tables.fills.addNew(fill, laterGain);
        };
        return work({ ...tables, fills: { ...tables.fills, addNew } });
      }, options),
  };
  return {
    began,
    /** What was posted, in the order in which it was told. */
    entries,
    book: (
      executionId: string,
      told: { side: Trade["side"]; quantity: number; dollars: number; second: number },
    ) =>
      recordExecution({ ...needs, storage: noting })(
        accountId,
        executionOf(world, {
          ...{ executionId, brokerOrderId: executionId },
          ...trade(told.side, told.quantity, told.dollars),
          at: (began + told.second * 1_000) as Instant,
        }),
      ),
    split: () =>
      storage.transact(({ activities }) =>
        activities.add(
          someActivity(accountId, {
            kind: "split",
            ticker: AAPL,
            shares: 20,
            at: clock.now(),
            amount: money(0),
          }),
          [],
        ),
      ),
    /** It is held no more, and watched no more: its trail is on no row. */
    letGo: () =>
      storage.transact(({ trails }) =>
        trails.save({ accountId, savedAt: clock.now(), trails: [] }),
      ),
    read: {
      trails: async () => (await storage.read.trails.of(accountId))?.trails,
      sold: () => storage.read.fills.find(accountId, "sold"),
      positions: () => storage.read.positions.of(accountId),
    },
  };
}
