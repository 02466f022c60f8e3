import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ratioOf } from "./alpaca-activity-legs.ts";
import { activitiesFromWire } from "./alpaca-activity-mapping.ts";
import { ActivityWire } from "./alpaca-wire.ts";

let rows = 0;
const row = (activity_type: string, more: object = {}) => {
  rows += 1;
  const id = `20260227000000000::${String(rows).padStart(6, "0")}`;
  return ActivityWire.parse({ id, activity_type, date: "2026-02-27", ...more });
};
const told = (...wires: readonly ActivityWire[]) => activitiesFromWire(wires);
const MIDNIGHT = Date.UTC(2026, 1, 27, 5);

describe("Alpaca's activities", () => {
  it.each([
    ["DIV", { symbol: "T", net_amount: "1.02", qty: "2" }, "dividend", 10_200],
    ["DIV", { symbol: "T", net_amount: "1.02", qty: "1250000" }, "dividend", 10_200],
    ["DIVNRA", { symbol: "T", net_amount: "-8.47" }, "dividend", -84_700],
    ["FEE", { net_amount: "-0.02" }, "fee", -200],
    ["CFEE", { net_amount: "-1" }, "fee", -10_000],
    ["INT", { net_amount: "0.07" }, "interest", 700],
    ["CGD", { symbol: "VTI", net_amount: "3.5" }, "dividend", 35_000],
    ["CSD", { net_amount: "1000" }, "deposit", 10_000_000],
    ["CSW", { net_amount: "-200" }, "withdrawal", -2_000_000],
    ["JNLC", { net_amount: "-25.5" }, "journal", -255_000],
    ["SWEEPSTAKES", { net_amount: "3", description: "Prize" }, "other-cash", 30_000],
  ] as const)("tell %s in our words", (type, more, kind, amount) => {
    const wire = row(type, more);
    expect(told(wire)).toMatchObject([{ id: wire.id, kind, amount, at: MIDNIGHT }]);
    expect(told(wire)?.[0]?.words).toContain(type);
  });

  it("tell the shares that an option brought or took, and what was paid for them", () => {
    // As Alpaca's page of option events shows them: the price beside is not the one that was paid.
    const exercised = { symbol: "AAPL", qty: "200", net_amount: "-30000", price: "90" };
    const assigned = { symbol: "AAPL", qty: "-200", net_amount: "30000", price: "150" };

    expect(told(row("OPTRD", exercised), row("OPTRD", assigned))).toMatchObject([
      { kind: "shares-journal", ticker: "AAPL", shares: 200, amount: -300_000_000 },
      { kind: "shares-journal", ticker: "AAPL", shares: -200, amount: 300_000_000 },
    ]);
  });

  it("tell an option trade as cash alone where it is none of whole shares that were paid for", () => {
    for (const more of [
      { symbol: "AAPL", qty: "0.5", net_amount: "-75" },
      { symbol: "AAPL", qty: "200", net_amount: "30000" },
      { symbol: "AAPL261218C00200000", qty: "2", net_amount: "-75" },
      { symbol: "AAPL", net_amount: "-75" },
    ])
      expect(told(row("OPTRD", more))).toMatchObject([{ kind: "other-cash" }]);
  });

  it("make one split of the shares that went and those that came, with their ratio", () => {
    const [gone, came, cash] = [
      row("SPLIT", { symbol: "XRPT", qty: "-33", net_amount: "0", activity_sub_type: "RSPLIT" }),
      row("SPLIT", { symbol: "XRPT", qty: "1.65", net_amount: "0" }),
      row("SPLIT", { symbol: "XRPT", qty: "-0.65", net_amount: "91" }),
    ] as const;
    const split = {
      kind: "split",
      id: gone.id,
      ticker: "XRPT",
      ratio: { from: 20, to: 1 },
      before: 33,
      after: 1,
    };
    expect(told(gone, came)).toMatchObject([split]);
    expect(told(came, cash, gone)).toMatchObject([
      split,
      { kind: "cash-in-lieu", ticker: "XRPT", amount: 910_000 },
    ]);
    // Half of it says nothing of the other half.
    expect(told(gone)).toEqual([]);
    expect(told(came)).toEqual([]);
  });

  it("read a fee in so many of a coin that no number of shares is as large", () => {
    const fee = { symbol: "PEPEUSD", qty: "-12500000.25", net_amount: "0" };
    expect(told(row("CFEE", fee))).toMatchObject([{ kind: "fee", amount: 0 }]);
    expect(told(row("JNLS", { symbol: "AAPL", qty: "12500000", net_amount: "0" }))).toBeUndefined();
  });

  it("make one change of name, and one merger for cash or for shares", () => {
    const [out, into] = [
      row("NC", { symbol: "RNA", qty: "-7.3" }),
      row("NC", { symbol: "RNAM", qty: "7.3" }),
    ] as const;
    const name = { kind: "name-change", ticker: "RNA", becomes: "RNAM", before: 7, after: 7 };
    expect(told(into, out)).toMatchObject([name]);
    const gone = row("MA", { symbol: "OLD", qty: "-2000", group_id: "G" });
    expect(
      told(gone, row("MA", { symbol: "OLD", net_amount: "500", group_id: "G" })),
    ).toMatchObject([{ kind: "cash-merger", ticker: "OLD", quantity: 2_000, amount: 5_000_000 }]);
    const shares = row("MA", { symbol: "NEW", qty: "200", group_id: "G" });
    expect(told(shares, gone)).toMatchObject([
      { kind: "name-change", ticker: "OLD", becomes: "NEW", before: 2_000, after: 200 },
    ]);
    // A new number of theirs for the same shares is nothing to us.
    expect(
      told(row("NC", { symbol: "BRIF", qty: "-4" }), row("NC", { symbol: "BRIF", qty: "4" })),
    ).toEqual([]);
  });

  it("make one event of a reorganisation, for shares, for cash and for both", () => {
    // Their words of 2026: REO in place of REORG, with REOS, REOC and REOSC beside it.
    const reo = (more: object) => row("REO", { net_amount: "0", group_id: "R", ...more });
    const gone = reo({ symbol: "OLD", qty: "-40", activity_sub_type: "REOSC" });
    const came = reo({ symbol: "NEW", qty: "20" });
    const cash = reo({ symbol: "OLD", net_amount: "12" });

    expect(told(gone)).toEqual([]);
    expect(told(gone, cash)).toMatchObject([
      { kind: "cash-merger", quantity: 40, amount: 120_000 },
    ]);
    expect(told(cash, came, gone)).toMatchObject([
      { kind: "name-change", ticker: "OLD", becomes: "NEW", before: 40, after: 20 },
      { kind: "cash-in-lieu", amount: 120_000 },
    ]);
  });

  it("tell shares that are worth nothing any more as gone for nothing, each symbol by itself", () => {
    const removed = (symbol: string) =>
      row("REORG", { symbol, qty: "-50", net_amount: "0", activity_sub_type: "WRM" });
    const gone = { kind: "cash-merger", quantity: 50, amount: 0 };

    expect(told(removed("DUST"), removed("ASHES"))).toMatchObject([
      { ...gone, ticker: "DUST" },
      { ...gone, ticker: "ASHES" },
    ]);
    // Of any other reorganisation what it brought is still to come.
    expect(told(row("REORG", { symbol: "DUST", qty: "-50", net_amount: "0" }))).toEqual([]);
  });

  it("tell shares that were brought here without payment, and those of an offer, as what moved", () => {
    expect(told(row("FOPT", { symbol: "AAPL", qty: "25", net_amount: "0" }))).toMatchObject([
      { kind: "shares-journal", ticker: "AAPL", shares: 25 },
    ]);
    const tendered = { symbol: "OLD", qty: "-30", activity_sub_type: "VTND" };
    const kind = "shares-journal";
    expect(told(row("VOF", { ...tendered, net_amount: "0" }))).toMatchObject([
      { kind, ticker: "OLD", shares: -30 },
    ]);
    for (const type of ["VOF", "EXTRD"])
      expect(told(row(type, { ...tendered, net_amount: "300" }))).toMatchObject([
        { kind, ticker: "OLD", shares: -30, amount: 3_000_000 },
      ]);
    expect(told(row("VOF", { symbol: "OLD", net_amount: "300" }))).toMatchObject([
      { kind: "other-cash", ticker: "OLD", amount: 3_000_000 },
    ]);
  });

  it("tell shares that came alone: those of a spin-off, a journal and a stock dividend", () => {
    expect(told(row("SPIN", { symbol: "RNA", qty: "3.2" }))).toMatchObject([
      { kind: "spin-off", ticker: "RNA", shares: 3 },
    ]);
    expect(told(row("JNLS", { symbol: "RNA", qty: "-3" }))).toMatchObject([
      { kind: "shares-journal", shares: -3 },
    ]);
    const stock = { symbol: "SBS", qty: "2.5", net_amount: "0", activity_sub_type: "SDIV" };
    expect(told(row("DIV", stock))).toMatchObject([{ kind: "shares-journal", shares: 2 }]);
  });

  it("tell cash that was paid on shares as such, whatever kind of dividend it is called", () => {
    // Alpaca's own example of a row.
    const paid = { symbol: "T", qty: "2", per_share_amount: "0.51", net_amount: "1.02" };
    expect(told(row("DIV", { ...paid, activity_sub_type: "SDIV" }))).toMatchObject([
      { kind: "dividend", ticker: "T", amount: 10_200 },
    ]);
  });

  it("tell cash for a fraction of what was let go of, by itself and beside the shares", () => {
    const rest = row("SPIN", { symbol: "RNA", qty: "-0.2", net_amount: "4.5" });
    expect(told(rest)).toMatchObject([
      { kind: "cash-in-lieu", id: `${rest.id}:cash`, ticker: "RNA", amount: 45_000 },
    ]);
    expect(told(row("SPIN", { symbol: "RNA", qty: "3", net_amount: "4.5" }))).toMatchObject([
      { kind: "spin-off", ticker: "RNA", shares: 3 },
      { kind: "cash-in-lieu", amount: 45_000 },
    ]);
  });

  it("tell what was taken back together with its end", () => {
    const canceled = row("FEE", { net_amount: "-1", status: "canceled" });
    expect(told(canceled)).toMatchObject([
      { kind: "fee", id: canceled.id },
      { kind: "correction", undoes: canceled.id },
    ]);
    const corrected = row("DIV", { net_amount: "2", status: "correct", previous_id: "OLD" });
    expect(told(corrected)).toMatchObject([
      { kind: "correction", undoes: "OLD" },
      { kind: "dividend", amount: 20_000 },
    ]);
  });

  it.each([
    ["an amount that is none", { net_amount: "1,000" }],
    ["shares that are none", { qty: "ten" }],
    ["another currency", { net_amount: "1", currency: "EUR" }],
    ["no date", { date: "soon" }],
  ])("are not read at all where one has %s", (_, more) => {
    expect(told(row("DIV", { net_amount: "1" }), row("DIV", more))).toBeUndefined();
  });

  it("always find the ratio a company chose, to the last billionth of a share", () => {
    const side = fc.integer({ min: 1, max: 60 });
    const held = fc.integer({ min: 1, max: 50_000 });
    fc.assert(
      fc.property(side, side, held, (from, to, shares) => {
        const before = shares * 1e9;
        const after = Number((BigInt(before) * BigInt(to)) / BigInt(from));
        const found = ratioOf(before, after);
        expect(found.from * to).toBe(found.to * from);
      }),
    );
  });
});
