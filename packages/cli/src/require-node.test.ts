import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const CHECK = "packages/cli/bin/require-node.mjs";
const ENTRIES = [
  "packages/cli/bin/sevenfold.mjs",
  "packages/cli/src/main.ts",
  ...["bench", "build", "check", "dev", "load", "simulate", "start", "test"].map(
    (it) => `scripts/${it}.mjs`,
  ),
];
const home = mkdtempSync(join(tmpdir(), "sevenfold-node-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a Node that is too old", () => {
  it.each(["v18.20.4", "v20.18.3", "v6.17.1"])("is told so in one sentence (%s)", (version) => {
    const pretend = join(home, "pretend.cjs");
    writeFileSync(pretend, `Object.defineProperty(process, "version", { value: "${version}" });`);
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ["--require", pretend, join(ROOT, "packages/cli/bin/sevenfold.mjs"), "serve"],
      { encoding: "utf8" },
    );

    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      new RegExp(`^sevenfold: this is Node ${version}, and Sevenfold needs Node 20\\.19 or .*\\n$`),
    );
  });

  it.each(ENTRIES)("is met by the check before anything else of %s", (entry) => {
    const [first] = readFileSync(join(ROOT, entry), "utf8")
      .split("\n")
      .filter((line) => /^import\b/.test(line));

    expect(first).toMatch(/^import "(#|\.\/|\.\.\/packages\/cli\/bin\/)require-node(\.mjs)?";$/);
  });

  it("is one older than what the package asks for, and can read the check", async () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const { nodeRefusal } = await import(/* @vite-ignore */ join(ROOT, CHECK));

    expect(engines.node).toBe(">=20.19");
    for (const version of ["v20.19.0", "v20.20.2", "v22.0.0", "v100.1.0"])
      expect(nodeRefusal(version)).toBeUndefined();
    expect(readFileSync(join(ROOT, CHECK), "utf8")).not.toMatch(
      /\b(const|let|await)\b|=>|`|\?\?|\?\./,
    );
  });
});
