import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equityPlot, type PlottedValue } from "./equity-plot.ts";

const at = (day: number): string => new Date(day * 86_400_000).toISOString();
const curveOf = (values: readonly number[]): PlottedValue[] =>
  values.map((equity, day) => ({ time: at(day), equity }));

describe("equityPlot", () => {
  it("rises from the first value to the last, between their dates", () => {
    const lines = equityPlot(curveOf([100, 150, 200]))!.split("\n");

    expect(lines[0]).toMatch(/^\$200 ┤/);
    expect(lines.at(-2)).toMatch(/^\$100 ┼/);
    expect(lines.at(-1)).toMatch(/^ +1970-01-01 +1970-01-03$/);
  });

  it("is left out where nothing moved", () => {
    expect(equityPlot(curveOf([100, 100, 100]))).toBeUndefined();
    expect(equityPlot(curveOf([100]))).toBeUndefined();
  });

  it("always fits a terminal, and is 68 columns wide at most", () => {
    const value = fc.double({ min: 0, max: 50_000_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300 }), fc.nat(120), (values, width) => {
        for (const line of equityPlot(curveOf(values), width)?.split("\n") ?? [])
          expect(line.length).toBeLessThanOrEqual(Math.min(width, 100));
      }),
    );
  });

  it("is left out where its dates have no room", () => {
    expect(equityPlot(curveOf([100, 150, 200]), 26)).toBeUndefined();
    expect(
      equityPlot(curveOf([100, 150, 200]), 27)
        ?.split("\n")
        .at(-1),
    ).toHaveLength(27);
  });
});
