import { money } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import { configurationKey } from "./configuration-key.ts";
import { keysOf, randomSpaceOf, settingsAt } from "./sweep-space.ts";

const BASE: BacktestSettings = {
  strategy: STRATEGY_DEFAULTS,
  limits: RISK_DEFAULTS,
  cash: money(1_000_000_000),
  fill: "next-open",
};
/** Some combinations are impossible, and some act alike. */
const AXES = [
  { name: "buyDropPct", values: [200, 400, 600] },
  { name: "mode", values: [0, 1, 2] },
  { name: "buyDropMaxPct", values: [300, 500] },
  { name: "sellRisePct", values: [250, 350] },
] as const;

describe("the configurations of a sweep", () => {
  it("are counted by what each of them trades by, whoever asks", () => {
    fc.assert(
      fc.property(fc.subarray([...AXES], { minLength: 1 }), fc.nat(), (axes, seed) => {
        const space = randomSpaceOf(BASE, axes, 12, seed);
        const plain = Array.from({ length: space.trials }, (_, trial) =>
          configurationKey(settingsAt(space, trial)),
        );

        expect(keysOf(space)).toEqual(plain);
        // As a thread has it, or one who left some of it out.
        expect(keysOf({ ...space })).toEqual(plain);
        expect(new Set(plain).size).toBe(space.trials);
      }),
    );
  });
});
