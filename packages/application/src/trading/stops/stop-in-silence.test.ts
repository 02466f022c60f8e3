import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { MarketData } from "../../ports/market-data.ts";
import { stopped } from "../../testing/started-worker.ts";
import { holding } from "../../testing/stopped-holding.ts";

/** Ten shares whose stop the broker has ended, and whose prices have risen, while no worker was there. */
async function risenUnseen() {
  let isSilent = false;
  const held = await holding(10, {
    around: (ports) => ({ ...ports, marketData: muted(ports.marketData, () => isSilent) }),
  });
  const { market, process, stopsThere, world } = held;
  await stopped(world, process);
  world.venue.end(stopsThere()[0]!.brokerOrderId, "canceled");
  market.stand(106);
  await world.clock.pass(3 * MINUTE_MS);
  return {
    ...held,
    beSilent(isNow: boolean) {
      isSilent = isNow;
    },
  };
}

/** Gives bars, and tells no price while it is silent. */
const muted = (market: MarketData, isSilent: () => boolean): MarketData => ({
  ...market,
  latest: async (tickers) => (isSilent() ? { prints: [], quotes: [] } : market.latest(tickers)),
  async *news(signal) {
    for await (const news of market.news(signal))
      yield news.kind === "prices" && isSilent() ? { ...news, prints: [], quotes: [] } : news;
  },
});

describe("a holding whose exit is due, and of which no price is heard", () => {
  it("has its stop at the broker until one is heard, and is sold then", async () => {
    const { beSilent, sellsThere, stopsThere, world } = await risenUnseen();
    beSilent(true);
    const next = world.start();
    await world.clock.pass(MINUTE_MS);
    expect(sellsThere()).toEqual([]);
    expect(stopsThere()).toMatchObject([{ quantity: 10 }]);

    beSilent(false);
    await world.clock.pass(MINUTE_MS);
    expect(stopsThere()).toEqual([]);
    expect(sellsThere()).toMatchObject([{ quantity: 10, state: "filled" }]);
    await stopped(world, next);
  });

  it("is sold without one where the first price comes within seconds", async () => {
    const { beSilent, sellsThere, world } = await risenUnseen();
    const orders = world.venue.orders.length;
    beSilent(true);
    const next = world.start();
    await world.clock.pass(10_000);
    beSilent(false);
    await world.clock.pass(MINUTE_MS);

    expect(sellsThere()).toMatchObject([{ quantity: 10, state: "filled" }]);
    expect(world.venue.orders.length - orders).toBe(1);
    await stopped(world, next);
  });
});
