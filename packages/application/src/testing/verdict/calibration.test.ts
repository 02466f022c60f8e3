import { beforeAll, describe, expect, it } from "vitest";
import type { KernelMachine } from "../../research/sweep/wasm-kernel.ts";
import { kernelMachine } from "../kernel-machine.ts";
import { plainNormal } from "../plain-normal.ts";
import {
  calibrated,
  coverageOf,
  KNOWN_PROCESSES,
  ratioOf,
  WORLDS_WITH_EDGE,
  WORLDS_WITHOUT_EDGE,
} from "./calibration.ts";

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

/** A few of the worlds of `npm run bench:verdict`. */
describe("the verdict of a sweep", () => {
  it("is nearly never HOLDS UP in worlds without an edge", () => {
    const asked = { machine, normal: plainNormal };
    const found = WORLDS_WITHOUT_EDGE.map((kind) => calibrated(kind, 3, asked).heldUp);

    expect(found.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1);
  });

  it("is mostly HOLDS UP in worlds with an edge of about 1", () => {
    const [one] = WORLDS_WITH_EDGE;
    const asked = { machine, normal: plainNormal };
    const { heldUp } = calibrated(one!, 10, asked);

    expect(ratioOf(one!, 10, asked)).toBeGreaterThan(0.85);
    expect(ratioOf(one!, 10, asked)).toBeLessThan(1.15);
    expect(heldUp).toBeGreaterThanOrEqual(5);
  });

  it("stands beside bands that hold what days without memory make", () => {
    const coverage = coverageOf(KNOWN_PROCESSES[0]!, 40);

    expect(coverage).toBeGreaterThan(0.75);
  });
});
