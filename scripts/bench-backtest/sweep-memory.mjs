import { inRoot } from "../workspace.mjs";
import { columnsOf, gridOf, settingsOf, worldOf } from "./worlds.mjs";

// A sweep of days as the command line runs it, on two threads; answers the most memory it took.
const built = (path) => import(inRoot("packages", path));
const { prepareSweep } = await built("application/dist/sweep/open-sweep.js");
const { gridOf: spaceOf } = await built("application/dist/sweep/sweep-space.js");
const { sampleCutOf } = await built("application/dist/sweep/measure-trial.js");
const { runSweep } = await built("cli/dist/sweep/run-sweep.js");
const strategy = await built("domain/dist/strategy.js");

const world = worldOf({
  symbols: 85,
  days: 2_520,
  barsPerDay: 1,
  yearlyVolatility: (symbol) => 0.25 + (0.45 * symbol) / 84,
});
const grid = gridOf(40, 25);
const valuesOf = (name) => [...new Set(grid.map((each) => each[name]))];
const base = settingsOf(grid[0], strategy);
const space = spaceOf(base, [
  { name: "buyDropPct", values: valuesOf("fall") },
  { name: "sellRisePct", values: valuesOf("rise") },
]);
const prepared = prepareSweep(columnsOf(world), "each");
const started = performance.now();
await runSweep({
  prepared,
  space,
  cut: sampleCutOf(prepared.days.length, 0.3),
  jobs: 2,
  onProgress: () => {},
});
const seconds = (performance.now() - started) / 1_000;
console.log(
  JSON.stringify({ trials: space.trials, seconds, kilobytes: process.resourceUsage().maxRSS }),
);
