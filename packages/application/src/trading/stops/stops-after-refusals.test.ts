import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { SubmitAnswer } from "../../ports/broker.ts";
import { holding } from "../../testing/stopped-holding.ts";
import { inTime } from "../../testing/trading-world.ts";

describe("a stop at the broker whose exit is refused", () => {
  it("rests again while the rule waits to try the exit once more", async () => {
    const { market, process, sellsThere, stopsThere, world } = await holding(10, {
      limits: { coolDownSec: 0 },
      around: (ports) => ({
        ...ports,
        brokers: {
          ...ports.brokers,
          async connect(accountId) {
            const broker = await ports.brokers.connect(accountId);
            const message = "No orders at market in this symbol.";
            return {
              ...broker,
              submit: async (order): Promise<SubmitAnswer> =>
                order.stop === undefined
                  ? { kind: "rejected", cause: "other", message }
                  : broker.submit(order),
            };
          },
        },
      }),
    });
    market.stand(110);
    await world.clock.pass(20 * MINUTE_MS);

    let seconds = 0;
    for (let passed = 0; passed < 600; passed += 1) {
      await world.clock.pass(1_000);
      if (stopsThere().length === 1) seconds += 1;
    }

    expect(sellsThere()).toEqual([]);
    expect(seconds).toBeGreaterThan(550);
    await inTime(world, process.stop());
  });
});
