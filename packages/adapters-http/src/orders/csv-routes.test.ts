import { request } from "node:http";
import { setTimeout as passed } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { someFill, someOrder } from "@sevenfold/application/testing/storage-rows";
import { TEXT_ENDPOINTS } from "@sevenfold/contract/endpoints";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { FILE_PAGE } from "./csv-file.ts";

let world: HttpWorld;
afterEach(() => world.close());

const MANY = 20_000;
const PAGES = Math.ceil(MANY / FILE_PAGE);
/** So long that the file is larger than all that lies between a server and a reader who stops. */
const WORDS = "The broker says no. ".repeat(60);
const FROM = Date.UTC(2024, 5, 3, 14);
const HOUR_MS = 3_600_000;

/** Pages of orders read so far; the page after which the database goes away. */
interface Watched {
  pages: number;
  endsAfter: number;
}

async function opened(count: number) {
  const watched: Watched = { pages: 0, endsAfter: Number.POSITIVE_INFINITY };
  world = await openHttpWorld({
    instead: ({ storage }) => ({ storage: watching(storage, watched) }),
  });
  const { browser, user } = await world.visitor();
  const { id } = (await world.storage.read.accounts.selectedOf(user.id))!;
  await world.storage.transact(async ({ orders }) => {
    for (let index = 0; index < count; index += 1)
      await orders.add(
        someOrder(id, {
          clientKey: `K${index}`,
          createdAt: instant(FROM + index * HOUR_MS),
          ticker: (index % 2 ? "AAPL" : "NVDA") as Ticker,
          lastMessage: WORDS,
        }),
      );
  });
  return { accountId: id, browser, watched };
}

