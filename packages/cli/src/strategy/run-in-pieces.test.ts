import type { Following } from "@sevenfold/application/research/own-strategy/follow-wishes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runInPieces } from "./run-in-pieces.ts";
import { isStall } from "./strategy-code.ts";

const following = (advance: Following["advance"]): Following => ({
  advance,
  report: () => {
    throw new Error("nobody asks");
  },
});

describe("a run in pieces", () => {
  it("goes on as long as any instants are left, and no further", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (all) => {
        let left = all;
        let isOver = false;
        runInPieces(
          following((instants) => {
            expect(isOver).toBe(false);
            expect(instants).toBeGreaterThanOrEqual(1);
            left -= Math.min(left, instants);
            isOver = left === 0;
            return !isOver;
          }),
          60_000,
        );
        expect(isOver).toBe(true);
      }),
    );
  });

  it("is stopped where a step has no end, however short those before it were", () => {
    let steps = 0;
    const run = () =>
      runInPieces(
        following(() => {
          steps += 1;
          for (; steps === 5; );
          return true;
        }),
        200,
      );
    let fault: unknown;
    try {
      run();
    } catch (error) {
      fault = error;
    }
    expect(isStall(fault)).toBe(true);
    expect(steps).toBe(5);
  });
});
