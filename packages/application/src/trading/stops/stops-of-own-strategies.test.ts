import { describe, expect, it } from "vitest";
import { INSTALLED, install } from "../../testing/own-strategy-world.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";
import { changeSettings } from "../settings/change-settings.ts";

describe("a stop at the broker of an account that a strategy of its owner's trades", () => {
  it("is placed also where the built-in rule, which decides nothing there, would have sold", async () => {
    const { market, needs, process, sellsThere, stopsThere, world } = await holding(10, {
      stopAtBroker: false,
    });
    await install(world, INSTALLED);
    await world.clock.pass(15_000);
    market.stand(110);
    await world.clock.pass(15_000);

    await changeSettings(needs)(world.userId, { strategy: {}, stopAtBroker: true });
    await world.clock.pass(60_000);

    expect(sellsThere()).toEqual([]);
    expect(stopsThere()).toMatchObject([{ quantity: 10, stop: 900_000 }]);
    await inTime(world, process.stop());
  });
});
