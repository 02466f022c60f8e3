import type { Instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { VERDICTS } from "@sevenfold/domain/verdict";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, after, NVDA, seed, someFill, someOrder } from "../../testing/storage-rows.ts";
import type { Decision } from "./decision-store.ts";
import type { HistoryPage, HistoryPlace, HistoryWish } from "./history.ts";
import type { Storage } from "./storage.ts";

type ReadPage<Row> = (wish: HistoryWish) => Promise<HistoryPage<Row>>;

export function describeHistories(storage: Storage): void {
  it("reads a history page by page to its beginning, rows of one instant too", async () => {
    const { account } = await seed(storage);
    // Seven instants for twenty rows: pages end in the midst of them.
    const at = (index: number) => after(Math.floor(index / 3));
    const rows = Array.from({ length: 20 }, (_, index) => index);
    for (const index of rows) {
      await oneByOne(storage).orders.add(someOrder(account.id, { createdAt: at(index) }));
      await oneByOne(storage).fills.add(
        someFill(account.id, { at: at(index), price: price(index + 1) }),
      );
    }
    await oneByOne(storage).decisions.add(
      rows.map((index) => someDecision(account.id, { at: at(index), price: price(index + 1) })),
    );
    const { decisions, fills, orders } = oneByOne(storage);
    const histories = [
      [(wish) => orders.page(account.id, wish), await orders.latest(account.id, 100)],
      [(wish) => fills.page(account.id, wish), await fills.latest(account.id, 100)],
      [
        (wish) => decisions.page(account.id, wish),
        await decisions.latest(account.id, { limit: 100 }),
      ],
    ] as const satisfies readonly (readonly [ReadPage<unknown>, readonly unknown[]])[];

    for (const [read, whole] of histories) {
      expect(whole).toHaveLength(20);
      for (const limit of [1, 3, 7, 19, 20, 21]) {
        const pages = await pagesOf<unknown>(read, { limit });
        expect(pages.flat()).toEqual(whole);
        expect(pages).toHaveLength(Math.ceil(20 / limit));
      }
    }
  });

  it("tells with the first page when a whole history begins", async () => {
    const { account } = await seed(storage);
    const { decisions, fills, orders } = oneByOne(storage);
    for (const count of [5, 2, 9]) {
      await fills.add(someFill(account.id, { at: after(count) }));
      await orders.add(someOrder(account.id, { createdAt: after(count) }));
    }
    await decisions.add([
      someDecision(account.id, { at: after(1) }),
      someDecision(account.id, { at: after(4), verdict: "entered" }),
      someDecision(account.id, { at: after(6), verdict: "entered" }),
    ]);

    const first = await fills.page(account.id, { limit: 1 });
    expect(first.begins).toBe(after(2));
    expect((await orders.page(account.id, { limit: 3 })).begins).toBe(after(2));
    expect((await decisions.page(account.id, { limit: 1 })).begins).toBe(after(1));
    const entered = await decisions.page(account.id, { limit: 1, verdicts: ["entered"] });
    expect(entered.begins).toBe(after(4));
    for (const narrowed of [{ before: first.older! }, { ticker: AAPL }, { from: after(3) }])
      expect((await fills.page(account.id, { limit: 1, ...narrowed })).begins).toBeUndefined();
  });

  it("goes on where a page ended, whatever came meanwhile", async () => {
    const { account } = await seed(storage);
    const { fills } = oneByOne(storage);
    const add = (count: number) => fills.add(someFill(account.id, { at: after(count) }));
    for (const count of [1, 2, 3, 4]) await add(count);
    const { older } = await fills.page(account.id, { limit: 2 });
    for (const count of [3, 5, 6]) await add(count);

    const { rows } = await fills.page(account.id, { limit: 10, before: older! });
    expect(rows.map(({ at }) => at)).toEqual([after(2), after(1)]);
  });

  it("narrows a history to a symbol, a side and a stretch of time, page by page", async () => {
    const { account } = await seed(storage);
    for (let count = 0; count < 24; count += 1) {
      const shared = { ticker: count % 2 ? AAPL : NVDA, side: count % 3 ? "buy" : "sell" } as const;
      await oneByOne(storage).fills.add(someFill(account.id, { ...shared, at: after(count) }));
      await oneByOne(storage).orders.add(
        someOrder(account.id, { ...shared, createdAt: after(count) }),
      );
    }
    const { fills, orders } = oneByOne(storage);
    const narrowed = async (wish: Parameters<typeof fills.page>[1]) => {
      const ofFills = await pagesOf((each) => fills.page(account.id, { ...wish, ...each }), wish);
      const ofOrders = await pagesOf((each) => orders.page(account.id, { ...wish, ...each }), wish);
      const counts = ofFills.flat().map(({ at }) => minutesOf(at));
      expect(ofOrders.flat().map(({ createdAt }) => minutesOf(createdAt))).toEqual(counts);
      return counts;
    };

    expect(await narrowed({ limit: 2, ticker: NVDA })).toEqual([
      22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0,
    ]);
    expect(await narrowed({ limit: 2, side: "sell" })).toEqual([21, 18, 15, 12, 9, 6, 3, 0]);
    expect(await narrowed({ limit: 2, from: after(4), to: after(7) })).toEqual([6, 5, 4]);
    const all = { ticker: NVDA, side: "sell", from: after(6), to: after(18) } as const;
    expect(await narrowed({ limit: 1, ...all })).toEqual([12, 6]);
  });

  it("narrows the journal to verdicts, of one symbol or all", async () => {
    const { account } = await seed(storage);
    const lines = Array.from({ length: 20 }, (_, count) =>
      someDecision(account.id, {
        at: after(count),
        verdict: VERDICTS[count % 5]!,
        ticker: count % 2 ? AAPL : NVDA,
      }),
    );
    await oneByOne(storage).decisions.add(lines);
    const { decisions } = oneByOne(storage);
    const told = async (verdicts: readonly (typeof VERDICTS)[number][], ticker?: typeof AAPL) => {
      const wish = { limit: 2, verdicts, ...(ticker === undefined ? {} : { ticker }) };
      const pages = await pagesOf((each) => decisions.page(account.id, { ...wish, ...each }), wish);
      return pages.flat();
    };
    const among = (words: readonly string[], ticker?: typeof AAPL) =>
      lines
        .filter((line) => words.includes(line.verdict) && (!ticker || line.ticker === ticker))
        .toReversed();

    for (const verdicts of [
      ["entered"],
      ["left", "blocked"],
      ["waiting"],
      [...VERDICTS],
    ] as const) {
      expect(await told(verdicts)).toEqual(among(verdicts));
      expect(await told(verdicts, AAPL)).toEqual(among(verdicts, AAPL));
    }
    expect(await told([])).toEqual(lines.toReversed());
  });

  it("shows nobody the history of another account, and nothing where nothing is wanted", async () => {
    const { account } = await seed(storage);
    const other = (await seed(storage)).account;
    await oneByOne(storage).fills.add(someFill(account.id));
    const { fills } = oneByOne(storage);

    expect(await fills.page(other.id, { limit: 10 })).toEqual({ rows: [] });
    expect(await fills.page(account.id, { limit: 0 })).toEqual({ rows: [] });
  });
}

/** Every page there is, from the newest on. */
async function pagesOf<Row>(read: ReadPage<Row>, wish: HistoryWish): Promise<readonly Row[][]> {
  const pages: Row[][] = [];
  let before: HistoryPlace | undefined;
  do {
    const { limit } = wish;
    const page = await read(before === undefined ? { limit } : { limit, before });
    pages.push([...page.rows]);
    before = page.older;
  } while (before !== undefined && pages.length < 100);
  return pages;
}

const minutesOf = (at: Instant): number => [...Array(30).keys()].find((n) => after(n) === at) ?? -1;

const someDecision = (accountId: string, changes: Partial<Decision>): Decision => ({
  accountId,
  ticker: AAPL,
  at: after(0),
  verdict: "waiting",
  settingsVersion: 1,
  ...changes,
});
