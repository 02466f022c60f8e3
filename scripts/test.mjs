import "../packages/cli/bin/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "./build.mjs";
import { downloadChromium, findChromium } from "./find-chromium.mjs";
import { readTally } from "./tally.mjs";
import { fail, runNode, say, tools } from "./workspace.mjs";

const wanted = process.argv.slice(2);
const everything = wanted.length === 0;
const inCi = ["true", "1"].includes(process.env.CI ?? "");

// The journeys and the tests of the command line run the built product.
await prepare();

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

const scratch = mkdtempSync(join(tmpdir(), "sevenfold-test-"));
const report = join(scratch, "report.json");
const status = await runNode(
  [
    tools.vitest,
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...wanted,
  ],
  { env: { ...process.env, CHROMIUM_PATH: chromium ?? "" } },
);
const tally = readTally(report);
rmSync(scratch, { recursive: true, force: true });

// A filter of one's own (npm test -- -t …) skips by intention.
const skippedInCi = inCi && everything && 0 < tally.skipped;
if (skippedInCi) say("With CI=true no test may be skipped.");
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
const nothingRan = everything && tally.passed === 0;
process.exitCode = status !== 0 ? status : skippedInCi || nothingRan ? 1 : 0;

function isJourney(filter) {
  return filter.includes("e2e");
}
