import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const CASES = /`([^`]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g;

/** The rows of the tables in docs/faults.md: the fault's number, and the cases that hold it by their files. */
const ROWS = readFileSync("docs/faults.md", "utf8")
  .split("\n")
  .filter((line) => /^\| [PSU]\d/.test(line))
  .map((line) => ({ number: line.split("|")[1]!.trim(), cases: [...line.matchAll(CASES)] }));

/** How many there are of each; a row may be of several in a row. */
const ALL = { S: 16, P: 22, U: 12 } as const;

const numbersOf = (number: string): readonly string[] => {
  const [first = "", last = first] = number.split(" to ");
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  return Array.from({ length: to - from + 1 }, (_, index) => `${first[0]}${from + index}`);
};

describe("the tables of faults", () => {
  it("have every number", () => {
    const named = new Set(ROWS.flatMap(({ number }) => numbersOf(number)));
    const all = Object.entries(ALL).flatMap(([letter, count]) =>
      numbersOf(`${letter}1 to ${letter}${count}`),
    );
    expect(all.filter((number) => !named.has(number))).toEqual([]);
  });

  it("name cases that there are", () => {
    for (const { cases, number } of ROWS) {
      expect(cases, number).not.toEqual([]);
      for (const [, file = "", titles = ""] of cases) {
        const source = readFileSync(file, "utf8");
        for (const [, title = ""] of titles.matchAll(/"([^"]+)"/g))
          expect(source.includes(title) ? [] : [title], `${number}, ${file}`).toEqual([]);
      }
    }
  });
});
