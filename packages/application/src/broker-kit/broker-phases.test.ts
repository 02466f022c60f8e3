import { describe, expect, it } from "vitest";

import type { Broker } from "../ports/broker.ts";
import { drain } from "../testing/trading-world.ts";
import { BROKER_CASES } from "./broker-cases.ts";
import { BROKER_PHASES, phaseOf, WRITTEN_BY } from "./broker-phases.ts";
import { lackOf, runBrokerCase } from "./run-broker-cases.ts";
import { simulatedBench } from "./simulated/simulated-bench.ts";

describe("the phases of an adapter", () => {
  it("each have cases of their own", () => {
    for (const phase of BROKER_PHASES)
      expect(BROKER_CASES.filter((each) => phaseOf(each) === phase).length).toBeGreaterThan(5);
  });

  it.each(BROKER_PHASES)("never ask in %s for what is written later", async (phase) => {
    const sound = simulatedBench(drain);
    const bench = {
      ...sound,
      async open() {
        const venue = await sound.open();
        return {
          ...venue,
          connect: (options: Parameters<typeof venue.connect>[0]) =>
            onlyWritten(venue.connect(options), WRITTEN_BY[phase]),
        };
      },
    };
    for (const each of BROKER_CASES)
      if (phaseOf(each) === phase && !lackOf(each, bench)) await runBrokerCase(bench, each);
  });
});

function onlyWritten(broker: Broker, written: readonly (keyof Broker)[]): Broker {
  const missing = Object.keys(broker).filter((name) => !written.includes(name as keyof Broker));
  const thrower = (name: string) => () => {
    throw new Error(`${name} is not written yet`);
  };
  return { ...broker, ...Object.fromEntries(missing.map((name) => [name, thrower(name)])) };
}
