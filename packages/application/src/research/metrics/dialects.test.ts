import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { steadyRecord } from "../../testing/track-records.ts";
import { isOwnMeasure } from "./dialect-measures.ts";
import { definitionOf } from "./metric-definition.ts";
import { DIALECTS, METRIC_NAMES, type MetricName } from "./metric-name.ts";
import { performanceOf } from "./performance.ts";

type Numbers = Readonly<Record<string, Readonly<Record<string, number>>>>;
const EXPECTED = JSON.parse(
  readFileSync(new URL("../../testing/dialects.expected.json", import.meta.url), "utf8"),
) as { readonly riskFree0: Numbers; readonly riskFree2: Numbers };

describe.each(DIALECTS)("the dialect %s", (dialect) => {
  it.each([
    ["without a risk-free rate", 0, EXPECTED.riskFree0],
    ["with a risk-free rate of 2%", 0.02, EXPECTED.riskFree2],
  ] as const)("gives the numbers that others computed %s", (_, riskFree, expected) => {
    const record = {
      ...steadyRecord(),
      riskFree,
      trials: { count: 137, sharpeVariance: 0.0004 },
    };

    const { metrics } = performanceOf(record, dialect);

    for (const [name, value] of Object.entries(expected[dialect]!)) {
      const found = metrics[name as MetricName].value;
      expect(found, name).toBeDefined();
      expect(Math.abs(found! - value) / Math.max(1, Math.abs(value)), name).toBeLessThan(1e-9);
    }
  });

  it("has a definition of its own exactly where it computes on its own", () => {
    for (const name of METRIC_NAMES)
      expect(definitionOf(name, dialect).id.startsWith(`${dialect}/`), name).toBe(
        isOwnMeasure(name, dialect),
      );
  });
});
