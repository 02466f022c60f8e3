import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { compileReference } from "./bench-backtest/c-reference.mjs";
import { columnsOf, gridOf, settingsOf, worldOf } from "./bench-backtest/worlds.mjs";
import { prepare } from "./build.mjs";
import { inRoot, say } from "./workspace.mjs";

/*
 * Times backtests and sweeps beside a plain program in C, in one run, and compares their results to
 * the last bit. On one thread processor time is taken, so that what else runs on the machine does
 * not count; on two threads and for starting it is time on the wall. Ours and the other take turns;
 * printed is the middle of the ratios.
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
for (const name of ["numba", "backtesting", "backtrader"])
  if (spawnSync("python3", ["-c", `import ${name}`]).status !== 0) say(`${name} is not installed.`);

const MINUTES = { symbols: 1, days: 2_564, barsPerDay: 390, yearlyVolatility: () => 0.4 };
const DAYS = {
  symbols: 85,
  days: 2_520,
  barsPerDay: 1,
  yearlyVolatility: (symbol) => 0.25 + (0.45 * symbol) / 84,
};
let hasFailed = false;

if (reference !== undefined) {
  const minutes = worldOf(MINUTES);
  await againstC("One strategy, 1,000,000 minutes", minutes, [{ fall: 400, rise: 400 }], {
    goal: 0.9,
    rounds: 41,
    kernel: machineOf,
  });
  await againstC("Sweep of 1,000 settings over 1,000,000 minutes", minutes, gridOf(40, 25), {
    goal: 4,
    rounds: 5,
    kernel: scannerOf,
  });
  const days = worldOf(DAYS);
  await againstC("Sweep of 1,000 settings over 85 × 2,520 days", days, gridOf(40, 25), {
    goal: 1,
    rounds: 9,
    kernel: machineOf,
  });
  await onThreads("The same on two threads", days, gridOf(40, 25), { goal: 1.8, rounds: 9 });
}
fullEngine();
coldStart();
memory();
reference?.remove();
if (hasFailed) process.exitCode = 1;

async function againstC(title, world, grid, { goal, rounds, kernel }) {
  const loaded = reference.load(world, grid);
  const rules = grid.map((each) => kernelRuleOf(settingsOf(each, strategy)));
  const run = kernel(barsOf(columnsOf(world)));
  const results = new Float64Array(world.symbols * grid.length * 3);
  const turns = [];
  for (let round = 0; round < rounds; round++) {
    const started = process.cpuUsage();
    for (let symbol = 0; symbol < world.symbols; symbol++) run(symbol, rules, results);
    const { user, system } = process.cpuUsage(started);
    turns.push({ ours: (user + system) / 1_000, theirs: loaded.run(1).cpu });
  }
  compare(title, results, loaded.results());
  // The compiler is still at work in the first turns.
  print(title, turns.slice(Math.min(3, rounds - 2)), {
    goal,
    steps: world.symbols * world.bars * grid.length,
  });
}

async function onThreads(title, world, grid, { goal, rounds }) {
  const threads = 2;
  const loaded = reference.load(world, grid);
  const order = sharedColumns({
    bars: barsOf(columnsOf(world)),
    rules: grid.map((each) => kernelRuleOf(settingsOf(each, strategy))),
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
    turns.push({ ours: performance.now() - started, theirs: loaded.run(1).wall });
  }
  await Promise.all(workers.map((each) => each.terminate()));
  compare(title, order.results, loaded.results());
  if (availableParallelism() < threads) say("This machine has one processor only.");
  print(title, turns.slice(2), { goal, steps: world.symbols * world.bars * grid.length });
}

/** Limits and fees on, every trade kept. */
function fullEngine() {
  const world = worldOf({ ...DAYS, days: 252, barsPerDay: 390 });
  const columns = columnsOf(world);
  const settings = {
    ...settingsOf({ fall: 400, rise: 400 }, strategy),
    limits: { ...strategy.RISK_DEFAULTS },
    commission: { perOrder: 0, perShare: 5_000, rate: 0, minimum: 10_000 },
  };
  const bars = world.symbols * world.bars;
  const times = [];
  let trades = 0;
  // The compiler is still at work in the first of them.
  for (let round = 0; round < 12; round++) {
    const started = process.cpuUsage();
    trades = runBacktest(columns, settings).trades.length;
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1e6);
  }
  const perSecond = bars / Math.min(...times) / 1e6;
  console.log(
    `\nFull engine, 85 × 98,280 minutes, limits and fees on (${trades} trades kept)\n` +
      `  ${perSecond.toFixed(1)} M bars/s on one core            ${verdict(20 <= perSecond, "20 M bars/s")}`,
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

function compare(title, ours, theirs) {
  // A drawdown of none may be minus zero.
  const differing = ours.filter((value, place) => value !== theirs[place]).length;
  if (differing === 0) return;
  hasFailed = true;
  console.log(`\n${title}: ${differing} of ${ours.length} RESULTS DIFFER`);
}

function print(title, turns, { goal, steps }) {
  const ratio = middle(turns.map(({ ours, theirs }) => theirs / ours));
  const line = (name, milliseconds) =>
    `  ${name.padEnd(10)} ${milliseconds.toFixed(1).padStart(9)} ms  ${(steps / milliseconds / 1e6).toFixed(2).padStart(6)} G steps/s`;
  console.log(
    [
      `\n${title}: equal results`,
      line("C", middle(turns.map(({ theirs }) => theirs))),
      `${line("Sevenfold", middle(turns.map(({ ours }) => ours)))}  ${ratio.toFixed(2)} × C  ${verdict(goal <= ratio, `${goal} × C`)}`,
    ].join("\n"),
  );
}

function verdict(isMet, goal) {
  return isMet ? `goal ${goal}: met` : `goal ${goal}: NOT MET`;
}

function middle(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1];
}
