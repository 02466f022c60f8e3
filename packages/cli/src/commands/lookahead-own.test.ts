import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { CROSS_OVER, ODD_DAYS, REMEMBERING } from "../testing/own-strategies.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-own-lookahead-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const searched = (path: string, ...flags: readonly string[]) =>
  sevenfold("lookahead", EXAMPLE, "--strategy", path, "--cuts", "12", ...flags);

/** Roads from what a strategy is handed, and from what is thrown at it, to the machine's files. */
const ROADS: readonly (readonly [string, string])[] = [
  ["a bar", "bar.constructor.constructor"],
  ["a list of bars", "bars.constructor.constructor"],
  ["the indicators", "setup.indicators.constructor.constructor"],
  ["an indicator", "setup.indicators.sma.constructor"],
  ["what an indicator answers", "setup.indicators.sma(2).next.constructor"],
  ["a list it answers", "setup.indicators.ranksOf([1, 2]).constructor.constructor"],
  ["the parameters", "setup.parameters.constructor.constructor"],
  [
    "a bar's getter",
    'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(bar), "close").get.constructor',
  ],
  [
    "an error of ours",
    "(() => { try { setup.indicators.sma(0); } catch (error) { return error; } })().constructor.constructor",
  ],
  [
    "an error of ours from the depth",
    "(() => { let found; const dig = () => { try { bar.close; dig(); } catch (error) { found ??= error; } }; dig(); return found; })().constructor.constructor",
  ],
];

const cheat = (road: string): string => `
export const strategy = {
  forAllSymbols(setup) {
    return (bars) => {
      const bar = bars[0];
      const machine = (${road})("return process")();
      const rows = machine.getBuiltinModule("fs").readFileSync(${JSON.stringify(EXAMPLE)}, "utf8");
      return { AAA: { share: rows.length % 2 === 0 ? 0.1 : 0 } };
    };
  },
};
`;

describe("sevenfold lookahead --strategy", () => {
  it("proves a strategy of one's own, and signals, by the bars without their future", async () => {
    const cross = await searched(write("cross.ts", CROSS_OVER), "--set", "fast=2");
    const signals = write("weights.csv", "date,symbol,weight\n2024-02-01,AAA,0.1\n");
    const odd = await searched(write("odd.js", ODD_DAYS), "--json");
    const weights = await sevenfold("lookahead", EXAMPLE, "--signals", signals, "--cuts", "12");

    expect(cross).toMatchObject({ exitCode: 0, stderr: "" });
    expect(cross.stdout).toMatch(/^No look-ahead: \d\d+ decisions, the same at each of 12 cuts/);
    expect(JSON.parse(odd.stdout)).toMatchObject({ strategy: "odd.js", leak: null, memory: null });
    expect(weights.stdout).toMatch(/^No look-ahead: 1 decision, the same at each of 12 cuts/);
  });

  it("finds one that remembers later bars beside itself, and says where that belongs", async () => {
    const path = write("remembering.js", REMEMBERING);

    const { exitCode, stdout, stderr } = await searched(path);
    const told = JSON.parse((await searched(path, "--json")).stdout);

    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: "" });
    expect(stderr).toMatch(
      /remembering\.js keeps beside itself what it has seen: run again it decides .*, before .*; what it remembers belongs inside forEachSymbol, forAllSymbols or forEvents\n$/,
    );
    expect(told.memory.again).not.toEqual(told.memory.first);
  });

  it.each(ROADS)("finds one that would read the bars' file by way of %s", async (_, road) => {
    const { exitCode, stderr } = await searched(write("cheat.js", cheat(road)));

    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/cheat\.js:\d+: at the close of AAA, BBB of 2024-\S+ it throws: /);
    expect(stderr).toContain("Code generation from strings disallowed for this context");
  });

  it.each(["import(name)", "import /* late */ (name)", "import.meta.url"])(
    "finds one that loads a module: %s",
    async (code) => {
      const path = write("loads.js", `${ODD_DAYS}\nconst late = () => ${code};`);

      const { exitCode, stderr } = await searched(path);

      expect(exitCode).toBe(3);
      expect(stderr).toMatch(/loads\.js:6: a strategy is one file: it imports types only/);
    },
  );
});
