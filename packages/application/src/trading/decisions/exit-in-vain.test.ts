import { bps } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { type HandMarket, handMarket } from "../../testing/hand-market.ts";
import { AAPL, holdShares, inTime, openTestWorld } from "../../testing/trading-world.ts";
import { readWorkerStatus } from "../../views/read-worker-status.ts";

describe("a stop's exit that the broker takes and ends without a fill", () => {
  it("is sent again after ten seconds, and each time after twice as long, up to ten minutes", async () => {
    const { pass, sells } = await endingInVain();

    await pass(60);
    expect(sells()).toHaveLength(3);
    await pass(59 * 60);

    expect(sells().length).toBeGreaterThan(8);
    expect(sells().length).toBeLessThan(13);
  });

  it("is told with what became of it, not as one that is decided at the next price", async () => {
    const { explanation, pass } = await endingInVain();

    await pass(5 * 60);

    expect(await explanation()).toMatch(
      /^Not sold although .*: the order ended unfilled\. It is tried again within ten minutes\.$/,
    );
  });
});

/** Ten shares at $100 whose price stands below their stop, at a broker that ends each order at once. */
async function endingInVain() {
  let market: HandMarket | undefined;
  const world = await openTestWorld({
    tickers: [AAPL],
    market: (clock) => {
      market = handMarket(clock, [AAPL], 100);
      return market;
    },
    strategy: { stopLossEnabled: true, stopLossBps: bps(1_000) },
  });
  await holdShares(world, AAPL, 10, true);
  world.start();
  await world.clock.pass(30_000);
  world.venue.isHalted = true;
  market!.stand(85);
  const sells = () => world.venue.orders.filter(({ side }) => side === "sell");
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await world.clock.pass(1_000);
      for (const order of sells())
        if (order.state === "working") world.venue.end(order.brokerOrderId, "canceled");
    }
  };
  const { needs } = world.open(1);
  return {
    pass,
    sells,
    async explanation() {
      const status = await inTime(world, readWorkerStatus(needs)(world.userId));
      if (!status.ok) throw new Error(status.refusal.kind);
      return status.value.symbols.find(({ ticker }) => ticker === AAPL)?.trail?.explanation;
    },
  };
}
