import type { Tables } from "@sevenfold/application/ports/stores/storage";
import { someFill, someOrder } from "@sevenfold/application/testing/storage-rows";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";

import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const AAPL = "AAPL" as Ticker;
const NVDA = "NVDA" as Ticker;
const MINUTE_MS = 60_000;

/** An account with so many fills, orders and decisions of each of two symbols, a minute apart. */
async function trader({ count = 250, from = Date.UTC(2025, 11, 31, 23) } = {}) {
  world = await openHttpWorld();
  const { browser, user } = await world.visitor();
  const { id } = (await world.storage.read.accounts.selectedOf(user.id))!;
  await world.storage.transact(async (tables) => {
    for (let index = 0; index < count; index += 1) await written(tables, id, from, index);
  });
  return { browser, accountId: id };
}

const VERDICTS = ["waiting", "waiting", "entered", "waiting", "left", "blocked"];

async function written(tables: Tables, accountId: string, from: number, index: number) {
  // Two of each instant.
  const at: Instant = instant(from + Math.floor(index / 2) * MINUTE_MS);
  const ticker = index % 2 ? AAPL : NVDA;
  const side = index % 4 < 2 ? "buy" : "sell";
  await tables.fills.add(
    someFill(accountId, { ticker, side, at, executionId: `E${index}`, price: price(index + 1) }),
  );
  await tables.orders.add(someOrder(accountId, { ticker, side, status: "filled", createdAt: at }));
  await tables.decisions.add([
    {
      accountId,
      ticker,
      at,
      verdict: VERDICTS[index % 6]!,
      price: price(index + 1),
      settingsVersion: 1,
    },
  ]);
}

/** All rows from the newest on, as a program reads them, and how many pages they came in. */
async function read(browser: Browser, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: rows of three shapes, whose fields the tests name.
  const rows: any[] = [];
  let pages = 0;
  let older: string | null = "";
  const sign = path.includes("?") ? "&" : "?";
  while (older !== null && pages < 100) {
    const { json, status, text } = await browser.get(
      older === "" ? path : `${path}${sign}before=${older}`,
    );
    if (status !== 200) throw new Error(text);
    rows.push(...json.rows);
    older = json.older;
    pages += 1;
  }
  return { rows, pages };
}

describe("a history", () => {
  it.each(["/api/trades", "/api/orders", "/api/decisions"])(
    "is read to its beginning: %s",
    async (path) => {
      const { browser } = await trader();
      const { rows, pages } = await read(browser, `${path}/page`);
      const { json: newest } = await browser.get(path);

      expect(pages).toBe(3);
      expect(rows).toHaveLength(250);
      expect(newest).toHaveLength(100);
      expect(rows.slice(0, 100)).toEqual(newest);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(250);
    },
  );

  it("ends with a page that says so, also where the last one is full", async () => {
    const { browser } = await trader({ count: 6 });

    const { json } = await browser.get("/api/trades/page?limit=6");
    expect(json.rows).toHaveLength(6);
    expect(json.older).toBeNull();
    expect((await read(browser, "/api/trades/page?limit=3")).pages).toBe(2);
  });

  it("goes on where it was, whatever is traded meanwhile", async () => {
    const { accountId, browser } = await trader({ count: 6 });
    const { json: first } = await browser.get("/api/trades/page?limit=4");
    await world.storage.transact(({ fills }) =>
      fills.add(someFill(accountId, { at: world.needs.clock.now(), executionId: "new" })),
    );

    const { json: second } = await browser.get(`/api/trades/page?limit=4&before=${first.older}`);
    expect(second.rows.map(({ id }: { id: string }) => id)).toEqual(["E1", "E0"]);
  });

  it("is narrowed to a symbol, a side and a year of New York", async () => {
    // From 18:00 in New York on the last day of 2025.
    const { browser } = await trader({ count: 1_000 });
    const trades = async (query: string) => (await read(browser, `/api/trades/page?${query}`)).rows;

    for (const { ticker, side } of await trades("ticker=nvda&side=SELL"))
      expect([ticker, side]).toEqual(["NVDA", "SELL"]);
    const [before, after] = [await trades("year=2025"), await trades("year=2026")];
    expect([before.length, after.length]).toEqual([720, 280]);
    expect(before[0].ts < "2026-01-01T05:00:00").toBe(true);
    expect(after.at(-1).ts).toBe("2026-01-01T05:00:00.000Z");
    const orders = await read(browser, "/api/orders/page?ticker=AAPL&side=BUY&year=2026");
    expect(orders.rows).toHaveLength(70);
  });

  it("of decisions is narrowed to verdicts", async () => {
    const { browser } = await trader();
    const journal = async (query: string) =>
      (await read(browser, `/api/decisions/page?limit=20&${query}`)).rows;

    const told = await journal("verdicts=entered,left,blocked");
    expect(told).toHaveLength(124);
    expect(new Set(told.map(({ verdict }) => verdict))).toEqual(
      new Set(["entered", "left", "blocked"]),
    );
    for (const { ticker, verdict } of await journal("verdicts=blocked&ticker=AAPL"))
      expect([ticker, verdict]).toEqual(["AAPL", "blocked"]);
  });

  it("says of old trades too why the worker made them", async () => {
    const { accountId, browser } = await trader({ count: 400, from: Date.UTC(2026, 1, 2, 15) });
    await world.storage.transact(async ({ decisions, fills }) => {
      const old = { accountId, ticker: AAPL, at: instant(Date.UTC(2026, 0, 5, 15)) };
      const facts = {
        price: price(1_182_000),
        trigger: price(1_190_000),
        reference: price(1_220_000),
      };
      await decisions.add([
        { ...old, ...facts, verdict: "entered", reason: "trail-drop", settingsVersion: 1 },
      ]);
      await fills.add(someFill(accountId, { ...old, executionId: "old", reason: "trail-drop" }));
    });

    const { rows } = await read(browser, "/api/trades/page");
    expect(rows.at(-1)).toMatchObject({ id: "old", reason: expect.stringContaining("118.20") });
  });

  it.each([
    ["before=none", "This cursor is not one of ours"],
    ["before=%F0%9F%92%A9", "This cursor is not one of ours"],
    [`before=${"A".repeat(65)}`, "This cursor is not one of ours"],
    ["limit=501", "501"],
    ["year=1066", "The year must be 1990 or later"],
    ["ticker=12", "A symbol has one to five letters"],
    ["offset=100", "offset"],
  ])("is not guessed at where it is asked for by %s", async (query, words) => {
    const { browser } = await trader({ count: 1 });
    const { json, status } = await browser.get(`/api/trades/page?${query}`);

    expect([status, json.code]).toEqual([400, "invalid-request"]);
    if (!words.match(/501|offset/)) expect(json.details).toBe(words);
  });

  it("of decisions knows its verdicts", async () => {
    const { browser } = await trader({ count: 1 });
    const { json, status } = await browser.get("/api/decisions/page?verdicts=entered,gone");

    expect(status).toBe(400);
    expect(json.details).toContain("A verdict is one of entered, left, blocked, waiting");
  });
});
