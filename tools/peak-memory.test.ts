import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const HELD_MB = 400;
const HELD = `const held = Buffer.alloc(${HELD_MB} << 20, 1);`;
const PRINTED = `import("./scripts/peak-memory.mjs").then(({ peakKilobytes }) => console.log(peakKilobytes() >> 10));`;
const peakMbOf = (script: string): number =>
  Number(spawnSync(process.execPath, ["-e", script], { encoding: "utf8" }).stdout);

it("tells the most memory a process held, given back by now or not", () => {
  expect(peakMbOf(`${HELD} ${PRINTED}`)).toBeGreaterThan(HELD_MB);
});

it("does not count what the process held that started it", () => {
  const child = `spawnSync(process.execPath, ["-e", ${JSON.stringify(PRINTED)}], { stdio: "inherit" });`;
  const parent = `const { spawnSync } = require("node:child_process"); ${HELD} ${child} held.fill(2);`;
  const megabytes = peakMbOf(parent);
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(HELD_MB / 2);
});