describe("a CSV file", () => {
  it.each(TEXT_ENDPOINTS.filter(({ path }) => path.endsWith(".csv")).map(({ path }) => path))(
    "is for who is signed in, and of their own: %s",
    async (path) => {
      const { browser } = await opened(2);
      const stranger = (await world.visitor()).browser;

      expect((await world.browser().get(path)).json).toMatchObject({ code: "signed-out" });
      const [own, theirs] = [await browser.get(path), await stranger.get(path)];
      expect([own.status, theirs.status]).toEqual([200, 200]);
      expect(theirs.text.trimEnd().split("\r\n")).toHaveLength(1);
    },
  );

  it("holds the whole history, each row once and the newest first", async () => {
    const { browser } = await opened(MANY);
    const { text } = await browser.get("/api/orders.csv");
    const lines = text.trimEnd().split("\r\n");

    expect(lines[0]).toMatch(/^time,symbol,side,type,quantity,filled,limit,average,status/);
    const keys = lines.slice(1).map((line) => line.split(",").at(-1));
    expect(keys).toEqual(Array.from({ length: MANY }, (_, index) => `K${MANY - 1 - index}`));
  });

  it("is read no further than it is taken, and on from there", async () => {
    const { browser, watched } = await opened(MANY);
    const taking = await take(browser.cookieHeader);
    const paused = await stillCount(watched);

    expect(paused).toBeLessThan(PAGES / 2);
    const text = await taking.rest();
    expect(text.trimEnd().split("\r\n")).toHaveLength(MANY + 1);
    expect(watched.pages).toBe(PAGES);
  });

  it("is read no further once nobody takes it", async () => {
    const { browser, watched } = await opened(MANY);
    const taking = await take(browser.cookieHeader);
    taking.leave();
    const left = await stillCount(watched);

    expect(left).toBeLessThan(PAGES / 2);
    expect((await browser.get("/api/orders?limit=1")).status).toBe(200);
  });

  it.each([undefined, "gzip"])(
    "is cut off where reading it fails midway, taken as %s: nobody takes a part for the whole",
    async (accepted) => {
      const { browser, watched } = await opened(1_000);
      watched.endsAfter = 3;

      const taking = await take(browser.cookieHeader, accepted);
      await expect(taking.rest()).rejects.toThrow(/aborted|hang up|reset/);
      expect(watched.pages).toBe(4);
    },
  );

  it("says why where reading it fails at once", async () => {
    const { browser, watched } = await opened(1);
    watched.endsAfter = 0;

    const { json, status } = await browser.get("/api/orders.csv");
    expect(status).toBeGreaterThanOrEqual(500);
    expect(json).toHaveProperty("code");
  });

  it("travels packed to whoever takes that", async () => {
    const { browser } = await opened(500);
    const plain = await (await take(browser.cookieHeader)).bytes();
    const packed = await (await take(browser.cookieHeader, "gzip, br")).bytes();

    expect(packed.length).toBeLessThan(plain.length / 10);
    expect(gunzipSync(packed)).toEqual(plain);
  });

  it("is of a symbol, a side or a year, and named so", async () => {
    const { browser } = await opened(MANY);
    const file = async (query: string) => {
      const { headers, text } = await browser.get(`/api/orders.csv?${query}`);
      const name = headers.get("content-disposition");
      return { name, rows: text.trimEnd().split("\r\n").slice(1) };
    };

    const year = await file("year=2025");
    expect(year.name).toBe('attachment; filename="sevenfold-orders-2025.csv"');
    expect(year.rows).toHaveLength(365 * 24);
    expect(year.rows.at(-1)).toMatch(/^2025-01-01T05:00:00/);
    const both = await file("year=2025&ticker=aapl&side=BUY");
    expect(both.name).toBe('attachment; filename="sevenfold-orders-2025-AAPL.csv"');
    expect(both.rows).toHaveLength((365 * 24) / 2);
    for (const row of both.rows) expect(row).toContain(",AAPL,BUY,");
    expect((await file("ticker=TSLA")).rows).toEqual([]);
    expect((await browser.get("/api/orders.csv?year=never")).status).toBe(400);
    expect((await browser.get("/api/orders.csv?limit=5")).status).toBe(400);
  });

  it("holds every trade and every decision as well", async () => {
    const { accountId, browser } = await opened(0);
    await world.storage.transact(async ({ decisions, fills }) => {
      for (let index = 0; index < 700; index += 1) {
        const at = instant(FROM + Math.floor(index / 3));
        await fills.add(someFill(accountId, { at, executionId: `E${index}` }));
        const verdict = index % 7 ? "waiting" : "entered";
        const line = { accountId, at, ticker: "AAPL" as Ticker, verdict, settingsVersion: 1 };
        await decisions.add([{ ...line, price: price(index + 1) }]);
      }
    });
    const linesOf = async (path: string) =>
      (await browser.get(path)).text.trimEnd().split("\r\n").slice(1);

    const trades = await linesOf("/api/trades.csv");
    expect(trades.map((line) => line.split(",").at(-1))).toEqual(
      Array.from({ length: 700 }, (_, index) => `E${699 - index}`),
    );
    expect(new Set(await linesOf("/api/decisions.csv")).size).toBe(700);
    expect(await linesOf("/api/decisions.csv?verdicts=entered")).toHaveLength(100);
  });
});

/** A storage that counts the pages of orders, and goes away after some of them. */
const watching = (storage: Storage, watched: Watched): Storage => ({
  ...storage,
  read: {
    ...storage.read,
    orders: {
      ...storage.read.orders,
      async page(...asked) {
        watched.pages += 1;
        if (watched.endsAfter < watched.pages) throw new Error("The database went away.");
        return storage.read.orders.page(...asked);
      },
    },
  },
});

/** How many pages were read, once for a while no more are. */
async function stillCount(watched: Watched): Promise<number> {
  for (let before = -1; before !== watched.pages; ) {
    before = watched.pages;
    await passed(500);
  }
  return watched.pages;
}

/** A reader who has the head of the file, and takes the rest when told to. */
function take(cookie: string, accepted?: string) {
  type Taking = {
    bytes(): Promise<Buffer>;
    rest(): Promise<string>;
    leave(): void;
  };
  return new Promise<Taking>((resolve, reject) => {
    const headers = { cookie, ...(accepted === undefined ? {} : { "accept-encoding": accepted }) };
    const asking = request(`${world.server.url}/api/orders.csv`, { headers }, (response) => {
      const bytes = async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      };
      resolve({
        bytes,
        rest: async () => String(await bytes()),
        leave: () => asking.destroy(),
      });
    });
    asking.on("error", reject);
    asking.end();
  });
}
