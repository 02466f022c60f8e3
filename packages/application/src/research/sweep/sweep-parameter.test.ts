import { money } from "@sevenfold/domain/money";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import { describe, expect, it } from "vitest";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import { configurationKey } from "./configuration-key.ts";
import { PARAMETER_NAMES, parameterOf } from "./sweep-parameter.ts";

/** In HYBRID every setting of the rule acts. */
const HYBRID: BacktestSettings = {
  strategy: { ...STRATEGY_DEFAULTS, mode: "HYBRID", stopLossEnabled: true },
  limits: RISK_DEFAULTS,
  cash: money(1_000_000_000),
  fill: "next-open",
};

describe("a setting that a sweep varies", () => {
  it.each(PARAMETER_NAMES)("%s makes configurations that are counted apart", (name) => {
    const { applied, min, max } = parameterOf(name);
    const [least, most] = [min, max].map((value) => configurationKey(applied(HYBRID, value)));

    expect(least).not.toBe(most);
  });

  it("is applied after the choices, so that a stop that is asked for outlives its mode", () => {
    const choices = PARAMETER_NAMES.filter((name) => parameterOf(name).unit === "choice");

    expect(PARAMETER_NAMES.slice(0, choices.length)).toEqual(choices);
    expect(choices.indexOf("mode")).toBeLessThan(choices.indexOf("stopLossEnabled"));
  });
});
