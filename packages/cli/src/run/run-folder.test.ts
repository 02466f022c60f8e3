import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepRun } from "./run-folder.ts";
import { runNameOf, wordsOfRun } from "./run-name.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-runs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("keepRun", () => {
  it("makes a folder with all files, and another beside one of the same name", async () => {
    const parent = join(folder, "made", "by-need");

    const [one, other] = [
      await keepRun(parent, "a-run", { "a.txt": "first" }),
      await keepRun(parent, "a-run", { "a.txt": "second" }),
    ];

    expect([one, other]).toEqual([join(parent, "a-run"), join(parent, "a-run-2")]);
    expect(await readFile(join(one, "a.txt"), "utf8")).toBe("first");
    expect(await readFile(join(other, "a.txt"), "utf8")).toBe("second");
  });

  it("leaves nothing behind where a file cannot be written", async () => {
    const parent = join(folder, "broken");

    await expect(keepRun(parent, "a-run", { "no/such/place.txt": "" })).rejects.toThrow();
    expect(await readdir(parent)).toEqual([]);
  });

  it("lets others read it, as the umask has it", async () => {
    const run = await keepRun(join(folder, "open"), "a-run", {});

    expect((await stat(run)).mode & 0o777).toBe(0o777 & ~process.umask());
  });
});

describe("runNameOf", () => {
  it("begins with the time, then says symbols and mode", () => {
    const words = wordsOfRun(["ORCL", "BRK.B", "IBM", "F"], "hybrid");

    expect(runNameOf(new Date("2026-11-20T14:30:05.678Z"), words)).toBe(
      "2026-11-20T14-30-05-678Z-orcl-brk-b-ibm-and-1-more-hybrid",
    );
  });

  it("sorts by time also within a second", () => {
    const [former, latter] = [9, 10].map((ms) => runNameOf(new Date(ms), ["notebook"]));

    expect(former! < latter!).toBe(true);
  });

  it("is always a plain name, whatever the words", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(runNameOf(new Date(0), words)).toMatch(/^1970-01-01T00-00-00-000Z(-[a-z0-9]+)*$/);
      }),
    );
  });
});
