import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { describe, expect, it } from "vitest";
import { waveMarket } from "../../broker-kit/simulated/wave-market.ts";
import type { Account } from "../../ports/stores/account.ts";
import { openBrokerWorld } from "../../testing/broker-world.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { NOON, someAccount } from "../../testing/storage-rows.ts";
import { firstSettings } from "../account/first-settings.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { toggleAutomation } from "../settings/toggle-automation.ts";
import { type LivePolicy, liveObstacleOf, NO_LIVE_TRADING } from "./live-trading.ts";

const LIVE = { venue: "live" } as const;
const ALLOWED: LivePolicy = { isAllowed: true, isDurable: true, hasRealPrices: true };

describe("liveObstacleOf", () => {
  it("names the first thing that is in the way, of all there are", () => {
    const [without, withTotp] = [{ hasTotp: false }, { hasTotp: true }];

    expect(liveObstacleOf(LIVE, without, NO_LIVE_TRADING)).toBe("database");
    expect(liveObstacleOf(LIVE, without, { ...NO_LIVE_TRADING, isDurable: true })).toBe(
      "second-factor",
    );
    expect(liveObstacleOf(LIVE, withTotp, { ...NO_LIVE_TRADING, isDurable: true })).toBe(
      "configuration",
    );
    expect(liveObstacleOf(LIVE, withTotp, { ...ALLOWED, hasRealPrices: false })).toBe(
      "simulated-prices",
    );
    expect(liveObstacleOf(LIVE, withTotp, ALLOWED)).toBeUndefined();
  });

  it.each(["paper", "built-in"] as const)("is never in the way at the %s venue", (venue) => {
    expect(liveObstacleOf({ venue }, { hasTotp: false }, NO_LIVE_TRADING)).toBeUndefined();
  });
});

describe("switching automation on for real money", () => {
  it("needs all that live trading takes", async () => {
    const world = await openBrokerWorld();
    const account = await liveAccount(world);
    const { clock, log } = world;
    const calendar = ALWAYS_CALENDAR;
    const marketData = waveMarket(1, clock, []);
    const needs = {
      ...world.needs,
      marketData,
      calendarOf: () => calendar,
      prices: openPriceBoard({ clock, log, marketData, calendar }),
    };
    const on = { accountId: account.id, userId: account.userId, enabled: true };

    expect(await toggleAutomation(needs)(on)).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "database" },
    });
    expect(await toggleAutomation({ ...needs, live: ALLOWED })(on)).toMatchObject({
      refusal: { kind: "live-not-allowed", obstacle: "second-factor" },
    });
    await oneByOne(world.storage).totp.put({
      userId: account.userId,
      sealedSecret: "sealed",
      begunAt: NOON,
      confirmedAt: NOON,
      recoveryHashes: [],
    });
    // Prices of its venue are what it lacks now, as any account would.
    expect(await toggleAutomation({ ...needs, live: ALLOWED })(on)).toMatchObject({
      refusal: { kind: "no-real-prices" },
    });
    await needs.prices.stop();
  });
});

async function liveAccount(world: Awaited<ReturnType<typeof openBrokerWorld>>): Promise<Account> {
  const { storage, user } = world;
  await oneByOne(storage).users.change(user.id, (row) => ({
    ...row,
    subscriptionStatus: "active",
  }));
  const portfolio = (await storage.read.portfolios.ofUser(user.id))!;
  const account = someAccount({ userId: user.id, portfolioId: portfolio.id }, LIVE);
  await oneByOne(storage).accounts.add(account);
  await oneByOne(storage).settings.add(firstSettings(account.id, NOON));
  return account;
}
