import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importsOf, sourceFiles, withoutComments } from "./source-files.ts";

const API = "packages/web/src/api/";
const TEST = /\.test\.tsx?$|\/testing\//;

/** What asks by itself, or says when. */
const OWN_PACE =
  /\buseSWR\b|\bSWRConfig\b|\brefreshInterval\b|\brevalidate(On|If)\w+|[^.\w]fetch\(/;

const pages = sourceFiles("packages/web/src").filter(
  (path) => !path.startsWith(API) && !TEST.test(path),
);

describe("the pages", () => {
  it("ask for nothing by themselves: the one hook does, at the pace of the table of calls", () => {
    const own = pages.filter((path) => OWN_PACE.test(readFileSync(path, "utf8")));

    expect(pages.length).toBeGreaterThan(200);
    // Its question is whether anybody answers at all.
    expect(own).toEqual(["packages/web/src/live.ts"]);
  });

  it("name no call by its path: the table does", () => {
    const named = pages.filter((path) => /["'`]\/api\//.test(readFileSync(path, "utf8")));

    expect(named).toEqual([]);
  });

  it("read of a row what the build leaves of it", () => {
    const build = readFileSync("packages/web/page-calls.ts", "utf8");
    const left: readonly string[] = /READ = \[([^\]]*)\]/.exec(build)?.[1]?.match(/\w+/g) ?? [];
    const sources = sourceFiles("packages/web/src").filter((path) => !TEST.test(path));
    const read = sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\b(?:CALLS\.\w+|callAt\(.*\))\??\.(\w+)/g)].map(
        ([, field = ""]) => field,
      ),
    );

    expect(left).toContain("path");
    expect([...new Set(read)].filter((field) => !left.includes(field))).toEqual([]);
  });

  it("and the table know no schema but by its type", () => {
    const table = sourceFiles("packages/contract/src").filter((path) =>
      /\/calls?(\/|\.ts)/.test(path),
    );
    const withSchemas = table.filter((path) =>
      importsOf(withoutComments(readFileSync(path, "utf8"))).some((name) => /^zod/.test(name)),
    );

    expect(table.length).toBeGreaterThan(10);
    expect(withSchemas).toEqual([]);
  });
});
