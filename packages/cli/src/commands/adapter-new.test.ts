import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BROKER_CASES } from "@sevenfold/application/broker-kit/broker-cases";
import { phaseOf } from "@sevenfold/application/broker-kit/broker-phases";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const TIMEOUT_MS = 180_000;

const RULES_OF_WIRE = BROKER_CASES.filter((each) => phaseOf(each) === "wire").length;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-skeleton-"));
  await symlink(MODULES, join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("sevenfold adapter new", () => {
  it.each([
    ["own", "my-firm", "reconcile"],
    ["alpaca", "likeness", "wire"],
    ["etrade", "another-likeness", "wire"],
  ])(
    "writes an adapter of the %s protocol that compiles and breaks every rule by name",
    async (protocol, name, phase) => {
      const written = await sevenfold(
        ...["adapter", "new", name, "--in", folder, "--speaks", protocol],
      );
      const place = join(folder, `${name}-broker`);
      expect(written).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(
          `${place} is written. Next: cd ${place} && npx tsc -p . && `,
        ),
        stderr: "",
      });
      expect(await compiled(place)).toEqual({ exitCode: 0, said: "" });

      const { exitCode, stderr, stdout } = await sevenfold(
        ...["adapter", "test", join(place, "dist", `${name}-bench.js`), "--phase", phase, "--json"],
      );
      const { cases, passed } = JSON.parse(stdout);

      expect(exitCode).toBe(4);
      expect(passed).toBe(0);
      expect(cases.length).toBe(phase === "wire" ? RULES_OF_WIRE : BROKER_CASES.length);
      expect(cases[0]).toMatchObject({
        rule: "account/fresh",
        outcome: "failed",
        message: "account is not written yet",
      });
      expect(stderr).toContain("first account/fresh");
    },
    TIMEOUT_MS,
  );

  it("says of one outside of the clone that it finds nothing there", async () => {
    const outside = await mkdtemp(join(tmpdir(), "sevenfold-outside-"));
    try {
      const { exitCode, stdout } = await sevenfold("adapter", "new", "my-firm", "--in", outside);

      expect(exitCode).toBe(0);
      expect(stdout).toBe(
        `${join(outside, "my-firm-broker")} is written, outside of the clone of Sevenfold, where it finds nothing that it imports. ` +
          "Next: move it into the clone, and there: cd my-firm-broker && npx tsc -p . && " +
          "npx sevenfold adapter test dist/my-firm-bench.js --phase wire\n",
      );
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it("writes nothing over what is there, and nothing under a strange name", async () => {
    await sevenfold("adapter", "new", "twice", "--in", folder);
    const before = await readdir(folder);

    expect(await sevenfold("adapter", "new", "twice", "--in", folder)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("is there already"),
    });
    for (const name of ["../up", "Upper", "a b", "x".repeat(41)])
      expect(await sevenfold("adapter", "new", name, "--in", folder)).toMatchObject({
        exitCode: 2,
      });
    expect(await readdir(folder)).toEqual(before);
  });
});

/** Runs the compiler as the README of a new adapter says. */
async function compiled(place: string) {
  const tsc = join(MODULES, "typescript", "bin", "tsc");
  const child = spawn(process.execPath, [tsc, "-p", "."], { cwd: place });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  return { exitCode, said };
}
