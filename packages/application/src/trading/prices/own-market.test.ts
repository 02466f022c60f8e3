import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { stillPrices } from "../../testing/still-prices.ts";
import {
  AAPL,
  inTime,
  MSFT,
  manualDraft,
  openTestWorld,
  ordersOf,
} from "../../testing/trading-world.ts";
import { placeOrder } from "../placing/place-order.ts";
import { previewOrder } from "../placing/preview-order.ts";
import { addToWatchlist } from "../settings/change-watchlist.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { UNREAD_MARKET_DATA } from "./unread-market.ts";

/** Two shares are more than the account has; at the built-in exchange they cost some hundred dollars. */
const DOLLARS = 90_000;

/** An account at a paper venue, in whose market AAPL alone is listed. */
async function paperWorld() {
  const world = await openTestWorld({ automationEnabled: false, tickers: [AAPL, MSFT] });
  const { accounts, watchlist, workers } = oneByOne(world.storage);
  await watchlist.remove(world.userId, MSFT);
  await accounts.change(world.accountId, (row) => ({ ...row, venue: "paper" }));
  const at = world.clock.now();
  await workers.ping({ workerId: "w", at, brokerConnected: true, marketDataActive: true });
  const prices = stillPrices(() => world.clock.now(), { AAPL: { price: DOLLARS } });
  const realMarket = { prices, marketData: UNREAD_MARKET_DATA };
  return { world, needs: { ...world.open().needs, realMarket } };
}

describe("an account whose market is not the built-in exchange's", () => {
  it("buys nothing that it could pay at the built-in exchange's price alone", async () => {
    const { needs, world } = await paperWorld();
    const draft = manualDraft(world, { quantity: shares(2) });
    const refusal = { kind: "insufficient-buying-power" };

    expect(await previewOrder(needs)(draft)).toMatchObject({ ok: false, refusal });
    expect(await inTime(world, placeOrder(needs)(draft))).toMatchObject({ ok: false, refusal });
    expect((await ordersOf(world)).map(({ status }) => status)).toEqual(["denied"]);
  });

  it("follows its symbols from the prices of its own market when automation is switched on", async () => {
    const { needs, world } = await paperWorld();
    const { accountId, userId } = world;

    const on = toggleAutomation(needs)({ accountId, userId, enabled: true, startFresh: true });
    expect(await inTime(world, on)).toMatchObject({ ok: true });

    const stored = await world.storage.read.trails.of(accountId);
    expect(stored?.trails).toMatchObject([{ ticker: AAPL, last: DOLLARS * 10_000 }]);
  });

  it("watches what its own market lists, and nothing else", async () => {
    const { needs, world } = await paperWorld();
    const { userId } = world;
    const add = addToWatchlist(needs)({ userId, ticker: MSFT });

    expect(await inTime(world, add)).toMatchObject({ refusal: { kind: "unknown-symbol" } });
  });
});
