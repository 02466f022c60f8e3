import * as fastCheck from "fast-check";
import { expect, inject } from "vitest";
import { testLimitOf } from "./test-limits.ts";

/**
 * What tests get when they import fast-check (vitest.config.ts leads them here): the same, but that
 * the seed is the run's and that FC_RUNS multiplies the cases of every property, also of those that
 * say how many they want.
 */
export * from "fast-check";

/** What fast-check draws of a property that does not say. */
const RUNS = 100;

const times = inject("propertyTimes");

fastCheck.configureGlobal({
  seed: inject("propertySeed"),
  markInterruptAsFailure: true,
});

const multiplied = <T>(parameters: fastCheck.Parameters<T> = {}): fastCheck.Parameters<T> => ({
  // Making a counterexample smaller may take minutes: what there is then is told, and still a failure.
  interruptAfterTimeLimit: testLimitOf(expect.getState().testPath ?? "", times) * 0.8,
  ...parameters,
  numRuns: (parameters.numRuns ?? RUNS) * times,
});

export const assert = (<T>(
  property: fastCheck.IRawProperty<T>,
  parameters?: fastCheck.Parameters<T>,
) => fastCheck.assert(property, multiplied(parameters))) as typeof fastCheck.assert;

// The default, because that is what tests import.
export default { ...fastCheck.default, assert };
