import "../packages/cli/bin/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { prepare } from "./build.mjs";
import { downloadChromium, findChromium } from "./find-chromium.mjs";
import { asksForHelp, tellUsage } from "./read-command.mjs";
import { checkSources } from "./static-checks.mjs";
import { readTally, withSecondRun } from "./tally.mjs";
import { fail, inRoot, runNode, say, tools } from "./workspace.mjs";

/** More failed files than this are no matter of a busy machine. */
const RUN_ALONE_MAX = 6;
/** Tests of what has no clock, process or socket do not fail because a machine is busy. */
const TIMELESS = ["domain", "contract", "application"].map(
  (name) => inRoot("packages", name) + sep,
);

const wanted = process.argv.slice(2);
if (asksForHelp(wanted))
  tellUsage(
    "npm test -- [paths] [flags]\nRuns every test, or those whose path contains one of the words; flags are vitest's.",
  );
const everything = wanted.length === 0;
const inCi = ["true", "1"].includes(process.env.CI ?? "");

// The journeys and the tests of the command line run the built product.
await prepare();
if (everything) await checkSources();

let chromium = await findChromium();
if (
  chromium === undefined &&
  !process.env.CHROMIUM_PATH &&
  (everything || wanted.some(isJourney))
) {
  await downloadChromium();
  chromium = await findChromium();
}
if (chromium === undefined) {
  if (inCi) fail("No Chromium or Chrome was found, and with CI=true no test may be skipped.");
  say("No Chromium or Chrome (CHROMIUM_PATH names one): the browser journeys count as skipped.");
}

const first = await runTests(wanted);
const wasBusy = everything && 0 < first.tally.failedFiles.length;
const { status, tally } = wasBusy ? await runAlone(first) : first;

// A filter of one's own (npm test -- -t …) skips by intention.
const skippedInCi = inCi && everything && 0 < tally.skipped;
if (skippedInCi) say("With CI=true no test may be skipped.");
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
const nothingRan = everything && tally.passed === 0;
process.exitCode = status !== 0 ? status : skippedInCi || nothingRan ? 1 : 0;

async function runTests(filters) {
  const scratch = mkdtempSync(join(tmpdir(), "sevenfold-test-"));
  const report = join(scratch, "report.json");
  const status = await runNode(
    [
      tools.vitest,
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...filters,
    ],
    { env: { ...process.env, CHROMIUM_PATH: chromium ?? "" } },
  );
  const tally = readTally(report);
  rmSync(scratch, { recursive: true, force: true });
  return { status, tally };
}

/**
 * Runs a few failed files once more, one after the other and with nothing beside them: what fails
 * by its code fails again, and what failed on a busy machine is named. docs/testing.md
 */
async function runAlone(first) {
  const files = first.tally.failedFiles.map(({ name }) => name);
  if (RUN_ALONE_MAX < files.length || files.some(isTimeless)) return first;
  say(`Failed, and run once more with nothing beside it: ${files.join(", ")}`);
  const again = await runTests(["--maxWorkers=1", ...files]);
  const tally = withSecondRun(first.tally, again.tally);
  const stillFails = new Set(tally.failedFiles.map(({ name }) => name));
  for (const file of files)
    if (!stillFails.has(file)) say(`Passed alone, look for what it did not wait for: ${file}`);
  return { status: tally.failed === 0 ? again.status : 1, tally };
}

function isTimeless(file) {
  return TIMELESS.some((folder) => file.startsWith(folder));
}

function isJourney(filter) {
  return filter.includes("e2e");
}
