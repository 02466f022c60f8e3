import { describe, expect, it } from "vitest";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import { openWishes } from "./wishes.ts";

function opened() {
  let nowMs = 0;
  return {
    wishes: openWishes({ monotonicMs: () => nowMs }),
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

describe("what matters to those who follow a feed", () => {
  it("is what each of them said last", () => {
    const { pass, wishes } = opened();
    expect(wishes.note("one", [AAPL])).toBe(true);
    expect(wishes.note("other", [MSFT])).toBe(true);
    pass(5);
    expect(wishes.note("one", [AAPL])).toBe(false);
    expect(wishes.note("one", undefined)).toBe(false);
    expect(wishes.all()).toEqual([AAPL, MSFT]);
    expect(wishes.note("one", [])).toBe(true);
    expect(wishes.all()).toEqual([MSFT]);
  });

  it("is forgotten of who is gone, while it stays of who says that it lives", () => {
    const { pass, wishes } = opened();
    wishes.note("gone", [AAPL]);
    wishes.note("other", [MSFT]);
    for (let second = 0; second < 60; second += 1) {
      pass(1);
      expect(wishes.note("other", undefined)).toBe(false);
    }
    expect(wishes.all()).toEqual([AAPL, MSFT]);
    pass(1);
    expect(wishes.note("other", undefined)).toBe(true);
    expect(wishes.all()).toEqual([MSFT]);
  });
});
