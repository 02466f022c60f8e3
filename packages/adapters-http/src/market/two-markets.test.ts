import { stillPrices } from "@sevenfold/application/testing/still-prices";
import { somePosition } from "@sevenfold/application/testing/storage-rows";
import { UNREAD_MARKET_DATA } from "@sevenfold/application/trading/prices/unread-market";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { type Heard, listenLive } from "../testing/live-listener.ts";

let world: HttpWorld;
afterEach(() => world.close());

/** AAPL at the built-in exchange and in the real market, in dollars. */
const BUILT_IN = 4321.25;
const REAL = 8765.5;

const QUOTE = "/api/market/quote?symbol=AAPL";
const PRICED = [
  ...["/api/account", "/api/brokers", "/api/goals/performance", "/api/worker/status", QUOTE],
  ...["/api/positions", "/api/positions/with-prices", "/api/positions/protection"],
  ...["/api/portfolio", "/api/portfolio/summary", "/api/portfolio/daily-change"],
  ...[
    "/api/portfolio/equity",
    "/api/market/glances",
    "/api/market/bars?symbol=AAPL&interval=day&count=2",
  ],
];

/** A browser of somebody who holds AAPL in an account at this venue. */
async function holderAt(venue: "built-in" | "paper") {
  world = await openHttpWorld({
    liveTimes: { heartbeatEveryMs: 20, pricesEveryMs: 20 },
    listed: { AAPL: BUILT_IN },
    instead: ({ clock }) => ({
      realMarket: {
        marketData: UNREAD_MARKET_DATA,
        prices: stillPrices(clock.now, { AAPL: { price: REAL } }),
      },
    }),
  });
  const { browser, user } = await world.visitor();
  const account = (await world.storage.read.accounts.selectedOf(user.id))!;
  await world.storage.transact(async ({ accounts, positions }) => {
    await accounts.change(account.id, (row) => ({ ...row, venue }));
    await positions.put(somePosition(account.id, 1));
  });
  await world.pingWorker();
  return browser;
}

/** Every answer that tells prices, or what follows from them. */
async function answersAt(venue: "built-in" | "paper"): Promise<ReadonlyMap<string, string>> {
  const browser = await holderAt(venue);
  const answers = new Map<string, string>();
  for (const path of PRICED) {
    const { json, status } = await browser.get(path);
    if (status === 200) answers.set(path, JSON.stringify(json));
  }
  return answers;
}

describe("the prices of two markets", () => {
  it.each([
    ["built-in", BUILT_IN, REAL],
    ["paper", REAL, BUILT_IN],
  ] as const)(
    "are never mixed in any answer of an account at a %s venue",
    async (venue, own, other) => {
      const answers = await answersAt(venue);
      const told = (dollars: number) =>
        [...answers].filter(([, text]) => text.includes(String(dollars))).map(([path]) => path);

      expect(told(other)).toEqual([]);
      expect(told(own)).toEqual(
        expect.arrayContaining([
          "/api/positions",
          "/api/worker/status",
          "/api/market/quote?symbol=AAPL",
        ]),
      );
    },
  );

  it.each([
    ["built-in", BUILT_IN, true],
    ["paper", REAL, false],
  ] as const)("are never mixed in a live stream of an account at a %s venue", async (...row) => {
    const [venue, own, isTraded] = row;
    const live = await listenLive(await holderAt(venue));
    const first = await live.until(({ type }) => type === "prices");
    expect(first.prices?.["AAPL"]?.[0]).toBe(own);

    // At the built-in exchange: of it alone do its accounts hear.
    const other = await listenLive((await world.visitor()).browser);
    await other.until(({ type }) => type === "prices");
    world.market.trade("AAPL", BUILT_IN + 1);
    const isNews = ({ prices }: Heard) => prices?.["AAPL"]?.[0] === BUILT_IN + 1;
    await other.until(isNews);
    world.passTime(60_000);
    const now = world.needs.clock.now();
    await live.until(({ at = 0, type }) => type === "heartbeat" && now <= at);

    expect(live.heard.some(isNews)).toBe(isTraded);
    for (const each of [live, other]) each.leave();
  });
});
