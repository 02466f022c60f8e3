import type { TestProject } from "vitest/node";
import { propertyCases } from "./property-cases.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    readonly propertySeed: number;
    readonly propertyTimes: number;
  }
}

/** Settles once, for every process of the run, which cases are drawn, and says so. */
export function setup(project: TestProject): void {
  const { seed, origin, times } = propertyCases();
  project.provide("propertySeed", seed);
  project.provide("propertyTimes", times);
  const many = times === 1 ? "" : `, ${times} times as many cases`;
  console.log(
    `Properties draw by seed ${seed} (${origin})${many}: FC_SEED=${seed} draws them again.`,
  );
}
