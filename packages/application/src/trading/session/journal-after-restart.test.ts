import { describe, expect, it } from "vitest";
import { handMarket } from "../../testing/hand-market.ts";
import { AAPL, inTime, MSFT, openTestWorld } from "../../testing/trading-world.ts";

describe("the journal of an account that another worker takes over", () => {
  it.each([
    [false, "blocked"],
    [true, "waiting"],
  ])(
    "says nothing anew that is as it was: automation %s, %s",
    async (automationEnabled, verdict) => {
      const world = await openTestWorld({
        automationEnabled,
        tickers: [AAPL, MSFT],
        market: (clock) => handMarket(clock, [AAPL, MSFT], 100),
      });
      const linesOf = () => world.storage.read.decisions.latest(world.accountId, { limit: 500 });
      const first = world.start();
      await world.clock.pass(30_000);
      await inTime(world, first.stop());
      const before = await linesOf();
      expect(before.map((line) => line.verdict)).toEqual([verdict, verdict]);

      const second = world.start();
      await world.clock.pass(30_000);
      await inTime(world, second.stop());

      expect(await linesOf()).toEqual(before);
    },
  );
});
