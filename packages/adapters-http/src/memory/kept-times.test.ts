import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { keptTimes } from "./kept-times.ts";

describe("times to be kept", () => {
  it("are never longer than given, nor much shorter", () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.integer({ min: 1, max: 200 }), (longestMs, count) => {
        const next = keptTimes(longestMs);
        for (let made = 0; made < count; made += 1) {
          const keptMs = next();
          expect(keptMs).toBeLessThanOrEqual(longestMs);
          expect(keptMs).toBeGreaterThanOrEqual(longestMs * 0.8);
        }
      }),
    );
  });

  it("lie evenly apart, so that no many end together", () => {
    const next = keptTimes(1_000);
    const times = Array.from({ length: 200 }, next);

    for (let from = 800; from < 1_000; from += 10)
      expect(times.filter((ms) => from <= ms && ms < from + 10).length).toBeLessThanOrEqual(12);
  });
});
