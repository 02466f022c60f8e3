import { describe, expect, it } from "vitest";

import { BROKER_CASES } from "../broker-kit/broker-cases.ts";
import { lackOf, runBrokerCase } from "../broker-kit/run-broker-cases.ts";
import {
  BROKER_CAPABILITIES,
  type BrokerCapability,
  type VenueBench,
} from "../broker-kit/venue-bench.ts";

/**
 * What every broker adapter must do. `lacks` names each capability the bench does not claim: the
 * cases that need one are left out, and one that is given up in silence fails.
 */
export function describeBroker(bench: VenueBench, lacks: readonly BrokerCapability[]): void {
  describe(`the broker ${bench.name}`, () => {
    it(`claims every capability but ${lacks.join(", ") || "none"}`, () => {
      const unclaimed = (Object.keys(BROKER_CAPABILITIES) as BrokerCapability[]).filter(
        (capability) => !bench.capabilities.includes(capability),
      );

      expect(unclaimed.toSorted()).toEqual(lacks.toSorted());
    });

    for (const each of BROKER_CASES)
      if (lackOf(each, bench) === undefined)
        it(`${each.promise} (${each.rule})`, () => runBrokerCase(bench, each));
  });
}
