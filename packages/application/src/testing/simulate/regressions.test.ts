import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import type { SimulationPlan } from "./plan.ts";
import { planProblemsOf } from "./plan-problems.ts";
import { simulate } from "./simulate.ts";

const folder = new URL("regressions/", import.meta.url);
const files = existsSync(folder) ? readdirSync(folder) : [];
const planIn = (file: string): SimulationPlan =>
  JSON.parse(readFileSync(new URL(file, folder), "utf8"));

describe("a plan that once failed", () => {
  it("is still a plan, in a file that says by its name what it broke", () => {
    for (const file of files) {
      expect(file).toMatch(/^[a-z]+(-[a-z]+)*-\d+\.json$/);
      expect(planProblemsOf(planIn(file)), file).toEqual([]);
    }
  });

  for (const file of files)
    it(`breaks nothing any more: ${file}`, async () => {
      const plan = planIn(file);
      const { broken, hash } = await simulate(plan);

      expect(broken, `npm run simulate -- --plan …/regressions/${file} --trace`).toEqual([]);
      expect((await simulate(plan)).hash).toBe(hash);
    });
});
