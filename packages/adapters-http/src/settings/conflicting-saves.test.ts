import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
beforeEach(async () => {
  world = await openHttpWorld();
});
afterEach(() => world.close());

const CONFIG = "/api/trading-config";

async function opened() {
  const { browser } = await world.member();
  const put = (body: object, path = CONFIG) => browser.send("PUT", path, { body });
  return { browser, put };
}

describe("a save", () => {
  it("of the version that is stored is stored as the next one", async () => {
    const { put } = await opened();

    expect((await put({ sharesToBuy: 7, version: 1 })).json).toMatchObject({ version: 2 });
    expect((await put({ sharesToBuy: 8, version: 2 })).json).toMatchObject({
      sharesToBuy: 8,
      version: 3,
    });
  });

  it("of an older version is refused with what is stored and what was sent", async () => {
    const { browser, put } = await opened();
    await put({ buyDropPct: 0.06, sharesToBuy: 7, version: 1 });

    expect(await put({ buyDropPct: 0.05, sharesToBuy: 7, version: 1 })).toMatchObject({
      status: 409,
      json: {
        code: "changed-meanwhile",
        error: "Changed meanwhile",
        details:
          "Something else was saved since you read it, so nothing of yours was: buyDropPct is 0.06 now and you sent 0.05. Read it again, then decide.",
        conflicts: [{ field: "buyDropPct", stored: "0.06", yours: "0.05" }],
      },
    });
    expect((await browser.get(CONFIG)).json).toMatchObject({ buyDropPct: 0.06, version: 2 });
  });

  it("of limits counts its versions with the rules, which are stored together", async () => {
    const { browser, put } = await opened();
    expect((await browser.get("/api/risk")).json.version).toBe(1);
    await put({ sharesToBuy: 7 });

    expect(await put({ coolDownSec: 60, version: 1 }, "/api/risk")).toMatchObject({
      status: 409,
      json: { conflicts: [{ field: "coolDownSec", stored: "600", yours: "60" }] },
    });
    expect((await put({ coolDownSec: 60, version: 2 }, "/api/risk")).json).toMatchObject({
      coolDownSec: 60,
      version: 3,
    });
  });

  it("that is sent again, because its answer was lost, is no conflict", async () => {
    const { put } = await opened();
    await put({ sharesToBuy: 7, version: 1 });

    expect(await put({ sharesToBuy: 7, version: 1 })).toMatchObject({
      status: 200,
      json: { sharesToBuy: 7, version: 2 },
    });
  });

  it("without a version is stored, whatever was stored before", async () => {
    const { put } = await opened();
    await put({ sharesToBuy: 7 });

    expect((await put({ sharesToBuy: 9 })).json).toMatchObject({ sharesToBuy: 9, version: 3 });
  });

  it("is stored once of two at the same moment on the same version", async () => {
    const { browser, put } = await opened();
    const both = await Promise.all([5, 6].map((sharesToBuy) => put({ sharesToBuy, version: 1 })));

    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stored = both.find(({ status }) => status === 200)!.json.sharesToBuy;
    expect((await browser.get(CONFIG)).json).toMatchObject({ sharesToBuy: stored, version: 2 });
  });
});

describe("a choice of symbols", () => {
  const path = "/api/automated-symbols";

  it("is refused where others were chosen since it was read", async () => {
    const { browser, put } = await opened();
    const seen = (await browser.get(path)).json.tickers;
    expect((await put({ tickers: ["AAPL", "MSFT"], seen }, path)).status).toBe(200);

    expect(await put({ tickers: ["NVDA"], seen }, path)).toMatchObject({
      status: 409,
      json: { conflicts: [{ field: "tickers", stored: "AAPL, MSFT", yours: "NVDA" }] },
    });
    expect((await browser.get(path)).json.tickers).toEqual(["AAPL", "MSFT"]);
    // In whatever order they are told, and again where the answer was lost.
    expect((await put({ tickers: ["NVDA"], seen: ["MSFT", "AAPL"] }, path)).status).toBe(200);
    expect((await put({ tickers: ["NVDA"], seen: ["MSFT", "AAPL"] }, path)).status).toBe(200);
    expect((await put({ tickers: ["TSLA"] }, path)).status).toBe(200);
  });
});

describe("a goal", () => {
  it("is refused where another was set since it was read", async () => {
    const { browser } = await opened();
    const set = (body: object) => browser.send("PATCH", "/api/portfolio", { body });
    expect((await set({ goalAmount: 250_000, seen: 700_000 })).status).toBe(200);

    expect(await set({ goalAmount: 300_000, seen: 700_000 })).toMatchObject({
      status: 409,
      json: { conflicts: [{ field: "goalAmount", stored: "250000", yours: "300000" }] },
    });
    expect((await browser.get("/api/portfolio")).json.goalAmount).toBe(250_000);
    expect((await set({ goalAmount: 250_000, seen: 700_000 })).status).toBe(200);
    expect((await set({ goalAmount: 300_000 })).status).toBe(200);
  });
});

describe("a broker's label", () => {
  it("is refused where it was renamed since it was read", async () => {
    const { browser } = await opened();
    const [{ id, accountLabel }] = (await browser.get("/api/brokers")).json;
    const rename = (body: object) => browser.send("PATCH", `/api/brokers/${id}`, { body });
    expect((await rename({ accountLabel: "Mine", seenLabel: accountLabel })).status).toBe(200);

    expect(await rename({ accountLabel: "Ours", seenLabel: accountLabel })).toMatchObject({
      status: 409,
      json: { conflicts: [{ field: "accountLabel", stored: "Mine", yours: "Ours" }] },
    });
    expect((await browser.get("/api/brokers")).json[0].accountLabel).toBe("Mine");
    expect((await rename({ accountLabel: "Mine", seenLabel: accountLabel })).status).toBe(200);
  });
});
