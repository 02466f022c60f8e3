import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BINARY = fileURLToPath(new URL("../../bin/sevenfold.mjs", import.meta.url));
const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
/** A stale build is made anew first. */
const TIMEOUT_MS = 180_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-stray-"));
  await symlink(MODULES, join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the sevenfold binary, given somebody's adapter", () => {
  it(
    "fails the case in which a promise fails unheard, and ends though timers go on",
    async () => {
      const module = join(folder, "stray.mjs");
      await writeFile(module, STRAY);

      const { exitCode, stdout } = await sevenfold(
        ...["adapter", "test", module, "--only", "account/n", "--json"],
      );

      expect(JSON.parse(stdout).cases).toMatchObject([
        {
          rule: "account/number",
          outcome: "failed",
          message: "a promise was left to fail unheard: nobody hears this",
        },
      ]);
      expect(exitCode).toBe(4);
    },
    TIMEOUT_MS,
  );
});

const STRAY = `
  import { alpacaBench } from "@sevenfold/adapters-broker/bench/alpaca-bench";
  import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
  setInterval(() => undefined, 1_000);
  export const bench = alpacaBench("stray", (connection) => {
    const broker = alpacaBroker(connection);
    return {
      ...broker,
      account() {
        Promise.reject(new Error("nobody hears this"));
        return broker.account();
      },
    };
  });
`;

async function sevenfold(...argv: readonly string[]) {
  const child = spawn(process.execPath, [BINARY, ...argv], { stdio: ["ignore", "pipe", "ignore"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  return { exitCode, stdout };
}
