import type { Bar, Instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
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

describe("the preview", () => {
  it("shows the last year with the settings as sent beside those as stored", async () => {
    const { browser, put } = await opened();
    await put({ sharesToBuy: 3 });

    const { status, json } = await browser.post("/api/trading-config/preview", { sharesToBuy: 9 });

    expect(status).toBe(200);
    // Nothing ever moves on the small market: no trades, and every cent is still there.
    expect(json).toMatchObject({
      startEquity: 100_000,
      proposed: { returnPct: 0, maxDrawdownPct: 0, tradesCount: 0, endEquity: 100_000 },
      current: { endEquity: 100_000 },
    });
    expect(json.proposed.points.length).toBeGreaterThan(300);
    expect((await browser.get(CONFIG)).json.sharesToBuy).toBe(3);
  });

  it("lets entries wait for the patterns of its daily bars, as the worker would", async () => {
    const { browser } = await opened();
    world.market.bars = async ({ start, end }) => weeksEndingInHammers(start, end);

    const waits = { patternConfirmation: "require" };
    const { json } = await browser.post("/api/trading-config/preview", waits);

    expect(json.proposed.tradesCount).toBeGreaterThan(100);
    expect(json.proposed.tradesCount).toBeLessThan(json.current.tradesCount);
  });

  it("says the same again while today's prices move", async () => {
    const { browser } = await opened();
    const preview = async () => {
      const { json } = await browser.post("/api/trading-config/preview", { buyDropPct: 0.05 });
      return json;
    };
    const asked: Instant[] = [];
    const { bars } = world.market;
    world.market.bars = async (wanted) => {
      asked.push(wanted.end);
      return bars(wanted);
    };
    const first = await preview();
    world.passTime(1_000);
    const again = await preview();

    expect(again).toEqual(first);
    const today = dayBoundsOf(world.needs.clock.now()).starts;
    for (const end of asked) expect(end).toBe(today);
  });

  it("refuses what could not be saved", async () => {
    const { browser } = await opened();
    const wrong = { strategyMode: "HYBRID", buyDropPct: 0.05, buyDropPctMax: 0.02 };

    expect(await browser.post("/api/trading-config/preview", wrong)).toMatchObject({
      status: 400,
      json: { code: "entry-range-invalid" },
    });
  });

  it("says so where there are no prices to look back on", async () => {
    const { browser } = await opened();
    world.market.fail();

    expect(await browser.post("/api/trading-config/preview", {})).toMatchObject({
      status: 409,
      json: { code: "no-bars" },
    });
  });
});

/** Six days over and over: three fall by 2 dollars, one recovers within itself, one rises. */

function weeksEndingInHammers(start: Instant, end: Instant): Bar[] {
  const DAYS = [
    [100, 100, 100, 100],
    [100, 100, 98, 98],
    [98, 98, 96, 96],
    [96, 96, 94, 94],
    [93, 93.5, 90, 93.5],
    [93.5, 101, 93.5, 101],
  ];
  const bars: Bar[] = [];
  for (let at = start - (start % DAY_MS) + DAY_MS / 2; at < end; at += DAY_MS) {
    const prices = DAYS[bars.length % DAYS.length]!;
    const [open, high, low, close] = prices.map((dollars) => price(dollars * 10_000));
    bars.push({
      start: at as Instant,
      open: open!,
      high: high!,
      low: low!,
      close: close!,
      volume: 1,
    });
  }
  return bars;
}

const DAY_MS = 86_400_000;
