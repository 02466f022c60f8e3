import { describe, expect, it } from "vitest";
import { activitiesFromWire } from "./alpaca-activity-mapping.ts";
import { ActivityWire } from "./alpaca-wire.ts";

/** Rows of one event, as Alpaca's page of activities shows those of 2026. */
const told = (
  date: string,
  created_at: string | undefined,
  legs: readonly (readonly [string, string])[],
) =>
  activitiesFromWire(
    legs.map(([symbol, qty], leg) =>
      ActivityWire.parse({
        ...{ id: `20260226000000000::${leg}`, activity_type: "SPLIT", group_id: "G" },
        ...{ date, created_at, symbol, qty, net_amount: "0" },
      }),
    ),
  );
const midnightOf = (day: number) => Date.UTC(2026, 1, day, 5);

describe("a split at Alpaca", () => {
  const forward = [
    ["SF", "-10"],
    ["SF", "15"],
  ] as const;

  it("that makes more shares is of the session after the day it is paid on, so that what was bought that day is of before", () => {
    expect(told("2026-02-26", "2026-02-27T07:20:00Z", forward)).toMatchObject([
      { kind: "split", at: midnightOf(27), before: 10, after: 15, ratio: { from: 2, to: 3 } },
    ]);
    // Over a weekend, and filed days later.
    expect(told("2026-02-27", "2026-03-04T07:20:00Z", forward)).toMatchObject([
      { at: Date.UTC(2026, 2, 2, 5) },
    ]);
  });

  it("is of the day that is told where it was filed on that one, or makes fewer", () => {
    for (const filed of ["2026-02-26T07:20:00Z", undefined])
      expect(told("2026-02-26", filed, forward)).toMatchObject([{ at: midnightOf(26) }]);
    const reverse = [
      ["XRPT", "-33"],
      ["XRPT", "1.65"],
    ] as const;
    expect(told("2026-02-26", "2026-02-27T07:20:00Z", reverse)).toMatchObject([
      { kind: "split", at: midnightOf(26) },
    ]);
  });

  it("of a unit makes shares of it under their own name, whatever warrants come beside", () => {
    const unit = [
      ["CCCXU", "-8"],
      ["INFQ.WS", "2"],
      ["INFQ", "8"],
    ] as const;
    expect(told("2026-02-17", undefined, unit)).toMatchObject([
      { kind: "name-change", ticker: "CCCXU", becomes: "INFQ", before: 8, after: 8 },
    ]);
  });
});

describe("a split at Alpaca that was taken back", () => {
  const leg = (id: string, symbol: string, qty: string, more: object = {}) =>
    ActivityWire.parse({
      ...{ id, activity_type: "SPLIT", group_id: "G", date: "2026-02-26", net_amount: "0" },
      ...{ symbol, qty, status: "executed", ...more },
    });
  const canceled = { status: "canceled" };
  const asTold = { kind: "split", id: "A", before: 10, after: 40, ratio: { from: 1, to: 4 } };
  const undone = {
    ...{ kind: "split", id: "A:canceled", before: 40, after: 10, ratio: { from: 4, to: 1 } },
  };

  it("is undone by one the other way round, told after it", () => {
    const rows = [leg("A", "SF", "-10", canceled), leg("B", "SF", "40", canceled)];

    expect(activitiesFromWire(rows)).toMatchObject([asTold, undone]);
    const ends = [
      ...[leg("A", "SF", "-10"), leg("B", "SF", "40")],
      leg("C", "SF", "-10", { ...canceled, previous_id: "A" }),
      leg("D", "SF", "40", { ...canceled, previous_id: "B" }),
    ];
    expect(activitiesFromWire(ends)).toMatchObject([asTold, undone]);
    // What was taken back before all of it was told never moved.
    expect(activitiesFromWire(rows.slice(1))).toEqual([]);
  });

  it("lets the one in its place be told, in rows of its event and in those of another", () => {
    const gone = [leg("A", "SF", "-10", canceled), leg("B", "SF", "40", canceled)];
    for (const group_id of ["G", "H"]) {
      const more = { status: "correct", group_id };
      const again = [leg("C", "SF", "-10", more), leg("D", "SF", "50", more)];
      const id = group_id === "G" ? "C:again" : "C";

      expect(activitiesFromWire([...gone, ...again])).toMatchObject([
        ...[asTold, undone],
        { kind: "split", id, before: 10, after: 50, ratio: { from: 1, to: 5 } },
      ]);
    }
  });

  it("is known by the row that stands in the place of one, where only that was wrong", () => {
    const rows = [
      ...[leg("A", "SF", "-10"), leg("B", "SF", "40")],
      leg("C", "SF", "50", { previous_id: "B" }),
    ];

    expect(activitiesFromWire(rows)).toMatchObject([
      ...[asTold, undone],
      { kind: "split", id: "A:again", before: 10, after: 50 },
    ]);
  });

  it("takes back what was paid for a fraction with it, and is for a person where a fraction is gone", () => {
    const paid = leg("C", "SF", "0", { net_amount: "3", ...canceled });
    const rows = [leg("A", "SF", "-10", canceled), leg("B", "SF", "40", canceled), paid];
    expect(activitiesFromWire(rows)).toMatchObject([
      ...[asTold, { kind: "cash-in-lieu", id: "C:cash" }, undone],
      { kind: "correction", id: "C:cash:canceled", undoes: "C:cash" },
    ]);

    const inParts = [leg("A", "SF", "-33", canceled), leg("B", "SF", "1.65", canceled)];
    expect(activitiesFromWire(inParts)).toMatchObject([
      { kind: "correction", id: "A:canceled", undoes: "A" },
    ]);
    expect(activitiesFromWire(inParts)).toHaveLength(1);
  });

  it("is like a change of name that was taken back, which is for a person to look at", () => {
    const renamed = { activity_type: "NC", ...canceled };
    const rows = [leg("A", "OLD", "-10", renamed), leg("B", "NEW", "10", renamed)];

    expect(activitiesFromWire(rows)).toMatchObject([{ kind: "correction", undoes: "A" }]);
  });
});
