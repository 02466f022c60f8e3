import { readFile } from "node:fs/promises";
import { inRoot } from "../workspace.mjs";
import { differenceInResults } from "./differences.mjs";
import { processorTimeOf } from "./take-turns.mjs";
import { verdict } from "./verdict.mjs";
import { columnsOf, MINUTES, settingsOf, worldOf } from "./worlds.mjs";

const built = (path) => import(inRoot("packages", path));
const GOAL = 0.5;

/**
 * A sweep of the cross-over that `strategy new --from crossing` writes, of 100 shares: 400 pairs of
 * averages over a million minutes, on one thread with all statistics of the trials, beside C that goes through the bars of each pair; and ours
 * once more on two threads. Answers whether the results were equal.
 */
export async function ownSweep(crossOver) {
  const { strategyCodeOf } = await built("cli/dist/strategy/strategy-code.js");
  const { tradeAgainAndAgain } = await built("cli/dist/strategy/own-trader.js");
  const { runSweep } = await built("cli/dist/sweep/run-sweep.js");
  const { openSweep, prepareSweep } = await built("application/dist/research/sweep/open-sweep.js");
  const { gridOf } = await built("application/dist/research/sweep/sweep-space.js");
  const trials = await built("application/dist/research/sweep/measure-trial.js");
  const { TRIAL_WIDTH, trialNumber } = await built("application/dist/research/sweep/trial-row.js");

  const world = worldOf(MINUTES);
  const rule = settingsOf({ fall: 400, rise: 400 }, await built("domain/dist/strategy.js"));
  const own = { name: "", sha256: "", parameters: { fast: FASTS[0], slow: SLOWS[0] } };
  const base = { ...rule, own, strategy: { ...rule.strategy, maxPositionSize: 1e9 } };
  const space = gridOf(base, [
    { name: "fast", values: FASTS },
    { name: "slow", values: SLOWS },
  ]);
  const prepared = prepareSweep(columnsOf(world), "shared", base);
  const example = await readFile(inRoot("packages", "cli/examples/crossing.ts"), "utf8");
  const inShares = example.replace(/share: slow.*/, "shares: slow.now < fast.now ? 100 : 0 };");
  const code = await strategyCodeOf("bench.ts", inShares);
  const trader = { kind: "strategy", code, limitMs: 60_000 };
  const cut = trials.sampleCutOf(prepared.days.length, 0.3);
  const rows = new Float64Array(space.trials * TRIAL_WIDTH);
  const take = (from, to) => {
    const run = openSweep(prepared, undefined, tradeAgainAndAgain(trader));
    trials.measureTrials(run, space, cut, { basis: prepared.basis, from, to, rows });
  };
  take(0, WARM_TRIALS);
  const ours = processorTimeOf(() => take(0, space.trials));
  const started = performance.now();
  const onTwo = await runSweep({
    prepared,
    space,
    cut,
    jobs: 2,
    own: { trader, trade: tradeAgainAndAgain(trader) },
    onProgress: () => {},
  });
  const wall = performance.now() - started;

  const steps = world.bars * space.trials;
  const row = (name, milliseconds, more = "") =>
    console.log(
      `  ${name.padEnd(28)} ${milliseconds.toFixed(0).padStart(7)} ms  ${(steps / milliseconds / 1_000).toFixed(0).padStart(5)} M steps/s  ${more}`,
    );
  console.log(
    `\nA sweep of a function per bar that waits for its averages to cross, ${space.trials} settings × 1,000,000 minutes`,
  );
  let isEqual = rows.every((each, at) => Object.is(each, onTwo[at]));
  if (!isEqual) console.log("  RESULTS DIFFER between one thread and two");
  let words = "";
  if (crossOver !== undefined) {
    const grid = FASTS.flatMap((fall) => SLOWS.map((rise) => ({ fall, rise })));
    const loaded = await crossOver.load(world, grid);
    const { cpu } = await loaded.turn();
    const found = grid.flatMap((_, trial) =>
      FIELDS.map((field) => trialNumber(rows, trial, field)),
    );
    const difference = differenceInResults({ symbols: 1, grid }, found, loaded.results());
    if (difference !== undefined) {
      console.log(`  RESULTS DIFFER: ${difference}`);
      isEqual = false;
    }
    row("C", cpu);
    words = `${(cpu / ours).toFixed(2)} × C  ${verdict(GOAL <= cpu / ours, `${GOAL} × C`)}`;
  }
  row("Sevenfold", ours, words);
  row("  on two threads, on the wall", wall);
  return isEqual;
}

const WARM_TRIALS = 12;
const FASTS = Array.from({ length: 20 }, (_, n) => 60 + 30 * n);
const SLOWS = Array.from({ length: 20 }, (_, n) => 780 + 90 * n);
const FIELDS = ["finalEquity", "trades", "maxDrawdown"];
