import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesUnder } from "./source-files.ts";

/** A file that is longer is about more than one thing. */
const LINES_MAX = 300;

const OURS = /\.(tsx?|mjs|css)$/;
/** What a program writes: nobody reads it from top to bottom. */
const GENERATED = /\.generated\.\w+$/;

const tooLong = (paths: readonly string[], read: (path: string) => string): string[] =>
  paths
    .filter((path) => OURS.test(path) && !GENERATED.test(path))
    .map((path) => ({ path, lines: linesOf(read(path)) }))
    .filter(({ lines }) => LINES_MAX < lines)
    .map(({ path, lines }) => `${path}: ${lines} lines`);

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

describe("every file of ours", () => {
  const paths = filesUnder(".");

  it(`has ${LINES_MAX} lines at most`, () => {
    expect(paths.filter((path) => OURS.test(path)).length).toBeGreaterThan(900);
    expect(tooLong(paths, (path) => readFileSync(path, "utf8"))).toEqual([]);
  });
});

describe("a file's length", () => {
  const long = (lines: number) => () => "a line\n".repeat(lines);

  it("is counted in lines, with or without an end to the last", () => {
    expect(tooLong(["a.ts"], long(LINES_MAX))).toEqual([]);
    expect(tooLong(["a.ts"], () => `${long(LINES_MAX)()}one more`)).toEqual(["a.ts: 301 lines"]);
    expect(tooLong(["a.ts", "b.tsx", "c.mjs", "d.css"], long(301))).toHaveLength(4);
  });

  it("is not asked of what is generated, nor of what is no program", () => {
    expect(tooLong(["a.generated.ts", "b.md", "c.json"], long(301))).toEqual([]);
  });
});
