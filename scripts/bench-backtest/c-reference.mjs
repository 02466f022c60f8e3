import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../workspace.mjs";
import { layOut, numbersIn } from "./world-files.mjs";

const SOURCE = inRoot("scripts/bench-backtest/reference.c");

/** The reference in C, compiled for this machine; undefined where there is no gcc. */
export function compileReference() {
  if (spawnSync("gcc", ["--version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
  const program = join(folder, "reference");
  execFileSync("gcc", ["-O3", "-march=native", "-o", program, SOURCE], { stdio: "inherit" });
  return {
    name: "C",
    /** A world and a grid laid out for it: `turn` answers milliseconds, `results` what came out. */
    async load(world, grid) {
      layOut(folder, world, grid);
      return {
        async turn() {
          const text = execFileSync(program, [folder, "1"], { encoding: "utf8" });
          const [cpu, wall] = text.trim().split(" ").map(Number);
          return { cpu, wall };
        },
        results: () => numbersIn(folder, "results.f64"),
        close: async () => {},
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
