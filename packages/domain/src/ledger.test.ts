import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  append,
  balanceOf,
  costEntry,
  depositEntry,
  fillEntry,
  LEDGER_ACCOUNTS,
  type LedgerEntry,
  type LedgerFill,
  postingsOfFill,
  replay,
  reversalOf,
} from "./ledger.ts";
import { instant, type Ticker } from "./market.ts";
import { type Money, price, shares } from "./money.ts";
import { FLAT, type Position } from "./position.ts";
import { ledgerFills } from "./testing/arbitraries.ts";

describe("postingsOfFill", () => {
  it("turns cash into holdings on a buy, and the fee into a cost", () => {
    const booked = postingsOfFill(FLAT, BUY);

    expect(booked).toMatchObject({
      ok: true,
      value: {
        entry: {
          cause: "e1",
          postings: [
            { account: "cash", amount: -10_000_500 },
            { account: "holdings", ticker: "AAPL", amount: 10_000_000 },
            { account: "fees", amount: 500 },
          ],
        },
      },
    });
  });

  it("turns holdings back into cash on a sell, and the difference into a gain", () => {
    const { entries } = booked([BUY, { ...BUY, ...SELL }]);

    expect(balanceOf(entries, "holdings", "AAPL" as Ticker)).toBe(6_000_000);
    expect(balanceOf(entries, "realized")).toBe(-400_000);
    expect(balanceOf(entries, "cash")).toBe(-10_000_500 + 4_400_000 - 500);
  });

  it("refuses a sell of more than is held", () => {
    expect(postingsOfFill(FLAT, { ...BUY, side: "sell" })).toMatchObject({
      ok: false,
      refusal: { kind: "sold-more-than-held" },
    });
  });

  it("refuses what does not balance: a gain that nothing was paid for", () => {
    const after = { position: FLAT, realized: 1 as Money };

    expect(() => fillEntry(BUY, FLAT, after)).toThrow("not to zero");
  });

  it("always sums to zero", () => {
    fc.assert(
      fc.property(fc.array(ledgerFills), (fills) => {
        for (const { postings } of booked(fills).entries)
          expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      }),
    );
  });

  it("always leaves each symbol's holdings at the position's cost", () => {
    fc.assert(
      fc.property(fc.array(ledgerFills), (fills) => {
        const { entries, positions } = booked(fills);
        for (const [ticker, { costBasis }] of positions)
          expect(balanceOf(entries, "holdings", ticker)).toBe(costBasis);
      }),
    );
  });
});

describe("replay", () => {
  it("books a deposit against the capital", () => {
    const { accounts } = replay([depositEntry("d1", 500 as Money, instant(1))]);

    expect([accounts.get("cash"), accounts.get("capital")]).toEqual([500, -500]);
  });

  it("books a cost that no fill brought against the cash", () => {
    const { accounts } = replay([costEntry("night", 2 as Money, instant(1))]);

    expect([accounts.get("cash"), accounts.get("fees")]).toEqual([-2, 2]);
  });

  it("always gives the balances, whatever order the accounts are asked in", () => {
    fc.assert(
      fc.property(
        fc.array(ledgerFills),
        fc.shuffledSubarray([...LEDGER_ACCOUNTS], { minLength: LEDGER_ACCOUNTS.length }),
        (fills, names) => {
          const { entries } = booked(fills);
          const { accounts } = replay(entries);
          for (const name of names) expect(accounts.get(name)).toBe(balanceOf(entries, name));
        },
      ),
    );
  });

  it("never books a fill reported twice more than once", () => {
    fc.assert(
      fc.property(fc.array(ledgerFills, { minLength: 1 }), fc.nat(), (fills, pick) => {
        const { entries } = booked(fills);
        const again = entries[pick % Math.max(1, entries.length)];
        if (again === undefined) return;

        expect(append(entries, again)).toBe(entries);
        expect(replay([...entries, again])).toEqual(replay(entries));
      }),
    );
  });

  it("always returns to where it was when a busted fill is reversed", () => {
    fc.assert(
      fc.property(fc.array(ledgerFills, { minLength: 1 }), (fills) => {
        const { entries } = booked(fills);
        const last = entries[entries.length - 1];
        if (last === undefined) return;
        const reversed = append(entries, reversalOf(last, `${last.cause}-busted`, instant(1)));

        expect(replay(reversed).accounts).toEqual(replay(entries.slice(0, -1)).accounts);
      }),
    );
  });
});

const BUY: LedgerFill = {
  executionId: "e1",
  ticker: "AAPL" as Ticker,
  side: "buy",
  quantity: shares(10),
  price: price(1_000_000),
  fee: 500 as Money,
  at: instant(1),
};
const SELL = {
  executionId: "e2",
  side: "sell",
  quantity: shares(4),
  price: price(1_100_000),
} as const;

/** Books every fill that is possible, each symbol on its own position. */
function booked(fills: readonly LedgerFill[]) {
  let entries: readonly LedgerEntry[] = [];
  const positions = new Map<Ticker, Position>();
  for (const fill of fills) {
    const after = postingsOfFill(positions.get(fill.ticker) ?? FLAT, fill);
    if (!after.ok) continue;
    entries = append(entries, after.value.entry);
    positions.set(fill.ticker, after.value.position);
  }
  return { entries, positions };
}
