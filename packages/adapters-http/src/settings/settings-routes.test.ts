import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const CONFIG = "/api/trading-config";

async function opened() {
  world = await openHttpWorld();
  const { browser, user } = await world.visitor();
  const put = (body: object) => browser.send("PUT", CONFIG, { body });
  return { browser, user, put };
}

describe("the trading configuration", () => {
  it("is read as it is stored, in fractions", async () => {
    const { browser } = await opened();

    expect((await browser.get(CONFIG)).json).toMatchObject({
      strategyMode: "TRAILING",
      buyDropPct: 0.04,
      sharesToBuy: 10,
      minCashReserve: 1_000,
      enableAutomatedTrading: false,
      version: 1,
    });
  });

  it("is changed field by field; what is left out stays", async () => {
    const { browser, put } = await opened();

    expect((await put({ buyDropPct: 0.055, minCashReserve: 1_500.5 })).json).toMatchObject({
      buyDropPct: 0.055,
      minCashReserve: 1_500.5,
      sharesToBuy: 10,
      version: 2,
    });
    expect((await browser.get(CONFIG)).json).toMatchObject({ buyDropPct: 0.055, version: 2 });
  });

  it("takes its own answer back, changed", async () => {
    const { browser, put } = await opened();
    const answered = (await browser.get(CONFIG)).json;

    expect((await put({ ...answered, sharesToBuy: 7 })).json).toMatchObject({
      sharesToBuy: 7,
      version: 2,
    });
  });

  it("takes a number above 1 for a percentage", async () => {
    const { put } = await opened();

    expect((await put({ buyDropPct: 5, stopLossPct: 12.5 })).json).toMatchObject({
      buyDropPct: 0.05,
      stopLossPct: 0.125,
    });
  });

  it.each([
    [{ buyDropPct: 1 }, "Buy drop must be at most 20%"],
    [{ buyDropPct: 0.009 }, "Buy drop must be at least 1%"],
    [{ sellRisePct: 21 }, "Sell rise must be at most 20%"],
    [
      { takeProfitFromEntryPct: 0.03333 },
      "Take profit must have at most two decimals as a percentage, such as 3.25%",
    ],
    [{ stopLossPct: 0.04 }, "Stop loss must be at least 5%"],
    [{ sharesToBuy: 0 }, "Shares to buy must be at least 1"],
    [{ sharesToSell: 1_001 }, "Shares to sell must be at most 1,000"],
    [{ maxPositionSize: 10_001 }, "Maximum position size must be at most 10,000"],
    [{ minCashReserve: -1 }, "Minimum cash reserve must be at least 0"],
    [{ sharesToBuy: 1.5 }, "Shares to buy must be a whole number"],
    [{ strategyMode: "MARTINGALE" }, "Please select a strategy"],
    [{ leverage: 2 }, "leverage"],
  ])("refuses %j in words", async (body, words) => {
    const { browser, put } = await opened();

    const { status, json } = await put(body);

    expect(status).toBe(400);
    expect(json.details).toContain(words);
    expect((await browser.get(CONFIG)).json.version).toBe(1);
  });

  it("refuses an upside-down band of HYBRID in the very words", async () => {
    const { put } = await opened();

    expect(
      await put({ strategyMode: "HYBRID", buyDropPct: 0.05, buyDropPctMax: 0.04 }),
    ).toMatchObject({
      status: 400,
      json: {
        code: "entry-range-invalid",
        details:
          "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.",
      },
    });
  });

  it("is no way around the switch's conditions", async () => {
    const { user, put } = await opened();
    expect(await put({ enableAutomatedTrading: true })).toMatchObject({ status: 503 });

    await world.pingWorker();
    await oneByOne(world.storage).users.change(user.id, (row) => ({
      ...row,
      subscriptionStatus: "past_due",
    }));
    expect(await put({ enableAutomatedTrading: true })).toMatchObject({
      status: 402,
      json: { code: "subscription-required" },
    });
    expect(await put({ enableAutomatedTrading: false })).toMatchObject({ status: 200 });
  });

  it("has a history of what was changed, newest first", async () => {
    const { browser, put } = await opened();
    await put({ sharesToBuy: 7 });
    await browser.send("PUT", "/api/risk", { body: { coolDownSec: 60 } });

    const { json } = await browser.get(`${CONFIG}/history`);
    expect(json).toMatchObject([
      { changedBy: "you", changes: [{ field: "coolDownSec", before: "600", after: "60" }] },
      { changedBy: "you", changes: [{ field: "sharesToBuy", before: "10", after: "7" }] },
      { changes: [] },
    ]);
  });
});

