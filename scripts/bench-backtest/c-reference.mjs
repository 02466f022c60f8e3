import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../workspace.mjs";

const SOURCE = inRoot("scripts/bench-backtest/reference.c");

/** The reference in C, compiled for this machine; undefined where there is no gcc. */
export function compileReference() {
  if (spawnSync("gcc", ["--version"]).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
  const program = join(folder, "reference");
  execFileSync("gcc", ["-O3", "-march=native", "-o", program, SOURCE], { stdio: "inherit" });
  return {
    /** A world and a grid laid out for it: `run` answers milliseconds, `results` what came out. */
    load(world, grid) {
      const put = (name, numbers) =>
        writeFileSync(
          join(folder, name),
          new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
        );
      put("shape.i32", Int32Array.of(world.symbols, world.bars, grid.length));
      put("close.i32", joined(world.closes));
      put("open.i32", joined(world.opens));
      const isEnd = (bar) => Number((bar + 1) % world.barsPerDay === 0);
      put(
        "ends.i32",
        Int32Array.from({ length: world.bars }, (_, bar) => isEnd(bar)),
      );
      put("settings.i32", Int32Array.from(grid.flatMap(({ fall, rise }) => [fall, rise])));
      return {
        run(rounds) {
          const text = execFileSync(program, [folder, String(rounds)], { encoding: "utf8" });
          const [cpu, wall] = text.trim().split("\n").at(-1).split(" ").map(Number);
          return { cpu, wall };
        },
        results() {
          const bytes = readFileSync(join(folder, "results.f64"));
          return new Float64Array(Uint8Array.from(bytes).buffer);
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function joined(columns) {
  const all = new Int32Array(columns.length * columns[0].length);
  for (const [place, column] of columns.entries()) all.set(column, place * column.length);
  return all;
}
