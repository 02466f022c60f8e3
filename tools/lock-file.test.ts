import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** No process has it: the largest a Linux kernel gives is 2^22. */
const DEAD_PID = 2 ** 22 + 1;
const ROUNDS = 3;

describe("the lock of those who build", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sevenfold-build-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const begin = (lock: string, number: number) => {
    const child = spawn(process.execPath, ["tools/lock-turns.mjs", lock, String(number)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value as string | undefined;
    return { next, go: () => child.stdin.write("go\n") };
  };

  it("is never with two of twenty at once, also where holders die with it", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lock = join(folder, `lock-${round}`);
      writeFileSync(`${lock}.1`, JSON.stringify({ pid: DEAD_PID, startedAt: "any" }));
      const rivals = Array.from({ length: 20 }, (_, number) => begin(lock, number));
      for (const rival of rivals) expect(await rival.next()).toBe("ready");
      for (const rival of rivals) rival.go();
      const answers = await Promise.all(rivals.map((rival) => rival.next()));

      expect(answers).toEqual(Array(20).fill("alone"));
    }
  });
});
