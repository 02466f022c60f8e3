import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../workspace.mjs";
import { layOut, numbersIn } from "./world-files.mjs";

/** Rounds of a turn. The first ones warm the program up; the last one counts. */
const ROUNDS = 3;

/** The C compiler of this machine; undefined where there is none. */
export const findCompiler = () =>
  ["cc", "gcc", "clang"].find((name) => spawnSync(name, ["--version"]).status === 0);

/** A C program of this folder, compiled for this machine. `name` is what it is called in the output. */
export function compileProgram(compiler, file, name) {
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
  const program = join(folder, "program");
  const source = inRoot("scripts/bench-backtest", file);
  execFileSync(compiler, ["-O3", "-march=native", "-o", program, source], { stdio: "inherit" });
  return {
    name,
    /** A world and a grid laid out for it: `turn` answers milliseconds, `results` what came out. */
    async load(world, grid) {
      layOut(folder, world, grid);
      return {
        async turn() {
          const text = execFileSync(program, [folder, String(ROUNDS)], { encoding: "utf8" });
          const [cpu, wall] = text.trim().split("\n").at(-1).split(" ").map(Number);
          return { cpu, wall };
        },
        results: () => numbersIn(folder, "results.f64"),
        close: async () => {},
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
