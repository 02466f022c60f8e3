import { describe, expect, it } from "vitest";

import { VirtualClock } from "../../broker-kit/simulated/virtual-clock.ts";
import { drain } from "../../testing/trading-world.ts";
import { openRateLimiter } from "./rate-limiter.ts";

describe("openRateLimiter", () => {
  it("lets so many through at once, and then one every so often", async () => {
    const clock = new VirtualClock(0 as never, drain);
    const limiter = openRateLimiter(clock, { atOnceMax: 3, everyMs: 400 });
    const passed: number[] = [];
    const come = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await limiter();
        passed.push(clock.now());
      }
    };

    void come(5);
    await clock.pass(10_000);
    expect(passed).toEqual([0, 0, 0, 400, 800]);

    void come(4);
    await clock.pass(1_000);
    expect(passed.slice(5)).toEqual([10_000, 10_000, 10_000, 10_400]);
  });
});
