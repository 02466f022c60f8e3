import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTally, withSecondRun } from "../scripts/tally.mjs";

describe("the tally of a run", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sevenfold-tally-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("counts a file that could not be loaded as one failure", () => {
    const tally = tallyOf({ "a.test.ts": ["passed", "passed"], "b.test.ts": [] }, ["b.test.ts"]);

    expect(tally).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
    expect(tally.failedFiles).toEqual([{ name: "b.test.ts", passed: 0, failed: 1 }]);
  });

  it("counts an error outside any file as a failure, which no second run takes away", () => {
    const first = tallyOf({ "a.test.ts": ["passed"] }, [], false);

    expect(first).toMatchObject({ passed: 1, failed: 1, failedFiles: [] });
    expect(withSecondRun(first, tallyOf({}, [])).failed).toBe(1);
  });

  it("says that nothing ran where there is no report", () => {
    expect(readTally(join(folder, "absent.json"))).toMatchObject({ passed: 0, failed: 1 });
  });

  it("has what failed files gave the second time in place of the first", () => {
    const first = tallyOf(
      { "a.test.ts": ["passed"], "b.test.ts": ["passed", "failed", "failed"], "c.test.ts": [] },
      ["b.test.ts", "c.test.ts"],
    );
    const allPass = tallyOf(
      { "b.test.ts": ["passed", "passed", "passed"], "c.test.ts": ["passed"] },
      [],
    );
    const oneFails = tallyOf(
      { "b.test.ts": ["passed", "passed", "passed"], "c.test.ts": ["failed"] },
      ["c.test.ts"],
    );

    expect(first).toMatchObject({ passed: 2, failed: 3 });
    expect(withSecondRun(first, allPass)).toEqual({
      passed: 5,
      failed: 0,
      skipped: 0,
      failedFiles: [],
    });
    expect(withSecondRun(first, oneFails)).toMatchObject({ passed: 4, failed: 1 });
  });

  it("fails where the second run broke down", () => {
    const first = tallyOf({ "a.test.ts": ["passed", "failed"] }, ["a.test.ts"]);

    expect(withSecondRun(first, readTally(join(folder, "absent.json"))).failed).toBe(1);
  });

  function tallyOf(
    files: Record<string, readonly ("passed" | "failed")[]>,
    failedFiles: readonly string[],
    success = failedFiles.length === 0,
  ) {
    const path = join(folder, "report.json");
    const results = Object.values(files).flat();
    writeFileSync(
      path,
      JSON.stringify({
        success,
        numPassedTests: results.filter((status) => status === "passed").length,
        numFailedTests: results.filter((status) => status === "failed").length,
        numPendingTests: 0,
        numTodoTests: 0,
        testResults: Object.entries(files).map(([name, statuses]) => ({
          name,
          status: failedFiles.includes(name) ? "failed" : "passed",
          assertionResults: statuses.map((status) => ({ status })),
        })),
      }),
    );
    return readTally(path);
  }
});
