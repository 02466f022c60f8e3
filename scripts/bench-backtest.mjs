import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { compileReference } from "./bench-backtest/c-reference.mjs";
import { differenceInResults } from "./bench-backtest/differences.mjs";
import { findEngine, pythonsToAsk } from "./bench-backtest/python-engines.mjs";
import { middle, steadyTimeOf, takeTurns } from "./bench-backtest/take-turns.mjs";
import { columnsOf, gridOf, opensAtOf, settingsOf, worldOf } from "./bench-backtest/worlds.mjs";
import { prepare } from "./build.mjs";
import { inRoot, say } from "./workspace.mjs";

/*
 * Times backtests and sweeps beside a plain program in C and, where a Python has them, numba,
 * backtesting.py and backtrader, in one run, and compares their results: to the last bit, and for
 * one strategy fill by fill. On one thread processor time is taken, so that what else runs on the
 * machine does not count; on two threads and for starting it is time on the wall. Ours and the
 * others take turns; printed is the middle of the ratios.
 */
await prepare();
const { barsOf, machineOf, scannerOf } = await import("./bench-backtest/kernels.mjs");
const built = (path) => import(inRoot("packages", path));
const { kernelRuleOf } = await built("application/dist/sweep/kernel-rule.js");
const { runBacktest } = await built("application/dist/backtest/run-backtest.js");
const { sharedColumns } = await built("cli/dist/sweep/shared-columns.js");
const strategy = await built("domain/dist/strategy.js");

const reference = compileReference();
if (reference === undefined) say("No gcc: what is measured against C is left out.");
const [numba, backtestingPy, backtrader] = ["numba", "backtesting.py", "backtrader"].map((name) => {
  const { engine, missing } = findEngine(name, pythonsToAsk());
  if (missing !== undefined) say(missing);
  return engine;
});
console.log(
  "Times are of the work alone: without starting, importing, compiling and loading bars.",
);
if (backtestingPy !== undefined)
  console.log("backtesting.py's include the statistics that it takes of every run.");
const loops = [reference, numba].filter((each) => each !== undefined);

const MINUTES = { symbols: 1, days: 2_564, barsPerDay: 390, yearlyVolatility: () => 0.4 };
const DAYS = {
  symbols: 85,
  days: 2_520,
  barsPerDay: 1,
  yearlyVolatility: (symbol) => 0.25 + (0.45 * symbol) / 84,
};
const WARM_UP = 6;
const ROUNDS = 25;
const ONE = [{ fall: 400, rise: 400 }];
let hasFailed = false;

const minutes = worldOf(MINUTES);
const days = worldOf(DAYS);
await besideLoops("One strategy, 1,000,000 minutes", minutes, ONE, {
  goal: 0.9,
  rounds: 41,
  kernel: machineOf,
});
await besideLoops("Sweep of 1,000 settings over 1,000,000 minutes", minutes, gridOf(40, 25), {
  goal: 4,
  rounds: 5,
  kernel: scannerOf,
});
await besideLoops("Sweep of 1,000 settings over 85 × 2,520 days", days, gridOf(40, 25), {
  goal: 1,
  rounds: 9,
  kernel: machineOf,
});
if (reference !== undefined)
  await onThreads("The same on two threads", days, gridOf(40, 25), { goal: 1.8, rounds: 9 });
// The library that is slower is given a tenth of the bars.
await besideLibrary(backtestingPy, MINUTES.days);
await besideLibrary(backtrader, 256);
fullEngine();
coldStart();
memory();
reference?.remove();
if (hasFailed) process.exitCode = 1;

/** The kernel of sweeps beside plain loops, which keep no trades either. */
async function besideLoops(title, world, grid, { goal, rounds, kernel }) {
  if (loops.length === 0) return;
  const { turns, problems } = await takeTurns(
    { world, grid, engines: loops, rounds, fills: fillsOf(world, grid) },
    sweepOf(world, grid, kernel),
  );
  // The compiler is still at work in the first turns.
  const steady = turns.slice(Math.min(3, rounds - 2));
  report(title, loops, { turns: steady, problems }, { steps: stepsOf(world, grid), goal });
}

/** One strategy by the full engine, which keeps every trade as a library does, and small sweeps. */
async function besideLibrary(library, strategyDays) {
  if (library === undefined) return;
  const one = worldOf({ ...MINUTES, days: strategyDays });
  const columns = columnsOf(one);
  const settings = settingsOf(ONE[0], strategy);
  await oneTurn("One strategy by the full engine", library, one, ONE, () => {
    const { equityCurve, trades } = runBacktest(columns, settings);
    return [equityCurve.at(-1).equity, trades.length];
  });
  const grid = gridOf(3, 3);
  const minutes = worldOf({ ...MINUTES, days: 100 });
  await oneTurn("Sweep of 9 settings", library, minutes, grid, sweepOf(minutes, grid, scannerOf));
  const days = worldOf({ ...DAYS, symbols: 5 });
  await oneTurn("Sweep of 9 settings", library, days, grid, sweepOf(days, grid, machineOf));
}

/** A turn of a library takes seconds, of ours moments: there is no need for more than one. */
async function oneTurn(what, library, world, grid, ours) {
  const bars = world.bars.toLocaleString("en-US");
  const title = `${what}, ${world.symbols} × ${bars} ${world.barsPerDay === 1 ? "days" : "minutes"}`;
  const fills = fillsOf(world, grid);
  const outcome = await takeTurns(
    { world, grid, engines: [library], rounds: 1, fills, clock: steadyTimeOf },
    ours,
  );
  report(title, [library], outcome, { steps: stepsOf(world, grid) });
}

