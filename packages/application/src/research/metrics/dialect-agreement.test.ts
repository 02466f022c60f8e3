import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agreementOf } from "./dialect-agreement.ts";
import { isOwnMeasure } from "./dialect-measures.ts";
import { DIALECTS, METRIC_NAMES } from "./metric-name.ts";

type Numbers = Readonly<Record<string, Readonly<Record<string, number>>>>;
const EXPECTED = JSON.parse(
  readFileSync(new URL("../../testing/dialects.expected.json", import.meta.url), "utf8"),
) as { readonly riskFree0: Numbers; readonly riskFree2: Numbers };

const LIBRARIES = DIALECTS.filter((dialect) => dialect !== "sevenfold");

describe.each(LIBRARIES)("agreementOf a number of %s", (library) => {
  it("says that it differs exactly where it is computed in a way of its own", () => {
    for (const name of METRIC_NAMES)
      expect(agreementOf(name, library).kind === "differs", name).toBe(isOwnMeasure(name, library));
  });

  it("says that it is the same only where others computed the same number", () => {
    for (const { [library]: theirs, sevenfold: ours } of [EXPECTED.riskFree0, EXPECTED.riskFree2])
      for (const name of METRIC_NAMES)
        if (agreementOf(name, library).kind === "same" && name in ours!)
          expect(theirs![name], name).toBeCloseTo(ours![name]!, 9);
  });

  it("says that it differs only where others computed another number", () => {
    const { [library]: theirs, sevenfold: ours } = EXPECTED.riskFree0;
    for (const name of METRIC_NAMES)
      if (agreementOf(name, library).kind === "differs" && name in ours!)
        expect(Math.abs(theirs![name]! - ours![name]!), name).toBeGreaterThan(1e-6);
  });

  it("names what the library calls it, wherever it has the number", () => {
    for (const name of METRIC_NAMES) {
      const { kind, called } = agreementOf(name, library);
      expect(called === undefined, name).toBe(kind === "absent");
    }
  });
});
