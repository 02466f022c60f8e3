import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "../workspace.mjs";
import { middle } from "./take-turns.mjs";
import { verdict } from "./verdict.mjs";
import { DAYS, worldOf } from "./worlds.mjs";

/** A backtest of 2,520 bars from the start of the process to its end, beside an empty program; false where one failed. */
export function coldStart() {
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-"));
  const file = join(folder, "bars.csv");
  const { bars, opens, closes } = worldOf({ ...DAYS, symbols: 1 });
  const rows = Array.from({ length: bars }, (_, bar) => {
    const date = new Date(Date.UTC(2010, 0, 1 + bar)).toISOString().slice(0, 10);
    const [open, close] = [opens[0][bar] / 10_000, closes[0][bar] / 10_000];
    return `${date},${open},${Math.max(open, close)},${Math.min(open, close)},${close}`;
  });
  writeFileSync(file, `date,open,high,low,close\n${rows.join("\n")}\n`);
  const main = inRoot("packages/cli/dist/main.js");
  let hasFailed = false;
  const timed = (...args) => {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: folder });
    if (status !== 0) hasFailed = true;
    return performance.now() - started;
  };
  const turns = Array.from({ length: 11 }, () => ({
    theirs: timed("-e", "0"),
    ours: timed(main, "backtest", file, "--json", "--no-run-folder"),
  })).slice(1);
  rmSync(folder, { recursive: true, force: true });
  const times = middle(turns.map(({ ours, theirs }) => ours / theirs));
  console.log(
    "\nsevenfold backtest of 2,520 days, from start to end, beside node -e 0\n" +
      `  ${middle(turns.map(({ ours }) => ours)).toFixed(0)} ms and ${middle(turns.map(({ theirs }) => theirs)).toFixed(0)} ms: ${times.toFixed(1)}×            ${verdict(times <= 3, "at most 3×")}`,
  );
  return !hasFailed;
}

export function memory() {
  const { stdout } = spawnSync(
    process.execPath,
    [inRoot("scripts/bench-backtest/sweep-memory.mjs")],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  const { trials, seconds, kilobytes } = JSON.parse(stdout);
  const megabytes = kilobytes / 1_024;
  console.log(
    `\nThe sweep of days with all its statistics, ${trials} settings on two threads\n` +
      `  ${megabytes.toFixed(0)} MB at most, ${seconds.toFixed(1)} s            ${verdict(megabytes <= 250, "at most 250 MB")}`,
  );
}
