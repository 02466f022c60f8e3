import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-halt-"));
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("sevenfold halt", () => {
  it("halts for a reason, tells it, and lets orders pass again", async () => {
    await sevenfold("migrate");
    expect(await run()).toMatchObject({ code: 0, out: "Orders may be sent.\n" });
    expect(await run("a", "fault")).toMatchObject({ code: 0, out: "Trading is halted: a fault\n" });
    expect((await run()).out).toMatch(/^Trading is halted since 2\d{3}-.*Z: a fault\n$/);
    expect(await run("--lift")).toMatchObject({ code: 0, out: "Orders may be sent.\n" });
    expect(await run()).toMatchObject({ out: "Orders may be sent.\n" });
  });

  it("does not say that anything is halted in a folder in which Sevenfold never ran", async () => {
    for (const argv of [["a", "fault"], ["--lift"], []])
      expect(await run(...argv)).toMatchObject({
        code: 3,
        out: "",
        err: expect.stringContaining(
          `there is no database in ${home}, so nothing was done: set DATA_DIR`,
        ),
      });
    expect(readdirSync(home)).toEqual([]);
  });

  it("takes no reason for lifting, and none that fills a page", async () => {
    expect(await run("--lift", "why")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--lift takes no reason"),
    });
    expect(await run("x".repeat(201))).toMatchObject({ code: 2 });
  });

  it.each([[""], [" "]])(
    "refuses a reason without a word, as of a script whose variable is empty: %j",
    async (reason) => {
      await sevenfold("migrate");
      expect(await run(reason)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining("the reason has no words, so nothing was done"),
      });
    },
  );
});

const run = (...argv: readonly string[]) => sevenfold("halt", ...argv);

async function sevenfold(...argv: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await runCommandLine(
    argv,
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      hasColor: false,
      isVerbose: false,
    },
    COMMANDS,
  );
  return { code, out, err };
}
