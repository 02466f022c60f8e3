import "../packages/cli/bin/require-node.mjs";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { propertyCases } from "../tools/property-cases.mjs";
import { prepare } from "./build.mjs";
import { asksForHelp, tellUsage } from "./read-command.mjs";
import { batchTable } from "./simulate/batch-table.mjs";
import { oneOfEachClass } from "./simulate/failure-classes.mjs";
import { openThreads } from "./simulate/open-threads.mjs";
import { readArguments, USAGE } from "./simulate/read-arguments.mjs";
import { runBatch } from "./simulate/run-batch.mjs";
import { tellFailure } from "./simulate/tell-failure.mjs";
import { fail, inRoot, say } from "./workspace.mjs";

/*
 * Plays simulated worlds: a batch of seeds, one seed, or one kept plan. docs/testing.md
 */
/** From so many seeds on a state that was never reached fails the batch. */
const SEEDS_FOR_ALL_STATES = 500;
/** Failures that are made small and told. */
const TOLD_MAX = 3;
const PROGRESS_MS = 5_000;
/**
 * A world is over within a second, and the objects of the next one have other shapes: a third of all
 * time went into optimizing functions that were soon optimized anew. So it is begun later, and each takes in
 * less of what it calls. What runs is the same.
 */
const COMPILING = [
  // A later V8 does not know it, and complains.
  ...(process.version.startsWith("v20.") ? ["--interrupt-budget=270336"] : []),
  "--max-inlined-bytecode-size-cumulative=230",
];
/**
 * Most of a world is garbage within seconds: where it has more room while it is young, less of it is
 * copied. Every processor plays worlds of its own: to collect on several at once only costs more.
 */
const COLLECTING = [
  "--min-semi-space-size=32",
  "--max-semi-space-size=32",
  "--no-parallel-scavenge",
];

for (const flag of [...COMPILING, ...COLLECTING]) setFlagsFromString(flag);
const asked = readAsked();
await prepare(["the programs"]);
const built = (name) =>
  pathToFileURL(inRoot(`packages/application/dist/testing/simulate/${name}.js`)).href;
const { drawPlan } = await import(built("draw-plan"));
const { PLAN_KINDS } = await import(built("plan-kinds"));
const { batchSeeds } = await import(built("plan-seeds"));
const { planProblemsOf } = await import(built("plan-problems"));
const { addReport, emptyTally, missingIn } = await import(built("batch-tally"));
const { REQUIRED_STATES } = await import(built("required-states"));
const shrinking = {
  ...(await import(built("shrink-plan"))),
  ...(await import(built("claim-class"))),
};

const isAlone = asked.plan !== undefined || asked.seed !== undefined;
const jobs = isAlone ? Math.min(2, asked.jobs) : asked.jobs;
const threads = openThreads({ world: built("simulate"), jobs });
try {
  process.exitCode = isAlone ? await playOne() : await playBatch();
} finally {
  await threads.close();
}

function readAsked() {
  const words = process.argv.slice(2);
  if (asksForHelp(words))
    tellUsage(`Plays simulated days of trading, with everything going wrong that can.${USAGE}`);
  try {
    return readArguments(words, { processors: availableParallelism() });
  } catch (error) {
    if (error.isMistake) fail(error.message, 2);
    throw error;
  }
}

async function playOne() {
  const plan = asked.plan === undefined ? drawn(asked.seed) : keptPlan(asked.plan);
  const [report, again] = await Promise.all([
    threads.run(plan, { trace: asked.trace }),
    threads.run(plan),
  ]);
  if (asked.trace) for (const line of report.trace) console.log(line);
  console.log(`${report.events.toLocaleString("en-US")} events, hash ${report.hash}`);
  const isSame = again.hash === report.hash;
  if (!isSame) console.log(`A second run was another: its hash is ${again.hash}.`);
  for (const claim of report.broken) console.log(`Broken: ${claim}`);
  if (report.broken.length === 0) console.log("Every claim held.");
  else if (asked.plan === undefined) await tell({ plan, report });
  return report.broken.length === 0 && isSame ? 0 : 1;
}

async function playBatch() {
  const plans = seedsAsked().map(drawn);
  const tally = emptyTally();
  const before = process.cpuUsage();
  const runs = await runBatch({
    plans,
    threads,
    tally,
    addReport,
    onFailure: ({ plan, report }) => say(`Seed ${plan.seed} failed: ${report.broken[0]}`),
    onProgress: progressLine(plans.length),
  });
  const { user, system } = process.cpuUsage(before);
  const { failures, differing } = runs;
  const missing = missingIn(tally.reached, REQUIRED_STATES);
  const figures = { ...runs, tally, missing, faultKinds: PLAN_KINDS.faults };
  console.log(batchTable({ ...figures, seconds: (user + system) / 1e6 }).join("\n"));
  if (0 < differing.length) console.log(`\nNot the same when run again: ${differing.join(", ")}`);
  const classes = oneOfEachClass(failures, shrinking.claimClassOf);
  for (const failure of classes.slice(0, TOLD_MAX)) await tell(failure);
  for (const { plan, report, others } of classes.slice(TOLD_MAX))
    console.log(`\nSeed ${plan.seed} and ${others.length} others: ${report.broken[0]}`);
  const isIncomplete = SEEDS_FOR_ALL_STATES <= plans.length && 0 < missing.length;
  return failures.length === 0 && differing.length === 0 && !isIncomplete ? 0 : 1;
}

function tell(failure) {
  return tellFailure(failure, { threads, shrinking, keep: asked.keep });
}

function seedsAsked() {
  const { from, seeds } = asked;
  if (from !== undefined) return Array.from({ length: seeds }, (_, index) => from + index);
  const { seed, origin } = propertyCases();
  say(
    `Half of the seeds are fixed, half drawn by ${seed} (${origin}): FC_SEED=${seed} draws them again.`,
  );
  return batchSeeds(seeds, seed);
}

function drawn(seed) {
  return drawPlan(seed, { days: asked.days, kinds: PLAN_KINDS });
}

function keptPlan(file) {
  const plan = parsedPlan(file);
  const problems = planProblemsOf(plan);
  if (0 < problems.length) fail(`${file} is no plan:\n  ${problems.join("\n  ")}`, 2);
  return plan;
}

function parsedPlan(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return fail(`${file} cannot be read as a plan: ${error.message}. Name a plan's file.`, 2);
  }
}

function progressLine(all) {
  let said = performance.now();
  return ({ done, failed, events }) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    say(`${done} of ${all} seeds, ${failed} failed, ${events.toLocaleString("en-US")} events`);
  };
}
