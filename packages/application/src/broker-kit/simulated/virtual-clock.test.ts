import type { Instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { drain } from "../../testing/trading-world.ts";
import { VirtualClock } from "./virtual-clock.ts";

describe("a virtual clock", () => {
  it("always wakes sleepers at their time, those of one time in the order they lay down", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 30 }), async (durations) => {
        const clock = new VirtualClock(0 as Instant, drain);
        const woken: { readonly sleeper: number; readonly at: number }[] = [];
        durations.forEach((durationMs, sleeper) => {
          void clock.sleep(durationMs).then(() => woken.push({ sleeper, at: clock.now() }));
        });

        await clock.pass(50);

        const expected = durations
          .map((at, sleeper) => ({ sleeper, at }))
          .toSorted((one, other) => one.at - other.at || one.sleeper - other.sleeper);
        expect(woken).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it("wakes at once whoever is no longer wanted to sleep", async () => {
    const clock = new VirtualClock(0 as Instant, drain);
    const ending = new AbortController();
    const slept = clock.sleep(1_000, ending.signal);

    ending.abort();
    await slept;

    expect(clock.now()).toBe(0);
  });
});
