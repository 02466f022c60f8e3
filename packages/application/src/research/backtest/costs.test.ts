import { bps, money } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slippedPrice } from "./costs.ts";

const impactOf = (percent: number) => ({
  bps: bps(0),
  spread: money(0),
  impactBps: bps(percent * 100),
});

describe("the impact of an order's size", () => {
  it("is rounded up once", () => {
    const slippage = impactOf(10);
    const order = { price: 10_000, quantity: 5, volume: 13 };

    // 25/169 of 1,000 ten-thousandths are 147.93.
    expect(slippedPrice(slippage, { ...order, side: "buy" })).toBe(10_148);
    expect(slippedPrice(slippage, { ...order, side: "sell" })).toBe(9_852);
  });

  it("is the least whole number that is no less than the percent times the share squared", () => {
    const whole = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(
        ...[whole(9_000_000_000), whole(99), whole(1_000_000), whole(9_000_000_000)],
        (price, percent, quantity, volume) => {
          const order = { side: "buy", price, quantity, volume } as const;
          const impact = BigInt(slippedPrice(impactOf(percent), order) - price);

          const share = BigInt(quantity < volume ? quantity : volume) ** 2n;
          const due = BigInt(price) * BigInt(percent) * share;
          const unit = 100n * BigInt(volume) ** 2n;
          expect(due <= impact * unit && (impact - 1n) * unit < due).toBe(true);
        },
      ),
    );
  });
});

it("slippage is paid at any price: a share of $600,000 too", () => {
  const slippage = { bps: bps(5), spread: money(200), impactBps: bps(0) };
  const order = { price: 6_000_000_000, quantity: 1, volume: 0 };

  expect(slippedPrice(slippage, { ...order, side: "buy" })).toBe(6_003_000_100);
  expect(slippedPrice(slippage, { ...order, side: "sell" })).toBe(5_996_999_900);
});
