import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import { runBrokerCases } from "@sevenfold/application/broker-kit/run-broker-cases";
import type { VenueBench } from "@sevenfold/application/broker-kit/venue-bench";
import { SIMULATED_FAULTS } from "@sevenfold/application/testing/simulated-faults";
import { describe, expect, it } from "vitest";
import { alpacaBroker } from "../alpaca/alpaca-broker.ts";
import { CallBudget } from "../call-budget.ts";
import { etradeBroker } from "../etrade/etrade-broker.ts";
import { alpacaBench } from "./alpaca-bench.ts";
import { etradeBench } from "./etrade-bench.ts";
import { ALPACA_FAULTS } from "./testing/alpaca-faults.ts";
import { ETRADE_FAULTS } from "./testing/etrade-faults.ts";

describe("the conformance kit on a real line", () => {
  it.each(ALPACA_FAULTS)("catches an adapter that %s, by the rule's name", (_, plant, rules) => {
    const bench = alpacaBench("planted", (connection) => {
      const broker = alpacaBroker(connection);
      return { ...broker, ...plant(broker, connection) };
    });
    return expectBroken(bench, rules);
  });

  it.each(ETRADE_FAULTS)("catches an adapter that %s, by the rule's name", (_, plant, rules) => {
    const bench = etradeBench("planted", (settings) => {
      const broker = etradeBroker(settings, new CallBudget({ perMinute: 100_000, reserve: 10 }));
      return { ...broker, ...plant(broker, settings) };
    });
    return expectBroken(bench, rules);
  });

  it("has for every rule a fault that breaks it", () => {
    const faults = [...SIMULATED_FAULTS, ...ALPACA_FAULTS, ...ETRADE_FAULTS];
    const broken = new Set(faults.flatMap(([, , rules]) => rules));

    expect(BROKER_CASES.map(({ rule }) => rule).filter((rule) => !broken.has(rule))).toEqual([]);
  });
});

async function expectBroken(bench: VenueBench, rules: readonly string[]): Promise<void> {
  const cases = BROKER_CASES.filter(({ rule }) => rules.includes(rule));
  expect(cases).toHaveLength(rules.length);

  const results = await runBrokerCases(bench, cases, NO_HURRY);

  expect(results.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
}

/** The limit of a case is the test's own. */
const NO_HURRY = {
  monotonicMs: () => 0,
  sleep: (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve())),
};
