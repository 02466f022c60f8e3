import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equitySection } from "./curve-sections.ts";
import { lineChart } from "./line-chart.ts";

const DAY_MS = 86_400_000;

/** What the page's script reads from each chart of a text. */
const islandsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/json">(.*?)<\/script>/g)].map(([, text]) =>
    JSON.parse(text!),
  );

const chartOf = (values: readonly number[]) =>
  lineChart({
    label: "A line",
    times: values.map((_, day) => day * DAY_MS),
    unit: "ratio",
    size: "low",
    lines: [{ name: "Line", values, look: "main" }],
  });

describe("lineChart", () => {
  it("always shows the first, the last, the lowest and the highest value, and never too many", () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), {
      minLength: 2,
      maxLength: 5_000,
      size: "max",
    });
    fc.assert(
      fc.property(values, (line) => {
        const [{ times, lines }] = islandsIn(chartOf(line).html);
        const shown = lines[0].values;

        expect(times).toHaveLength(shown.length);
        expect(shown.length).toBeLessThanOrEqual(1_002);
        expect([shown[0], shown.at(-1)]).toEqual([line[0], line.at(-1)]);
        expect(Math.min(...shown)).toBe(Math.min(...line));
        expect(Math.max(...shown)).toBe(Math.max(...line));
      }),
      { numRuns: 20 },
    );
  });
});

describe("the chart of a drawdown", () => {
  it("shows each day what equity has fallen by on that day", () => {
    const equity = [100, 110, 99, 110, 88].map((value, day) => ({
      time: day * DAY_MS,
      equity: value,
      invested: 0,
      buyAndHold: 100,
    }));

    const drawdown = islandsIn(equitySection({ equity }).body.html).at(-1);

    expect(drawdown.times).toEqual([0, 1, 2, 3, 4].map((day) => day * DAY_MS));
    expect(drawdown.lines[0].values).toEqual([0, 0, -0.1, 0, -0.2]);
  });
});
