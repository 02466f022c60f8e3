import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACCOUNT_VALUE_MAX, type Money, price, shares } from "./money.ts";
import {
  applyFill,
  entryPriceOf,
  FLAT,
  marketValueOf,
  type Position,
  splitPosition,
  type Trade,
  unrealizedPnl,
} from "./position.ts";
import { ledgerFills, prices } from "./testing/arbitraries.ts";

describe("applyFill", () => {
  it("averages what two buys cost", () => {
    const position = booked([buy(10, 100), buy(5, 106)]).position;

    expect(position).toEqual({ shares: 15, costBasis: 15_300_000 });
    expect(entryPriceOf(position)).toBe(1_020_000);
  });

  it("realizes the proceeds less the basis they carry away, and leaves the average cost", () => {
    const { position, realized } = booked([buy(10, 100), sell(4, 110)]);

    expect(realized).toBe(400_000);
    expect(position).toEqual({ shares: 6, costBasis: 6_000_000 });
    expect(unrealizedPnl(position, price(1_050_000))).toBe(300_000);
  });

  it("removes basis × sold ÷ held to the nearest, ties to the even one", () => {
    expect(applyFill(of(2, 101), sell(1, 1))).toMatchObject({ value: { position: of(1, 51) } });
    expect(applyFill(of(2, 103), sell(1, 1))).toMatchObject({ value: { position: of(1, 51) } });
    expect(applyFill(of(3, 100), sell(1, 1))).toMatchObject({ value: { position: of(2, 67) } });
  });

  it("leaves nothing behind when all is sold", () => {
    expect(booked([buy(3, 100.0001), sell(1, 90), sell(2, 90)]).position).toEqual(FLAT);
  });

  it("has no average cost where nothing is held", () => {
    expect(entryPriceOf(FLAT)).toBeUndefined();
  });

  it("refuses to sell more than is held", () => {
    expect(applyFill(of(2, 100), sell(3, 1))).toEqual({
      ok: false,
      refusal: { kind: "sold-more-than-held", held: 2, sold: 3 },
    });
  });

  it("always holds the signed sum of the fills, and never a cost without shares", () => {
    fc.assert(
      fc.property(trades, (made) => {
        const { position, accepted } = booked(made);
        const signed = accepted.reduce((sum, each) => sum + sign(each) * each.quantity, 0);

        expect(position.shares).toBe(signed);
        expect(0 <= position.costBasis).toBe(true);
        if (position.shares === 0) expect(position.costBasis).toBe(0);
      }),
    );
  });

  it("always makes realized plus unrealized P&L of the cash flow plus the market value", () => {
    fc.assert(
      fc.property(trades, prices, (made, last) => {
        const { position, realized, accepted } = booked(made);
        const flow = accepted.reduce((sum, t) => sum - sign(t) * t.quantity * t.price, 0);

        expect(realized + unrealizedPnl(position, last)).toBe(flow + marketValueOf(position, last));
      }),
    );
  });

  it("never moves the average cost by more than its rounding when selling", () => {
    fc.assert(
      fc.property(trades, trades, (bought, sold) => {
        let position = booked(bought.map((trade) => ({ ...trade, side: "buy" as const }))).position;
        for (const { quantity, price: at } of sold) {
          const after = applyFill(position, { side: "sell", quantity, price: at });
          if (!after.ok || after.value.position.shares === 0) continue;
          const { shares: left, costBasis } = after.value.position;
          // |basis ÷ held − basis' ÷ left| ≤ ½ ÷ left, multiplied out.
          const apart =
            BigInt(position.costBasis) * BigInt(left) - BigInt(costBasis) * BigInt(position.shares);
          expect(2n * (apart < 0n ? -apart : apart) <= BigInt(position.shares)).toBe(true);
          position = after.value.position;
        }
      }),
    );
  });
});

const trades: fc.Arbitrary<Trade[]> = fc.array(ledgerFills, { maxLength: 30 });

describe("splitPosition", () => {
  it("releases the fraction's part of the cost of a reverse split", () => {
    // 15 shares at $10, one for ten: 1.5 shares at $100, of which half a share is paid out.
    expect(splitPosition(of(15, 1_500_000), 1, 10)).toEqual({
      position: of(1, 1_000_000),
      released: 500_000,
    });
  });

  it("keeps the whole cost where no fraction is left", () => {
    expect(splitPosition(of(20, 2_000_001), 1, 10)).toEqual({
      position: of(2, 2_000_001),
      released: 0,
    });
    expect(splitPosition(of(3, 100), 4, 1)).toEqual({ position: of(12, 100), released: 0 });
  });

  it("keeps the cost of whole shares to the nearest, ties to the even one", () => {
    // Four shares, one for three: a share and a third, so that three quarters of the cost stay.
    expect(splitPosition(of(4, 6), 1, 3)).toEqual({ position: of(1, 4), released: 2 });
    expect(splitPosition(of(4, 2), 1, 3)).toEqual({ position: of(1, 2), released: 0 });
    expect(splitPosition(of(4, 5), 1, 3)).toEqual({ position: of(1, 4), released: 1 });
  });

  it("releases all of the cost where no whole share is left, and nothing of nothing", () => {
    expect(splitPosition(of(7, 12_345), 1, 8)).toEqual({ position: FLAT, released: 12_345 });
    expect(splitPosition(FLAT, 1, 8)).toEqual({ position: FLAT, released: 0 });
  });

  it("always scales the cost per share by the ratio, to half a unit of the whole", () => {
    const ratios = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }));
    const held = fc.integer({ min: 0, max: 50_000_000 });
    const costs = fc.integer({ min: 0, max: ACCOUNT_VALUE_MAX });
    fc.assert(
      fc.property(held, costs, ratios, (count, cost, [numerator, denominator]) => {
        const before = of(count, count === 0 ? 0 : cost);
        const { position, released } = splitPosition(before, numerator, denominator);
        const [old, now] = [BigInt(count * numerator), BigInt(position.shares * denominator)];

        expect(position.shares).toBe(Math.floor((count * numerator) / denominator));
        expect(position.costBasis + released).toBe(before.costBasis);
        // costBasis ÷ shares = before ÷ held × denominator ÷ numerator, without the divisions.
        const apart = BigInt(position.costBasis) * old - BigInt(before.costBasis) * now;
        expect(2n * (apart < 0n ? -apart : apart) <= old).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

function booked(made: readonly Trade[]) {
  let position = FLAT;
  let realized = 0;
  const accepted: Trade[] = [];
  for (const trade of made) {
    const after = applyFill(position, trade);
    if (!after.ok) continue;
    position = after.value.position;
    realized += after.value.realized;
    accepted.push(trade);
  }
  return { position, realized, accepted };
}

const sign = ({ side }: Trade) => (side === "buy" ? 1 : -1);
const of = (held: number, costBasis: number): Position => ({
  shares: shares(held),
  costBasis: costBasis as Money,
});
const units = (dollars: number) => price(Math.round(dollars * 10_000));
const buy = (count: number, dollars: number): Trade => ({
  side: "buy",
  quantity: shares(count),
  price: units(dollars),
});
const sell = (count: number, dollars: number): Trade => ({ ...buy(count, dollars), side: "sell" });
