import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { inRoot } from "./workspace.mjs";

/*
 * Times the reading of bars beside DuckDB's own scan of the same files, in one run. Each reading is a
 * process of its own that tells its processor time, its time on the wall and the most memory it held;
 * ours and DuckDB's take turns, and the middle of the rounds counts. Ours checks every row and ends
 * with the columns that a backtest trades; DuckDB's copies the same columns into arrays of floats.
 */
const { rows: ROWS, rounds: ROUNDS } = readCommand({
  name: "bench:data",
  says: "Times the reading of bars beside DuckDB's own scan of the same files.",
  words: [
    {
      name: "rows",
      least: 1_000,
      most: 50_000_000,
      preset: 3_000_000,
      says: "minutes of one symbol",
    },
    { name: "rounds", preset: 5, says: "the middle of them counts" },
  ],
});

await prepare();
const folder = mkdtempSync(join(tmpdir(), "sevenfold-bench-data-"));
const run = (script, ...words) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot("scripts/bench-data", script), ...words],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout === "" ? undefined : JSON.parse(stdout);
};
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const grouped = (number) => Math.round(number).toLocaleString("en-US");

try {
  run("write-bars.mjs", folder, String(ROWS));
  console.log(
    `${grouped(ROWS)} minutes of one symbol, in sessions of 390, ${ROUNDS} rounds; processor time, wall, most memory:`,
  );
  for (const { name, file, beside } of [
    { name: "own columns", file: "store" },
    { name: "Parquet", file: "bars.parquet", beside: "duckdb" },
    { name: "CSV", file: "bars.csv", beside: "duckdb" },
  ]) {
    const ours = [];
    const theirs = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(run("read-bars.mjs", join(folder, file)));
      if (beside !== undefined) theirs.push(run("scan-bars.mjs", join(folder, file)));
    }
    const of = (all, what) => middle(all.map((one) => one[what]));
    const line = (who, all) =>
      `  ${who.padEnd(24)} ${of(all, "cpuMs").toFixed(0).padStart(7)} ms ${of(all, "wallMs").toFixed(0).padStart(7)} ms ${of(all, "peakMb").toFixed(0).padStart(6)} MB ${grouped((ROWS / of(all, "cpuMs")) * 1_000).padStart(12)} rows/s of processor time`;
    console.log(line(name, ours));
    if (theirs.length === 0) continue;
    console.log(line(`  DuckDB`, theirs));
    const ratio = (what) => middle(ours.map((one, at) => one[what] / theirs[at][what])).toFixed(2);
    console.log(
      `  ${"".padEnd(24)} ${ratio("cpuMs")} times DuckDB's processor time, ${ratio("wallMs")} its wall`,
    );
  }
  const size = (file) => (statSync(join(folder, file)).size / 1e6).toFixed(0);
  console.log(`  Parquet ${size("bars.parquet")} MB, CSV ${size("bars.csv")} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
