import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Money, price, shares } from "./money.ts";
import {
  applyFill,
  entryPriceOf,
  FLAT,
  marketValueOf,
  type Position,
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
