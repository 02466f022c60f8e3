import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";

/** What the scripts of the bench say of themselves: they are plain JavaScript. */
interface Scripts {
  readonly pythonsToAsk: (env: Record<string, string>) => string[];
  readonly findEngine: (
    name: string,
    pythons: readonly string[],
  ) => { engine?: { name: string }; missing?: string };
  readonly takeTurns: (
    work: object,
    ours: () => Float64Array,
  ) => Promise<{ turns: { theirs: number[] }[]; problems: string[] }>;
  readonly differenceInResults: (
    asked: object,
    ours: Float64Array,
    theirs: Float64Array,
  ) => string | undefined;
  readonly differenceInFills: (
    ours: readonly number[],
    theirs: readonly number[],
  ) => string | undefined;
}
const script = (name: string): Promise<Scripts> =>
  import(pathToFileURL(`scripts/bench-backtest/${name}.mjs`).href);
const { findEngine, pythonsToAsk } = await script("python-engines");
const { takeTurns } = await script("take-turns");
const { differenceInFills, differenceInResults } = await script("differences");

const folder = mkdtempSync(join(tmpdir(), "sevenfold-pythons-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
/** A program that answers as a Python would: to the question after a library, and to our runner. */
function pythonThat({ asked, runs = "" }: { asked: string; runs?: string }): string {
  const file = join(folder, `python-${made++}`);
  const program = `#!${process.execPath}
    const { writeFileSync } = require("node:fs");
    const [first, at] = process.argv.slice(2);
    if (first === "-c") { ${asked} } else { ${runs} }
  `;
  writeFileSync(file, program, { mode: 0o755 });
  return file;
}

const lacks = (library: string) =>
  `console.error("ModuleNotFoundError: No module named '${library}'"); process.exitCode = 1;`;
const HAS = `console.log("1.2.3");`;

/** A runner that finds the same in every turn. */
const finding = (results: readonly number[], fills: readonly number[]) => `
  console.log("ready");
  require("node:readline").createInterface({ input: process.stdin }).on("line", () => {
    writeFileSync(at + "/results.f64", new Uint8Array(Float64Array.from(${JSON.stringify(results)}).buffer));
    writeFileSync(at + "/fills.f64", new Uint8Array(Float64Array.from(${JSON.stringify(fills)}).buffer));
    console.log("2.5 3.5");
  });`;

describe("the Pythons asked for an engine", () => {
  it("are the one that is named, or the usual ones", () => {
    expect(pythonsToAsk({ SEVENFOLD_PYTHON: "/opt/py" })).toEqual(["/opt/py"]);
    expect(pythonsToAsk({})).toEqual(["python3", "/usr/bin/python3"]);
  });

  it("need not exist", () => {
    const { engine, missing } = findEngine("numba", [join(folder, "nowhere")]);

    expect(engine).toBeUndefined();
    expect(missing).toMatch(/^numba is left out: no Python was found .*nowhere/);
  });

  it("need not have it", () => {
    const pythons = [join(folder, "nowhere"), pythonThat({ asked: lacks("backtesting") })];

    expect(findEngine("backtesting.py", pythons)).toEqual({
      missing: "backtesting.py is not installed.",
    });
  });

  it("are asked until one has it", () => {
    const pythons = [pythonThat({ asked: lacks("backtrader") }), pythonThat({ asked: HAS })];

    expect(findEngine("backtrader", pythons).engine?.name).toBe("backtrader 1.2.3");
  });

  it("say what keeps an installed one from being used", () => {
    const python = pythonThat({ asked: lacks("pandas") });

    expect(findEngine("backtrader", [python]).missing).toBe(
      "backtrader is left out: ModuleNotFoundError: No module named 'pandas'",
    );
  });

  it("may be files that are no programs", () => {
    const file = join(folder, "no-program");
    writeFileSync(file, "", { mode: 0o644 });

    expect(findEngine("numba", [file]).missing).toMatch(/^numba is left out: .*EACCES/);
  });
});

describe("taking turns", () => {
  const world = {
    symbols: 1,
    bars: 4,
    barsPerDay: 2,
    closes: [Int32Array.of(10, 9, 8, 9)],
    opens: [Int32Array.of(10, 10, 9, 8)],
  };
  const grid = [{ fall: 100, rise: 200 }];
  const ours = Float64Array.of(1_000, 2, -0.5);
  const fills = [1, 10, 3, 8];
  const turnsWith = (runs: string) => {
    const { engine } = findEngine("numba", [pythonThat({ asked: HAS, runs })]);
    const work = { world, grid, engines: [engine], rounds: 3, fills };
    return takeTurns(work, () => ours);
  };

  it("has no problem where all is equal, and takes the times they say", async () => {
    const { turns, problems } = await turnsWith(finding([1_000, 2, -0.5], fills));

    expect(problems).toEqual([]);
    expect(turns.map(({ theirs }) => theirs)).toEqual([[2.5], [2.5], [2.5]]);
  });

  it("compares what an engine knows, be it without the drawdown", async () => {
    expect((await turnsWith(finding([1_000, 2], fills))).problems).toEqual([]);
  });

  it.each([
    [
      [999, 2, -0.5],
      fills,
      "1 of 3 results differ, first the final equity of symbol 0 with fall 100 and rise 200: 999, ours 1000",
    ],
    [[1_000], fills, "1 numbers came back for 1 runs"],
    [[], fills, "0 numbers came back for 1 runs"],
    [ours, [1, 10, 2, 8], "fill 2 differs: bar 2 at 8, ours bar 3 at 8"],
    [ours, [1, 10], "fill 2 differs: none, ours bar 3 at 8"],
  ])("tells that %j and fills %j are not ours", async (results, filled, problem) => {
    const { problems } = await turnsWith(finding([...results], filled));

    expect(problems).toEqual([`numba 1.2.3: ${problem}`]);
  });

  it.each([
    ["before it is ready", `console.error("Boom"); process.exitCode = 1;`],
    [
      "at its turn",
      `console.log("ready");
       process.stdin.once("data", () => { console.error("Boom"); process.exit(1); });`,
    ],
  ])("tells that a runner ended %s, and why", async (_, runs) => {
    const { problems } = await turnsWith(runs);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/numba_runner\.py gave no answer: Boom$/);
  });
});

describe("differences", () => {
  const grid = [
    { fall: 100, rise: 100 },
    { fall: 200, rise: 300 },
  ];
  const numbers = (count: number) =>
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: count, maxLength: count });

  it("are never found in equal results", () => {
    fc.assert(
      fc.property(numbers(2 * 2 * 3), (all) => {
        const results = Float64Array.from(all);
        expect(differenceInResults({ symbols: 2, grid }, results, results.slice())).toBeUndefined();
      }),
    );
  });

  it("are always found, in whichever number, however small", () => {
    fc.assert(
      fc.property(numbers(2 * 2 * 3), fc.nat({ max: 11 }), (all, place) => {
        const theirs = Float64Array.from(all);
        theirs[place] = (theirs[place] ?? 0) + 1e-9;
        const said = differenceInResults({ symbols: 2, grid }, Float64Array.from(all), theirs);
        expect(said).toMatch(
          `1 of 12 results differ, first the ${["final equity", "fills", "deepest drawdown"][place % 3]}`,
        );
        expect(said).toMatch(`symbol ${Math.floor(place / 6)} `);
      }),
    );
  });

  it("in a number that is none are found", () => {
    const results = Float64Array.of(1, 2, 3);
    expect(
      differenceInResults({ symbols: 1, grid: grid.slice(1) }, results, Float64Array.of(1, 2, NaN)),
    ).toMatch("NaN");
  });

  it("of fills are found if and only if there are some", () => {
    const fills = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 3 });
    fc.assert(
      fc.property(fills, fills, (ours, theirs) => {
        const isEqual = JSON.stringify(ours) === JSON.stringify(theirs);
        expect(differenceInFills(ours.flat(), theirs.flat()) === undefined).toBe(isEqual);
      }),
    );
  });
});
