import { inRoot } from "../workspace.mjs";
import { verdict } from "./verdict.mjs";
import { columnsOf, gridOf, realisticSettingsOf, settingsOf } from "./worlds.mjs";

const built = (path) => import(inRoot("packages", path));
const { prepareSweep, engineReasonOf } = await built(
  "application/dist/research/sweep/open-sweep.js",
);
const { gridOf: spaceOf } = await built("application/dist/research/sweep/sweep-space.js");
const { sampleCutOf } = await built("application/dist/research/sweep/measure-trial.js");
const { trialNumber } = await built("application/dist/research/sweep/trial-row.js");
const { runSweep } = await built("cli/dist/sweep/run-sweep.js");
const strategy = await built("domain/dist/strategy.js");

/**
 * A sweep of a world as the command line runs it, with all its statistics, on so many threads: on
 * one account or one for each symbol, bare or with limits, commissions and slippage.
 */
export async function sweepCase(world, { accounts, isRealistic, jobs, settings = [40, 25] }) {
  const grid = gridOf(...settings);
  const valuesOf = (name) => [...new Set(grid.map((each) => each[name]))];
  const base = (isRealistic ? realisticSettingsOf : settingsOf)(grid[0], strategy);
  const space = spaceOf(base, [
    { name: "buyDropPct", values: valuesOf("fall") },
    { name: "sellRisePct", values: valuesOf("rise") },
  ]);
  const prepared = prepareSweep(columnsOf(world), accounts);
  const because = engineReasonOf(prepared, base);
  if (because !== undefined) throw new Error(`The kernel leaves a sweep of the bench: ${because}.`);
  const started = performance.now();
  const rows = await runSweep({
    prepared,
    space,
    cut: sampleCutOf(prepared.days.length, 0.3),
    jobs,
    onProgress: () => {},
  });
  const milliseconds = performance.now() - started;
  const fills = Array.from({ length: space.trials }, (_, trial) =>
    trialNumber(rows, trial, "trades"),
  );
  return {
    trials: space.trials,
    milliseconds,
    fills: fills.reduce((sum, each) => sum + each, 0),
    barsPerSecond: (world.symbols * world.bars * space.trials) / (milliseconds / 1_000),
  };
}

/** Sweeps as the command line runs them, on two threads: whatever is asked, about as fast. */
export async function fourSweeps(days) {
  const cases = [
    ["an account for each, bare", "each", false],
    ["one account, bare", "shared", false],
    ["an account for each, limits and costs", "each", true],
    ["one account, limits and costs", "shared", true],
  ];
  console.log(
    "\nSweeps of 1,000 settings over 85 × 2,520 days with all statistics, on two threads",
  );
  const found = [];
  for (const [title, accounts, isRealistic] of cases) {
    // The first one warms up.
    const asked = { accounts, isRealistic, jobs: 2 };
    await sweepCase(days, { ...asked, settings: [10, 10] });
    found.push({ title, ...(await sweepCase(days, asked)) });
  }
  const fastest = Math.max(...found.map(({ barsPerSecond }) => barsPerSecond));
  for (const { title, milliseconds, fills, barsPerSecond } of found)
    console.log(
      `  ${title.padEnd(38)} ${milliseconds.toFixed(0).padStart(6)} ms  ` +
        `${(barsPerSecond / 1e6).toFixed(0).padStart(4)} M bars/s  ` +
        `${(fastest / barsPerSecond).toFixed(2)} × the fastest's time  ${fills.toLocaleString("en-US")} fills`,
    );
  const slowest = Math.min(...found.map(({ barsPerSecond }) => barsPerSecond));
  console.log(
    `  ${verdict(fastest <= 4 * slowest, "none over 4 × the fastest's time")}; with limits and costs on one account ${verdict(20e6 <= found.at(-1).barsPerSecond, "20 M bars/s")}`,
  );
}
