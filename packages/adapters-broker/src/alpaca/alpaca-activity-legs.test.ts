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