function stepsOf({ symbols, bars }, grid) {
  return symbols * bars * grid.length;
}

function rulesOf(grid) {
  return grid.map((each) => kernelRuleOf(settingsOf(each, strategy)));
}

/** Every setting on every symbol by a kernel: what came out of each. */
function sweepOf(world, grid, kernel) {
  const rules = rulesOf(grid);
  const run = kernel(barsOf(columnsOf(world)));
  const results = new Float64Array(world.symbols * grid.length * 3);
  return () => {
    for (let symbol = 0; symbol < world.symbols; symbol++) run(symbol, rules, results);
    return results;
  };
}

/** Bar and price of every fill of one strategy on one symbol, as the full engine finds them. */
function fillsOf(world, grid) {
  if (world.symbols * grid.length !== 1) return undefined;
  const barAt = new Map(Array.from(opensAtOf(world), (at, bar) => [at, bar]));
  const { trades } = runBacktest(columnsOf(world), settingsOf(grid[0], strategy));
  return trades.flatMap(({ at, price }) => [barAt.get(at), price]);
}

async function onThreads(title, world, grid, { goal, rounds }) {
  const threads = 2;
  const loaded = await reference.load(world, grid);
  const order = sharedColumns({
    bars: barsOf(columnsOf(world)),
    rules: rulesOf(grid),
    results: new Float64Array(world.symbols * grid.length * 3),
    next: new Int32Array(1),
  });
  const workers = Array.from(
    { length: threads },
    () =>
      new Worker(new URL("./bench-backtest/kernel-thread.mjs", import.meta.url), {
        workerData: order,
      }),
  );
  const answers = () =>
    Promise.all(workers.map((each) => new Promise((resolve) => each.once("message", resolve))));
  await answers();
  const turns = [];
  for (let round = 0; round < rounds; round++) {
    Atomics.store(order.next, 0, 0);
    const started = performance.now();
    const done = answers();
    for (const each of workers) each.postMessage("go");
    await done;
    turns.push({ ours: performance.now() - started, theirs: [(await loaded.turn()).wall] });
  }
  await Promise.all(workers.map((each) => each.terminate()));
  const difference = differenceInResults({ ...world, grid }, order.results, loaded.results());
  if (availableParallelism() < threads) say("This machine has one processor only.");
  report(
    title,
    [reference],
    { turns: turns.slice(2), problems: difference === undefined ? [] : [`C: ${difference}`] },
    { steps: stepsOf(world, grid), goal },
  );
}

/** Limits and fees on, every trade kept. The compiler is still at work in the first rounds. */
function fullEngine() {
  const world = worldOf({ ...DAYS, days: 252, barsPerDay: 390 });
  const columns = columnsOf(world);
  const settings = {
    ...settingsOf({ fall: 400, rise: 400 }, strategy),
    limits: { ...strategy.RISK_DEFAULTS },
    commission: { perOrder: 0, perShare: 5_000, rate: 0, minimum: 10_000 },
  };
  const bars = world.symbols * world.bars;
  const speeds = [];
  let trades = 0;
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const started = process.cpuUsage();
    trades = runBacktest(columns, settings).trades.length;
    const { user, system } = process.cpuUsage(started);
    if (WARM_UP <= round) speeds.push(bars / (user + system));
  }
  const usual = middle(speeds);
  console.log(
    `\nFull engine, 85 × 98,280 minutes, limits and fees on (${trades} trades kept)\n` +
      `  ${usual.toFixed(1)} M bars/s on one core in the middle of ${ROUNDS} rounds, ` +
      `${Math.max(...speeds).toFixed(1)} at best            ${verdict(20 <= usual, "20 M bars/s")}`,
  );
}

/** A backtest of 2,520 bars from the start of the process to its end, beside an empty program. */
function coldStart() {
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
}

function memory() {
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

/** A row for each engine, ours with how many times as fast it is; or what is wrong. */
function report(title, engines, { turns, problems }, { steps, goal }) {
  if (0 < problems.length) {
    hasFailed = true;
    console.log([`\n${title}: RESULTS DIFFER`, ...problems.map((each) => `  ${each}`)].join("\n"));
    return;
  }
  const row = (name, milliseconds) =>
    `  ${name.padEnd(22)} ${milliseconds.toFixed(1).padStart(9)} ms  ${speedOf(steps / milliseconds)}`;
  const ratios = engines.map((_, place) =>
    middle(turns.map(({ ours, theirs }) => theirs[place] / ours)),
  );
  const lines = [
    ...engines.map(({ name }, place) =>
      row(name, middle(turns.map(({ theirs }) => theirs[place]))),
    ),
    [
      row("Sevenfold", middle(turns.map(({ ours }) => ours))),
      ...engines.map(({ name }, place) => `${timesOf(ratios[place])} × ${name}`),
      // The goals are set against C.
      ...(goal && engines[0] === reference ? [verdict(goal <= ratios[0], `${goal} × C`)] : []),
    ].join("  "),
  ];
  console.log([`\n${title}: equal results`, ...lines].join("\n"));
}

/** A step is one setting on one bar. */
function speedOf(stepsPerMs) {
  return `${(stepsPerMs / 1_000).toFixed(stepsPerMs < 1e5 ? 3 : 0).padStart(9)} M steps/s`;
}

function timesOf(ratio) {
  return ratio < 100 ? ratio.toFixed(2) : Math.round(ratio).toLocaleString("en-US");
}

function verdict(isMet, goal) {
  return isMet ? `goal ${goal}: met` : `goal ${goal}: NOT MET`;
}
