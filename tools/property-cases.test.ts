import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { propertyCasesOf, treeOf } from "./property-cases.mjs";
import { SLOW_TEST_MS, SLOW_TESTS, TEST_MS, testLimitOf } from "./test-limits.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TREES = ["a1b2c3d4e5f60718", "0b2c3d4e5f607181"].map((start) => start.padEnd(40, "0"));

describe("the cases of properties", () => {
  it("are the same for one commit, and others for another", () => {
    const [one, again, other] = [TREES[0], TREES[0], TREES[1]].map(
      (tree) => propertyCasesOf({}, tree).seed,
    );

    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(Number.isSafeInteger(one)).toBe(true);
  });

  it("are those asked for, or drawn by chance", () => {
    expect(propertyCasesOf({ FC_SEED: "-7", FC_RUNS: "10" }, TREES[0])).toMatchObject({
      seed: -7,
      times: 10,
    });
    const seeds = [1, 2, 3].map(() => propertyCasesOf({ FC_SEED: "random" }, TREES[0]).seed);
    expect(new Set(seeds).size).toBeGreaterThan(1);
  });

  it("are fixed ones outside of a checkout, and say so", () => {
    const folder = mkdtempSync(join(tmpdir(), "sevenfold-no-checkout-"));
    try {
      expect(treeOf(folder)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(propertyCasesOf({}, undefined)).toMatchObject({
      seed: 20_260_302,
      origin: "there is no commit to draw it from",
    });
  });

  it("are of the folder's own tree: of a checkout around it nothing is asked", () => {
    const around = mkdtempSync(join(tmpdir(), "sevenfold-checkout-"));
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...words], {
        cwd: around,
        stdio: "ignore",
      });
    try {
      writeFileSync(join(around, "file"), "1");
      git("init");
      git("add", "file");
      git("commit", "-m", "One");
      const tree = treeOf(around);
      writeFileSync(join(around, "file"), "2");

      expect(tree).toMatch(/^[0-9a-f]{40,64}$/);
      expect(treeOf(around)).toBe(tree);
      execFileSync("mkdir", [join(around, "unpacked")]);
      expect(treeOf(join(around, "unpacked"))).toBeUndefined();
    } finally {
      rmSync(around, { recursive: true, force: true });
    }
  });

  it.each(["7.5", "seven", "1e3"])("are not drawn by the seed %s", (FC_SEED) => {
    expect(() => propertyCasesOf({ FC_SEED }, undefined)).toThrow("FC_SEED");
  });

  it.each(["0", "-1", "1.5", "many"])("are not drawn %s times", (FC_RUNS) => {
    expect(() => propertyCasesOf({ FC_RUNS }, undefined)).toThrow("FC_RUNS");
  });

  it("are drawn by the seed of the run, and as many times as many as were asked for", () => {
    const drawn = (numRuns?: number) => {
      const cases: number[] = [];
      fc.assert(
        fc.property(fc.integer(), (each) => {
          cases.push(each);
        }),
        numRuns === undefined ? {} : { numRuns },
      );
      return cases;
    };

    expect(fc.readConfigureGlobal().seed).toBe(inject("propertySeed"));
    expect(drawn(7)).toHaveLength(7 * inject("propertyTimes"));
    expect(drawn()).toHaveLength(100 * inject("propertyTimes"));
    expect(drawn()).toEqual(drawn());
    expect(fc.sample(fc.integer(), 5)).toEqual(fc.sample(fc.integer(), 5));
  });

  it("are multiplied by FC_RUNS wherever a property says how many it wants", () => {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const said = execFileSync(
      process.execPath,
      [
        vitest,
        "run",
        "--project",
        "packages",
        "tools/property-cases.test.ts",
        "-t",
        "as many times",
      ],
      { cwd: ROOT, encoding: "utf8", env: { ...process.env, FC_RUNS: "3", FC_SEED: "99" } },
    );

    expect(said).toContain("Properties draw by seed 99 (from FC_SEED), 3 times as many cases");
    expect(said).toContain("1 passed");
  });
});

describe("the limits of tests", () => {
  it("end what hangs after a minute, and later where a file says why", () => {
    expect(TEST_MS).toBeLessThanOrEqual(60_000);
    expect(testLimitOf(`${ROOT}packages/domain/src/money.test.ts`, 1)).toBe(TEST_MS);
    expect(testLimitOf(`${ROOT}packages/domain/src/decide-on-any-path.test.ts`, 1)).toBe(
      SLOW_TEST_MS,
    );
    expect(testLimitOf(`${ROOT}packages/cli/src/commands/sweep.test.ts`, 1)).toBe(SLOW_TEST_MS);
    expect(testLimitOf("packages/domain/src/money.test.ts", 10)).toBe(10 * TEST_MS);
  });

  it("make exceptions of files that are there, with a reason", () => {
    const missing = Object.keys(SLOW_TESTS).filter((path) => !existsSync(join(ROOT, path)));

    expect(missing).toEqual([]);
    for (const why of Object.values(SLOW_TESTS)) expect(why.split(" ").length).toBeGreaterThan(3);
  });
});