describe("the risk limits", () => {
  it("are read and changed", async () => {
    const { browser } = await opened();
    expect((await browser.get("/api/risk")).json).toMatchObject({
      maxPosPct: 0.12,
      dailyLossLimitPct: 0.03,
      coolDownSec: 600,
      allowAfterHours: false,
    });

    const body = { maxPosPct: 20, dailyLossLimitPct: 0.05, allowAfterHours: true };
    expect((await browser.send("PUT", "/api/risk", { body })).json).toMatchObject({
      maxPosPct: 0.2,
      dailyLossLimitPct: 0.05,
      coolDownSec: 600,
      allowAfterHours: true,
    });
  });

  it.each([
    { maxPosPct: 0.001 },
    { maxPosPct: 1 },
    { dailyLossLimitPct: 0.5 },
    { dailyLossLimitPct: 0.6 },
    { coolDownSec: -1 },
    { coolDownSec: 86_401 },
    { allowAfterHours: "yes" },
  ])("refuse %j", async (body) => {
    const { browser } = await opened();

    expect((await browser.send("PUT", "/api/risk", { body })).status).toBe(400);
  });
});

describe("the goal", () => {
  it("is changed, and shows in the portfolio and the performance", async () => {
    const { browser } = await opened();
    const body = { goalAmount: 250_000 };

    expect((await browser.send("PATCH", "/api/portfolio", { body })).json).toMatchObject(body);
    expect((await browser.get("/api/portfolio")).json).toMatchObject(body);
    expect((await browser.get("/api/goals/performance")).json.goal).toEqual({
      start: 100_000,
      current: 100_000,
      target: 250_000,
      progressPct: 0,
    });
  });

  it.each([
    [{ goalAmount: 100_000 }, "Goal must be above the start, $100,000.00."],
    [{ goalAmount: 60_000_000 }, "Goal must be at most $50,000,000"],
    [{ goalAmount: "much" }, "Goal must be an amount in dollars"],
  ])("is refused as %j", async (body, details) => {
    const { browser } = await opened();

    expect(await browser.send("PATCH", "/api/portfolio", { body })).toMatchObject({
      status: 400,
      json: { details },
    });
  });
});

describe("the priced positions and their summary", () => {
  it("add up", async () => {
    const { browser } = await opened();
    await browser.post("/api/orders", {
      symbol: "AAPL",
      side: "buy",
      orderType: "market",
      quantity: 10,
    });

    const { json: rows } = await browser.get("/api/positions/with-prices");
    const { json: summary } = await browser.get("/api/portfolio/summary");
    expect(summary).toMatchObject({ positionCount: rows.length });
    expect(summary.totalCostBasis).toBe(
      rows.reduce((sum: number, row: { costValue: number }) => sum + row.costValue, 0),
    );
  });
});

describe("the automated symbols", () => {
  it("are all watched ones until some are chosen", async () => {
    const { browser } = await opened();
    const body = { tickers: ["AAPL", "MSFT"] };
    expect((await browser.get("/api/automated-symbols")).json).toMatchObject({ max: null });

    expect((await browser.send("PUT", "/api/automated-symbols", { body })).json).toEqual({
      max: null,
      ...body,
    });
    expect((await browser.get("/api/automated-symbols")).json).toEqual({ max: null, ...body });
  });

  it("are all by that word, and never by naming none", async () => {
    const { browser } = await opened();
    const put = (tickers: unknown) =>
      browser.send("PUT", "/api/automated-symbols", { body: { tickers } });
    const { json: all } = await browser.get("/api/automated-symbols");
    await put(["AAPL"]);

    expect(await put([])).toMatchObject({
      status: 400,
      json: { details: expect.stringContaining("switch automated trading off") },
    });
    expect((await browser.get("/api/automated-symbols")).json.tickers).toEqual(["AAPL"]);
    expect(await browser.send("DELETE", "/api/watchlist/AAPL", {})).toMatchObject({
      status: 422,
      json: { code: "last-chosen", details: expect.stringContaining("AAPL is the last") },
    });
    expect((await put("all")).json).toEqual(all);
  });

  it("must be watched", async () => {
    const { browser } = await opened();
    const body = { tickers: ["ZZZZ"] };

    expect(await browser.send("PUT", "/api/automated-symbols", { body })).toMatchObject({
      status: 422,
      json: { details: "Add ZZZZ to the watchlist before you choose it." },
    });
  });
});
