import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { openRunners } from "./mutants/runners.mjs";
import { verdictOf } from "./mutants/verdict.mjs";
import { readCommand } from "./read-command.mjs";
import { fail, inRoot, root, say } from "./workspace.mjs";

// Plants each fault of tools/mutants in turn and runs the cases that must find it. docs/testing.md
process.chdir(root);
const { jobs, list, only } = readFlags();
await ensureInstalled();
const { runnerImport } = await import("vite");
const { MUTANT_GROUPS } = (await runnerImport(inRoot("tools/mutants/mutant-list.ts"))).module;
const groups = MUTANT_GROUPS.map(({ breaks, mutants }) => ({
  breaks,
  mutants: mutants.filter(({ name }) => only === undefined || only.test(name)),
})).filter(({ mutants }) => 0 < mutants.length);
const wanted = groups.flatMap(({ mutants }) => mutants);
if (wanted.length === 0) fail("No mutant has such a name; --list shows them.");

if (list) printList();
else process.exitCode = (await hunt()) ? 0 : 1;

function readFlags() {
  const values = readCommand({
    name: "mutants",
    says: "Plants each fault of tools/mutants in turn and runs the cases that must find it.",
    flags: {
      jobs: { takes: "N", most: 64, preset: 2, says: "how many at once" },
      list: { says: "names them, and plants none" },
      only: { takes: "PATTERN", says: "those whose name it is part of, or fits" },
    },
  });
  return { ...values, only: values.only && patternOf(values.only) };
}

/** A name as it is written, or a pattern of names. */
function patternOf(text) {
  try {
    return new RegExp(text, "i");
  } catch {
    return fail(`--only takes a name or a pattern, not ${text}.`, 2);
  }
}

function printList() {
  for (const { breaks, mutants } of groups) {
    console.log(breaks);
    for (const { file, name } of mutants) console.log(`  ${name} (${file})`);
  }
  console.log(`${wanted.length} mutants`);
}

/** True when every one of them was found. */
async function hunt() {
  const startedMs = performance.now();
  const runners = await openRunners(Math.min(jobs, wanted.length));
  try {
    if (!(await areWellWithout(runners))) return false;
    const verdicts = await runners.each(wanted, async (run, mutant) => {
      const { outcomes, tookMs } = await run(mutant);
      const verdict = outcomes.failure
        ? { kind: "error", why: outcomes.failure }
        : verdictOf(mutant, outcomes);
      const words = verdict.kind === "killed" ? mutant.name : `${mutant.name}: ${verdict.why}`;
      console.log(`${verdict.kind.padEnd(8)} ${seconds(tookMs).padStart(7)}  ${words}`);
      return verdict.kind;
    });
    return printTotal(verdicts, performance.now() - startedMs);
  } finally {
    runners.close();
  }
}

/** The named cases must pass where nothing is planted, or their failing would say nothing. */
async function areWellWithout(runners) {
  const cases = new Map();
  for (const { foundBy } of wanted)
    for (const [test, titles] of Object.entries(foundBy))
      cases.set(test, new Set([...(cases.get(test) ?? []), ...titles]));
  say(`First the ${sizeOf(cases)} cases of ${cases.size} files without any mutant.`);
  const failures = await runners.each([...cases], async (run, [test, titles]) => {
    const { outcomes } = await run({ foundBy: { [test]: [...titles] } });
    if (outcomes.failure) return [`${test}: ${outcomes.failure}`];
    return [...titles].flatMap((title) => {
      const { kind, why } = verdictOf({ foundBy: { [test]: [title] } }, outcomes);
      return kind === "survived" ? [] : [`${test}: ${why}`];
    });
  });
  for (const failure of failures.flat()) say(`Without any mutant: ${failure}`);
  return failures.flat().length === 0;
}

function sizeOf(cases) {
  return [...cases.values()].reduce((sum, { size }) => sum + size, 0);
}

function printTotal(verdicts, tookMs) {
  const count = (kind) => verdicts.filter((verdict) => verdict === kind).length;
  const total = `${count("killed")} killed, ${count("survived")} survived, ${count("error")} errors`;
  console.log(`${total} of ${verdicts.length} mutants in ${seconds(tookMs)}`);
  return count("killed") === verdicts.length;
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}
