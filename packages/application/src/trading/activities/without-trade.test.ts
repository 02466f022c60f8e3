import { money, type Price, shares } from "@sevenfold/domain/money";
import { applyFill, FLAT, type Position } from "@sevenfold/domain/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { someFill } from "../../testing/storage-rows.ts";
import { withoutTrade } from "./without-trade.ts";

type Trade = Pick<BookedFill, "price" | "quantity" | "side">;

const trades: fc.Arbitrary<Trade[]> = fc.array(
  fc.record({
    side: fc.constantFrom("buy", "sell"),
    quantity: fc.integer({ min: 1, max: 40 }).map(shares),
    price: fc.integer({ min: 1, max: 9_999_999 }).map((units) => units as Price),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Booked one after the other; undefined where one of them sells what is not there. */
function booked(all: readonly Trade[]) {
  let position: Position = FLAT;
  const fills: BookedFill[] = [];
  for (const trade of all) {
    const after = applyFill(position, trade);
    if (!after.ok) return undefined;
    position = after.value.position;
    const fee = money(trade.side === "sell" ? 100 : 0);
    const realized = money(after.value.realized - fee);
    fills.push(someFill("account", { ...trade, fee, realized }));
  }
  return { position, fills };
}

function possible(drawn: readonly Trade[]): readonly Trade[] {
  const kept: Trade[] = [];
  for (const trade of drawn) {
    kept.push(trade);
    if (!booked(kept)) kept.pop();
  }
  return kept;
}

const gainOf = (fills: readonly BookedFill[]): number =>
  fills.reduce((sum, { realized }) => sum + realized, 0);

describe("a holding without one of its trades", () => {
  it("is always what it would be had that trade never been, and so is every later gain", () => {
    fc.assert(
      fc.property(trades, fc.nat(), (drawn, which) => {
        const { fills, position } = booked(possible(drawn))!;
        fc.pre(0 < fills.length);
        const at = which % fills.length;
        const later = fills.slice(at + 1);
        const kept = booked(fills.toSpliced(at, 1));
        const without = withoutTrade(position, fills[at]!, later);

        expect(without?.position).toEqual(kept?.position);
        if (!kept || !without) return;
        const again = kept.fills.slice(at);
        const changed = again.filter(({ realized }, index) => realized !== later[index]!.realized);
        expect(without.revalued.map(({ realized }) => realized)).toEqual(
          changed.map(({ realized }) => realized),
        );
        expect(without.gain).toBe(gainOf(again) - gainOf(later));
      }),
    );
  });

  it("is not known where the trades on record bought more than it can have come from", () => {
    const ten = { side: "buy", quantity: shares(10), price: 100 as Price } as const;
    const { fills, position } = booked([ten, ten])!;
    const [undone, later] = fills as [BookedFill, BookedFill];

    expect(withoutTrade(position, undone, [later])?.position.shares).toBe(10);
    // Two of them are gone, and nobody wrote down how.
    const fewer = { ...position, shares: shares(18) };
    expect(withoutTrade(fewer, undone, [later])).toBeUndefined();
  });
});
