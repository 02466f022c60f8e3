import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { NO_REAL_PRICES } from "@sevenfold/application/trading/prices/venue-prices";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("a quote", () => {
  it("is the same by path and by query", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const byPath = await browser.get("/api/market/quote/aapl");

    expect(byPath.json).toMatchObject({ symbol: "AAPL", price: 200, bid: 199.99, ask: 200.01 });
    expect((await browser.get("/api/market/quote?symbol=AAPL")).json).toEqual(byPath.json);
  });

  it("is refused where nobody knows a price, and never made up", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.get("/api/market/quote/ZZZZZ")).json.code).toBe("unknown-symbol");
    world.market.fail();
    expect(await browser.get("/api/market/quote/COIN")).toMatchObject({
      status: 503,
      json: { code: "no-price", details: "There is no current price of COIN." },
    });
    expect((await browser.get("/api/market/quote/AAPL")).json.price).toBe(200);
  });
});

describe("bars", () => {
  it("say which minutes lie outside the regular session", async () => {
    world = await openHttpWorld({ instead: () => ({ calendarOf: () => NYSE_CALENDAR }) });
    const { browser } = await world.visitor();

    const { json } = await browser.get("/api/market/bars?symbol=AAPL&interval=minute&count=500");
    for (const { start, isRegular } of json)
      expect(isRegular, start).toBe(
        NYSE_CALENDAR.sessionAt(instant(Date.parse(start))) !== undefined,
      );
    const days = await browser.get("/api/market/bars?symbol=AAPL&interval=day&count=5");
    expect(days.json.every(({ isRegular }: { isRegular: boolean }) => isRegular)).toBe(true);
  });

  it("are as many as asked for, the latest ones, oldest first", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    for (const interval of ["minute", "5minute", "15minute", "hour", "day"]) {
      const { json } = await browser.get(
        `/api/market/bars?symbol=AAPL&interval=${interval}&count=7`,
      );
      const starts = json.map(({ start }: { readonly start: string }) => Date.parse(start));

      expect(starts).toHaveLength(7);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });

  it("are refused while no provider answers, without its words", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    world.market.fail();

    const { status, text } = await browser.get("/api/market/bars?symbol=AAPL");

    expect(status).toBe(503);
    expect(text).not.toContain("ECONNREFUSED");
  });
});

describe("the glances", () => {
  it("show the last thirty sessions of what is watched, asked for once a session", async () => {
    let asked = 0;
    world = await openHttpWorld({
      instead: ({ marketData }) => ({
        marketData: {
          ...marketData,
          bars: (wanted) => {
            asked += 1;
            return marketData.bars(wanted);
          },
        },
      }),
    });
    const { browser, user } = await world.visitor();
    const { watchlist } = oneByOne(world.storage);
    for (const ticker of await watchlist.of(user.id))
      if (ticker !== "AAPL" && ticker !== "TSLA") await watchlist.remove(user.id, ticker);

    const { json } = await browser.get("/api/market/glances");
    const before = asked;
    await browser.get("/api/market/glances");

    expect(json.map(({ ticker }: { readonly ticker: string }) => ticker)).toEqual(["AAPL", "TSLA"]);
    expect(json[0].closes).toEqual(Array.from({ length: 30 }, () => 200));
    expect(asked).toBe(before);
  });

  it("leave out what nobody has bars of, and ask for it again", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    world.market.fail();

    expect(await browser.get("/api/market/glances")).toMatchObject({ status: 200, json: [] });
    expect(world.logged.join("\n")).toContain("glance-missing");
  });
});

describe("the market panel", () => {
  it("shows visitors prices and names their source", async () => {
    world = await openHttpWorld({ marketDataLabel: "Built-in exchange", isMarketSimulated: true });

    const { json } = await world.browser().get("/api/market/panel");

    expect(json).toMatchObject({ provider: "Built-in exchange", isSimulated: true, isLive: true });
    expect(json.rows).toHaveLength(8);
    expect(json.rows[0]).toMatchObject({ ticker: "AAPL", name: "Apple Inc.", price: 200 });
    expect(json.rows[0].spark).toHaveLength(60);
    expect(
      json.rows.find(({ ticker }: { readonly ticker: string }) => ticker === "META"),
    ).toMatchObject({ price: null, changePercent: null, spark: [] });
  });

  it("follows its symbols before the first visitor comes", async () => {
    const watched: string[] = [];
    world = await openHttpWorld({
      instead: ({ prices }) => ({
        prices: { ...prices, watch: (tickers) => void watched.push(...tickers) },
      }),
    });

    expect(watched).toContain("META");
  });

  it("asks the provider once, however many visitors come", async () => {
    let calls = 0;
    world = await openHttpWorld({
      instead: ({ marketData }) => ({
        marketData: {
          ...marketData,
          bars: (wanted) => {
            calls += 1;
            return marketData.bars(wanted);
          },
        },
      }),
    });
    const browser = world.browser();

    await Promise.all(Array.from({ length: 5 }, () => browser.get("/api/market/panel")));

    expect(calls).toBe(8);
  });
});

describe("companies", () => {
  it("go by their symbol where we do not know them", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.get("/api/company/aapl")).json).toEqual({
      ticker: "AAPL",
      name: "Apple Inc.",
      sector: "Technology",
    });
    expect((await browser.post("/api/company/batch", { tickers: ["AAPL", "qqq"] })).json).toEqual({
      AAPL: { name: "Apple Inc.", sector: "Technology" },
      QQQ: { name: "QQQ", sector: "Unknown" },
    });
  });

  it("are not asked for under names that reach behind objects", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    for (const tickers of [["__PROTO__"], ["__proto__"], ["AAPL", "constructor"]])
      expect((await browser.post("/api/company/batch", { tickers })).status).toBe(400);
    expect(
      (await browser.post("/api/company/batch", { tickers: Array(101).fill("A") })).status,
    ).toBe(400);
  });
});

describe("an account whose venue has no prices here", () => {
  it("is told so wherever prices are shown, and gets no market order", async () => {
    world = await openHttpWorld();
    const { browser, user } = await world.visitor();
    const { storage } = world;
    const account = (await storage.read.accounts.selectedOf(user.id))!;
    await storage.transact((tables) =>
      tables.accounts.change(account.id, (row) => ({ ...row, venue: "paper" })),
    );
    const order = { symbol: "AAPL", side: "buy", quantity: 1 };

    const hours = await browser.get("/api/market/hours");
    expect(hours.json).toMatchObject({ is_simulated: false, venue_prices: "none" });
    expect((await browser.get("/api/account")).json).toMatchObject({ venuePrices: "none" });
    expect((await browser.get("/api/brokers")).json[0].message).toBe(NO_REAL_PRICES);
    expect((await browser.get("/api/worker/status")).json.message).toBe(NO_REAL_PRICES);
    expect(await browser.post("/api/orders", { ...order, orderType: "market" })).toMatchObject({
      status: 409,
      json: { code: "no-real-prices", details: NO_REAL_PRICES },
    });
    expect((await browser.post("/api/worker/toggle", { enabled: true })).json.code).toBe(
      "no-real-prices",
    );
  });
});

describe("market hours", () => {
  it("are those of the user's venue", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    const { json } = await browser.get("/api/market/hours");

    expect(json).toMatchObject({ is_open: true, time_until_open: null, is_simulated: true });
    expect(json.venue_prices).toBe("own");
    // A day around the clock has 25 hours where the clock is put back.
    expect(json.closes_in).toMatch(/^(1d 0h |\d+h )?\d+m$/);
    expect(Date.parse(json.next_close)).toBeGreaterThan(Date.now());
  });
});
