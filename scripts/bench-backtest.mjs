import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { compileProgram, findCompiler } from "./bench-backtest/c-programs.mjs";
import { differenceInResults } from "./bench-backtest/differences.mjs";
import { coldStart, memory } from "./bench-backtest/process-rows.mjs";
import { findEngine, pythonsToAsk } from "./bench-backtest/python-engines.mjs";
import { middle, steadyTimeOf, takeTurns } from "./bench-backtest/take-turns.mjs";
import { verdict } from "./bench-backtest/verdict.mjs";
import {
  accountNumbersOf,
  columnsOf,
  DAYS,
  gridOf,
  MINUTES,
  opensAtOf,
  realisticSettingsOf,
  settingsOf,
  worldOf,
} from "./bench-backtest/worlds.mjs";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { inRoot, say } from "./workspace.mjs";

/*
 * Times backtests and sweeps beside the best plain programs in C and, where a Python has them, numba,
 * backtesting.py and backtrader, in one run, and compares their results: to the last bit, and for
 * one strategy fill by fill. On one thread processor time is taken, so that what else runs on the
 * machine does not count; on two threads and for starting it is time on the wall. Ours and the
 * others take turns; printed is the middle of the ratios.
 */
readCommand({
  name: "bench:backtest",
  says: "Times backtests and sweeps beside C and, where a Python has them, numba, backtesting.py and backtrader.",
});
await prepare();
const { accountsOf, kernelOf, sharedAccountOf } = await import("./bench-backtest/kernels.mjs");
const { fourSweeps } = await import("./bench-backtest/sweep-cases.mjs");
const built = (path) => import(inRoot("packages", path));
const { runBacktest } = await built("application/dist/research/backtest/run-backtest.js");
const { sharedColumns } = await built("cli/dist/sweep/shared-columns.js");
const strategy = await built("domain/dist/strategy.js");

const compiler = findCompiler();
if (compiler === undefined)
  say("No C compiler (cc, gcc or clang): what is measured against C is left out.");
const inC = (file, name) =>
  compiler === undefined ? undefined : compileProgram(compiler, file, name);
const twoLoops = inC("two-loops.c", "C");
const passingBlocks = inC("passing-blocks.c", "C by blocks");
const sharedAccount = inC("shared-account.c", "C");
const [numba, backtestingPy, backtrader] = ["numba", "backtesting.py", "backtrader"].map((name) => {
  const { engine, missing } = findEngine(name, pythonsToAsk());
  if (missing !== undefined) say(missing);
  return engine;
});
console.log(
  "Times are of the work alone, warm: without starting, importing, compiling and loading bars.",
);
if (backtestingPy !== undefined)
  console.log("backtesting.py's include the statistics that it takes of every run.");

const WARM_UP = 6;
const ROUNDS = 25;
const ONE = [{ fall: 400, rise: 400 }];
const GRID = gridOf(40, 25);
let hasFailed = false;

const minutes = worldOf(MINUTES);
const days = worldOf(DAYS);
// To make the blocks of prices takes longer than one strategy: it does without them.
await besideLoops("One strategy, 1,000,000 minutes", minutes, ONE, {
  engines: [twoLoops, numba],
  goal: 1.5,
  rounds: 41,
  passesBlocks: false,
});
await besideLoops("Sweep of 1,000 settings over 1,000,000 minutes", minutes, GRID, {
  engines: [twoLoops, passingBlocks, numba],
  goal: 5,
  rounds: 5,
  passesBlocks: true,
});
await besideLoops("Sweep of 1,000 settings over 85 × 2,520 days", days, GRID, {
  engines: [twoLoops, numba],
  goal: 1,
  rounds: 9,
  passesBlocks: true,
});
if (twoLoops !== undefined)
  await onThreads("The same on two threads, beside C on one", days, GRID, { goal: 1.8, rounds: 9 });
await besideAccount();
await fourSweeps(days);
// The library that is slower is given a tenth of the bars.
await besideLibrary(backtestingPy, MINUTES.days);
await besideLibrary(backtrader, 256);
fullEngine();
const { ownStrategies } = await import("./bench-backtest/own-strategies.mjs");
if (!(await ownStrategies())) hasFailed = true;
const { ownSweep } = await import("./bench-backtest/own-sweep.mjs");
if (!(await ownSweep(inC("cross-over.c", "C")))) hasFailed = true;
if (!coldStart()) hasFailed = true;
memory();
for (const program of [twoLoops, passingBlocks, sharedAccount]) program?.remove();
if (hasFailed) process.exitCode = 1;

/** The kernel of sweeps beside plain loops, which keep no trades either. */
async function besideLoops(title, world, grid, { engines, goal, rounds, passesBlocks }) {
  const found = engines.filter((each) => each !== undefined);
  if (found.length === 0) return;
  const { sweep, before } = sweepOf(world, grid, passesBlocks);
  const { turns, problems } = await takeTurns(
    { world, grid, engines: found, rounds, fills: fillsOf(world, grid), runs: 3, before },
    sweep,
  );
  // The compiler is still at work in the first turns.
  const steady = turns.slice(Math.min(3, rounds - 2));
  report(title, found, { turns: steady, problems }, { steps: stepsOf(world, grid), goal });
}

/** One account of all symbols with limits, commissions and slippage, beside C of the same rules. */
async function besideAccount() {
  if (sharedAccount === undefined) return;
  const settings = GRID.map((each) => realisticSettingsOf(each, strategy));
  const world = { ...days, account: accountNumbersOf(settings[0]) };
  const { run, forget } = kernelOf(sharedAccountOf(columnsOf(world)), { passesBlocks: true });
  const results = new Float64Array(GRID.length * 3);
  const asked = {
    world,
    grid: GRID,
    engines: [sharedAccount],
    rounds: 7,
    accounts: 1,
    runs: 3,
    before: forget,
  };
  const { turns, problems } = await takeTurns(asked, () => {
    run(0, settings, results);
    return results;
  });
  const title = "The same on one account, with limits, commissions and slippage";
  const outcome = { turns: turns.slice(2), problems };
  report(title, [sharedAccount], outcome, { steps: stepsOf(world, GRID) });
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
  await oneTurn("Sweep of 9 settings", library, minutes, grid, sweepOf(minutes, grid, true).sweep);
  const days = worldOf({ ...DAYS, symbols: 5 });
  await oneTurn("Sweep of 9 settings", library, days, grid, sweepOf(days, grid, true).sweep);
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

function bareSettingsOf(grid) {
  return grid.map((each) => settingsOf(each, strategy));
}

/** Every setting on every symbol by the kernel: what came out of each. `before` it, all is forgotten. */
function sweepOf(world, grid, passesBlocks) {
  const settings = bareSettingsOf(grid);
  const { run, forget } = kernelOf(accountsOf(columnsOf(world)), { passesBlocks });
  const results = new Float64Array(world.symbols * grid.length * 3);
  const sweep = () => {
    for (let symbol = 0; symbol < world.symbols; symbol++) run(symbol, settings, results);
    return results;
  };
  return { sweep, before: forget };
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
  const loaded = await twoLoops.load(world, grid);
  const order = sharedColumns({
    markets: accountsOf(columnsOf(world)),
    settings: bareSettingsOf(grid),
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
    [twoLoops],
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
      `${Math.max(...speeds).toFixed(1)} at best            ${verdict(50 <= usual, "50 M bars/s")}`,
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
      ...(goal && engines[0] === twoLoops ? [verdict(goal <= ratios[0], `${goal} × C`)] : []),
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
