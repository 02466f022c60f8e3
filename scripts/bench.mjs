import "../packages/cli/bin/require-node.mjs";
import { pathToFileURL } from "node:url";
import { prepare } from "./build.mjs";
import { measure } from "./measure.mjs";
import { asksForHelp, tellUsage } from "./read-command.mjs";
import { filesUnder } from "./stamp.mjs";
import { fail, inRoot } from "./workspace.mjs";

// The built product is timed, as it runs for a user. `npm run bench -- step` runs those named so.
const filters = process.argv.slice(2);
if (asksForHelp(filters))
  tellUsage(
    "npm run bench -- [names]\nTimes the built product; with names, those benches whose path has one of them.",
  );

await prepare();

const benches = filesUnder(inRoot("packages"))
  .filter((path) => path.endsWith(".bench.ts"))
  .filter((path) => filters.length === 0 || filters.some((part) => path.includes(part)))
  .sort();
if (benches.length === 0) fail("No bench has such a name.");

for (const source of benches) {
  const built = source.replace(/([\\/])src([\\/])/, "$1dist$2").replace(/\.ts$/, ".js");
  const { benchmark, count, span } = await import(pathToFileURL(built).href);
  if (count) {
    await print(count);
    continue;
  }
  if (span) {
    await printSpan(span);
    continue;
  }
  const [ours, ...others] = await measure(benchmark);
  console.log(`\n${benchmark.title}`);
  console.log(line(ours, benchmark.unit, "1×"));
  for (const other of others) console.log(line(other, benchmark.unit, timesText(other.ratio)));
}

/** Counts are the same on every machine: each is taken once. */
async function print({ title, unit, counts }) {
  console.log(`\n${title}`);
  for (const [name, take] of Object.entries(counts))
    console.log(`  ${name.padEnd(40)} ${String(await take()).padStart(6)} ${unit}`);
}

/** What takes seconds is taken once: a start has no round to warm up in. */
async function printSpan({ title, take }) {
  console.log(`\n${title}`);
  for (const [name, milliseconds] of Object.entries(await take()))
    console.log(`  ${name.padEnd(50)} ${(milliseconds / 1_000).toFixed(1).padStart(6)} s`);
}

function line({ name, nanoseconds }, unit, times) {
  const figure = nanoseconds.toFixed(nanoseconds < 100 ? 1 : 0);
  const each = `${figure.padStart(8)} ns/${unit}`;
  return `  ${name.padEnd(34)} ${each.padEnd(24)} ${times}`;
}

/** The middle of the rounds, and between what half of them lie. */
function timesText({ median, low, high }) {
  return `${median.toFixed(1)}× (${low.toFixed(1)}–${high.toFixed(1)})`;
}
