import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-adapter-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("sevenfold adapter test", () => {
  it("prints what became of every case, and what it left out, by name", async () => {
    const { exitCode, stdout } = await sevenfold(
      "adapter",
      "test",
      "simulated",
      "--only",
      "cancel/",
    );
    const cancels = BROKER_CASES.filter(({ rule }) => rule.startsWith("cancel/"));

    expect(exitCode).toBe(0);
    for (const { rule } of cancels) expect(stdout).toContain(rule);
    expect(stdout).toMatch(/cancel\/server-error +skipped +lacks wire-faults/);
    expect(stdout).toMatch(/simulated: \d+ passed, 0 failed, \d+ skipped\n$/);
  });

  it("prints one JSON document when asked to", async () => {
    const { exitCode, stdout } = await sevenfold(
      ...["adapter", "test", "alpaca", "--only", "submit/as-ordered", "--json"],
    );

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      adapter: "alpaca",
      lacks: ["summed-fills", "expiring-tokens", "idle-tokens"],
      passed: 1,
      failed: 0,
      skipped: 0,
      cases: [{ rule: "submit/as-ordered", outcome: "passed" }],
    });
  });

  it("tries what is written by the end of a phase", async () => {
    const { exitCode, stdout } = await sevenfold(
      ...["adapter", "test", "simulated", "--phase", "map", "--json"],
    );
    const rules: string[] = JSON.parse(stdout).cases.map(({ rule }: { rule: string }) => rule);

    expect(exitCode).toBe(0);
    expect(rules).toEqual(expect.arrayContaining(["account/fresh", "list/ties"]));
    expect(rules).not.toContain("submit/accepted");
  });

  it("names the rule an adapter breaks, and ends with 4", async () => {
    const module = await moduleOf(`
      import { alpacaBench } from ${resolved("@sevenfold/adapters-broker/bench/alpaca-bench")};
      import { alpacaBroker } from ${resolved("@sevenfold/adapters-broker/alpaca/alpaca-broker")};
      export const bench = alpacaBench("forgetful", (connection) => ({
        ...alpacaBroker(connection),
        cancel: async () => "requested",
      }));
    `);
    const { exitCode, stderr, stdout } = await sevenfold(
      ...["adapter", "test", module, "--only", "cancel/filled"],
    );

    expect(exitCode).toBe(4);
    expect(stdout).toContain('the answer: expected "too-late", found "requested"');
    expect(stdout).toContain("forgetful: 0 passed, 1 failed, 0 skipped");
    expect(stderr).toBe(`sevenfold: ${module} breaks cancel/filled-is-too-late\n`);
  });

  it("says what is wrong with what it was given", async () => {
    const none = await moduleOf("export const nothing = 1;");
    const boastful = await moduleOf(
      'export const bench = { name: "x", capabilities: ["flying"], open: async () => ({}) };',
    );
    const broken = await moduleOf("export const bench = ;");

    expect(await sevenfold("adapter", "test", "nowhere.js")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("there is no file nowhere.js"),
    });
    expect(await sevenfold("adapter", "test", "simulated", "--only", "xyz")).toMatchObject({
      exitCode: 2,
      stderr: "sevenfold: no rule contains xyz\n",
    });
    for (const [module, words] of [
      [none, "exports no bench"],
      [boastful, "claims flying"],
      [broken, "cannot be loaded"],
    ] as const)
      expect(await sevenfold("adapter", "test", module)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(words),
      });
  });
});

describe("sevenfold adapter rules", () => {
  it("lists every rule with its phase and what it needs", async () => {
    const listed = JSON.parse((await sevenfold("adapter", "rules", "--json")).stdout);
    const { exitCode, stdout } = await sevenfold("adapter", "rules");

    expect(listed).toHaveLength(BROKER_CASES.length);
    expect(listed).toContainEqual({
      rule: "cancel/fill-wins",
      phase: "stream",
      promise: "reports an order as filled when the fill was faster than the cancel",
      needs: ["held-cancels"],
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/cancel\/fill-wins +stream +reports an order .* held-cancels\n/);
    expect(stdout).toContain(`${BROKER_CASES.length} rules\n`);
  });
});

let modules = 0;

async function moduleOf(source: string): Promise<string> {
  modules += 1;
  const path = join(folder, `module-${modules}.mjs`);
  await writeFile(path, source);
  return path;
}

/** Quoted, as a module imports it from anywhere. */
const resolved = (name: string): string => JSON.stringify(import.meta.resolve(name));
