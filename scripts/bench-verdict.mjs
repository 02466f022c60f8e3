import { readFileSync } from "node:fs";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { inRoot } from "./workspace.mjs";

/*
 * How far the verdict of a sweep can be trusted: worlds without an edge, in which nothing may hold
 * up more often than once in twenty, and worlds with a planted one of a known size, in which most
 * should. Then the bands of Monte Carlo on processes whose growth is known. Everything is seeded:
 * two runs print the same. docs/backtesting.md shows what it printed.
 */
const { worlds: EACH } = readCommand({
  name: "bench:verdict",
  says: "How far the verdict of a sweep, and the bands of Monte Carlo, can be trusted.",
  words: [{ name: "worlds", most: 1_000, preset: 50, says: "worlds of each kind" }],
});
const HELD_UP_MOST = 0.05;
const FOUND_LEAST = 0.6;
const COVERAGE = [0.85, 0.95];
const RATIO_WORLDS = 40;
const BAND_WORLDS = 800;

await prepare();
const built = (path) => import(inRoot("packages", path));
const calibration = await built("application/dist/testing/verdict/calibration.js");
const { jstatNormal } = await built("cli/dist/system/jstat-normal.js");
const code = readFileSync(inRoot("packages/application/dist/research/sweep/kernel.wasm"));
const machine = new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
const asked = { machine, normal: jstatNormal };

const share = (part, all) => `${((100 * part) / all).toFixed(0)}%`;
const TESTS = [
  "deflated-sharpe",
  "reality-check",
  "no-skill-outside",
  "overfitted",
  "loses-in-halves",
];
const COLUMNS = ["deflated", "reality", "outside", "PBO", "halves"];
const row = (name, cells) =>
  console.log(`${name.padEnd(46)}${cells.map((each) => each.padStart(10)).join("")}`);
let isMet = true;

function table(title, kinds, more = () => "") {
  row(title, ["worlds", "HOLDS UP", ...COLUMNS]);
  let [worlds, heldUp] = [0, 0];
  for (const kind of kinds) {
    const found = calibration.calibrated(kind, EACH, asked);
    worlds += found.worlds;
    heldUp += found.heldUp;
    row(`  ${kind.name}${more(kind)}`, [
      String(found.worlds),
      share(found.heldUp, found.worlds),
      ...TESTS.map((test) => share(found.passed[test] ?? 0, found.worlds)),
    ]);
  }
  row("  all of them", [String(worlds), share(heldUp, worlds)]);
  console.log("");
  return heldUp / worlds;
}

function goal(words, holds) {
  console.log(`goal ${words}: ${holds ? "met" : "NOT MET"}\n`);
  isMet &&= holds;
}

console.log("Worlds whose verdict is HOLDS UP, and that each test by itself lets pass\n");
const fooled = table("Without an edge", calibration.WORLDS_WITHOUT_EDGE);
goal(`at most ${share(HELD_UP_MOST, 1)} of the worlds without an edge`, fooled <= HELD_UP_MOST);

const ratio = (kind) => `, ratio ${calibration.ratioOf(kind, RATIO_WORLDS, asked).toFixed(2)}`;
const found = table("With a planted edge", calibration.WORLDS_WITH_EDGE, ratio);
goal(`at least ${share(FOUND_LEAST, 1)} of the worlds with an edge`, FOUND_LEAST <= found);
table("The same edge, seen for half as long", calibration.SHORT_WORLDS_WITH_EDGE);

console.log(`Bands of nine in ten paths that hold the known growth, ${BAND_WORLDS} worlds each\n`);
for (const process of calibration.KNOWN_PROCESSES) {
  const coverage = calibration.coverageOf(process, BAND_WORLDS);
  row(`  ${process.name}`, [share(coverage, 1)]);
  isMet &&= COVERAGE[0] <= coverage && coverage <= COVERAGE[1];
}
console.log("");
goal(
  `between ${COVERAGE.map((each) => share(each, 1)).join(" and ")}, and all of the above`,
  isMet,
);
process.exitCode = isMet ? 0 : 1;
