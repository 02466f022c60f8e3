import { WATCHED_MAX } from "@sevenfold/application/trading/settings/change-watchlist";
import type { Ticker } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("the watchlist", () => {
  it("grows and shrinks, and answers as it is then", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const tickers = (answer: { readonly json: readonly { readonly ticker: string }[] }) =>
      answer.json.map(({ ticker }) => ticker);

    const without = await browser.delete("/api/watchlist/aapl");
    expect(tickers(without)).not.toContain("AAPL");

    const again = await browser.post("/api/watchlist", { ticker: "aapl" });
    expect(tickers(again)).toEqual([...tickers(without), "AAPL"]);
    expect(tickers(await browser.post("/api/watchlist", { ticker: "AAPL" }))).toEqual(
      tickers(again),
    );
    expect(tickers(await browser.get("/api/watchlist"))).toEqual(tickers(again));
  });

  it("takes no symbol that no market lists", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.post("/api/watchlist", { ticker: "ZZZZZ" })).toMatchObject({
      status: 404,
      json: { code: "unknown-symbol", details: "No market lists ZZZZZ." },
    });
  });

  it("holds 200 symbols at most", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    await browser.delete("/api/watchlist/TSLA");
    await world.storage.transact(async ({ watchlist }) => {
      const { length } = await watchlist.of(user.id);
      for (let count = length; count < WATCHED_MAX; count += 1)
        await watchlist.add(user.id, tickerNo(count), world.needs.clock.now());
    });

    expect(await browser.post("/api/watchlist", { ticker: "TSLA" })).toMatchObject({
      status: 409,
      json: { code: "watchlist-full", details: "It holds 200 symbols at most." },
    });
  });

  it("is each user's own", async () => {
    world = await openHttpWorld();
    const one = await world.visitor();
    const other = await world.visitor();
    const before = (await other.browser.get("/api/watchlist")).json;

    await one.browser.delete("/api/watchlist/AAPL");

    expect((await other.browser.get("/api/watchlist")).json).toEqual(before);
  });
});

/** QAA, QAB, …: listed nowhere. */
const tickerNo = (count: number): Ticker =>
  `Q${String.fromCharCode(65 + Math.floor(count / 26), 65 + (count % 26))}` as Ticker;
