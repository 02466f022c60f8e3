import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MUTANTS } from "./mutants/mutant-list.ts";

/** The rows of the table in docs/testing.md: number, guards' files, names of planted faults. */
const ROWS = readFileSync("docs/testing.md", "utf8")
  .split("\n")
  .filter((line) => /^\| B\d+ \|/.test(line))
  .map((line) => {
    const [, number = "", , guards = "", planted = ""] = line.split("|");
    return { number: number.trim(), guards: textsIn(guards, "`"), planted: textsIn(planted, '"') };
  });

function textsIn(cell: string, quote: string): readonly string[] {
  return cell.split(quote).filter((_, index) => index % 2 === 1);
}

describe("the table of brokers' faults", () => {
  it("has every number once, in order", () => {
    const all = Array.from({ length: 28 }, (_, index) => `B${index + 1}`);
    expect(ROWS.map(({ number }) => number)).toEqual(all);
  });

  it("names faults that are planted, and the files they are planted in", () => {
    for (const { guards, number, planted } of ROWS) {
      const found = planted.map((name) => MUTANTS.find((mutant) => mutant.name === name));
      expect(found, number).not.toContain(undefined);
      const files = new Set(found.map((mutant) => mutant!.file));
      expect(
        [...guards].filter((file) => !files.has(file)),
        number,
      ).toEqual([]);
      expect(planted, number).not.toEqual([]);
    }
  });
});
