import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ImportGraph, readImportGraph } from "../import-graph.ts";
import { planted } from "./mutant.ts";
import { MUTANTS } from "./mutant-list.ts";

describe("the list of mutants", () => {
  it("has names that are told apart, and covers the trading path", () => {
    const names = MUTANTS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it("replaces text that stands in its file exactly once, by another", () => {
    for (const mutant of MUTANTS) {
      const source = readFileSync(mutant.file, "utf8");
      expect(planted(source, mutant), mutant.name).not.toBe(source);
    }
  });

  it("names cases that there are", () => {
    const graph = readImportGraph();
    for (const { foundBy, name } of MUTANTS) {
      expect(Object.values(foundBy).flat(), name).not.toEqual([]);
      for (const [test, titles] of Object.entries(foundBy)) {
        const texts = [test, ...suitesOf(graph, test)].flatMap(textsIn);
        const lost = titles.filter((title) => !texts.some((text) => text.test(promiseOf(title))));
        expect(lost, name).toEqual([]);
      }
    }
  });
});

/** The suites and kits that a test runs, however far away they are imported. */
function suitesOf(graph: ImportGraph, test: string): readonly string[] {
  const reached = new Set([test]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return [...reached].filter((path) => /\.(conformance|cases)\.ts$/.test(path));
}

/** The cases of the broker kit carry the name of their rule behind what they promise. */
const promiseOf = (title: string): string => title.replace(/ \([\w-]+\/[\w-]+\)$/, "");

/** Every text in quotes that stands in a file and says something; anything may fill a gap in it. */
const textsIn = (path: string): readonly RegExp[] =>
  [...readFileSync(path, "utf8").matchAll(/(["`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)]
    .map(([, , text = ""]) => text.split(GAP))
    .filter((parts) => WORDS_MIN < parts.join("").length)
    .map((parts) => new RegExp(`^${parts.map(escaped).join(".+")}$`));

const WORDS_MIN = 8;
const GAP = /%[sijd]|\$\{[^}]*\}/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

describe("a mutant", () => {
  it("is an error where its text is missing, or stands there twice", () => {
    const mutant = { name: "Wrong", file: "some.ts", replace: "a < b", by: "a <= b", foundBy: {} };

    expect(planted("if (a < b) c();", mutant)).toBe("if (a <= b) c();");
    for (const source of ["", "a < b && a < b"])
      expect(() => planted(source, mutant)).toThrow(/^"Wrong": some\.ts holds the text/);
  });

  it("is put in as it is written, whatever stands in it", () => {
    const mutant = { name: "Wrong", file: "some.ts", replace: "a", by: "$& $1", foundBy: {} };

    expect(planted("(a)", mutant)).toBe("($& $1)");
  });
});
