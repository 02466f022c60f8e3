import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, folder, HEADER, ROWS } from "../testing/bar-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const GOOD = `${HEADER}\n${ROWS}`;
const linesOf = (text: string): readonly string[] => text.trimEnd().split("\n");

describe("data verify", () => {
  it("goes on to the other files of a folder after those that cannot be read", async () => {
    const looked = join(folder, "mixed");
    await file("mixed/aa.csv", "no bars at all\n");
    await symlink("nowhere.csv", join(looked, "bb.csv"));
    await file("mixed/cc.csv", GOOD);

    const { exitCode, stdout, stderr } = await sevenfold("data", "verify", looked);

    expect([exitCode, linesOf(stdout)]).toEqual([
      4,
      [
        expect.stringMatching(/^\S+aa\.csv: damaged: \S+aa\.csv:1: .*no bars at all"$/),
        expect.stringMatching(
          /^\S+bb\.csv: damaged: cannot read \S+bb\.csv: there is no such file$/,
        ),
        `${join(looked, "cc.csv")}: 2 rows, nothing found`,
      ],
    ]);
    expect(stderr).toContain("2 findings in 3 files");
  });

  it("lets no row steer the terminal", async () => {
    const path = await file("steering.csv", `${GOOD}2024-01-09,1,1,1,\u001b[2Jx,1\n`);

    const { stdout } = await sevenfold("data", "verify", path);

    expect(stdout).toBe(`${path}:4: bad row: the close "·[2Jx" is not a number\n`);
  });

  it("ends with why a file that is asked for alone cannot be read", async () => {
    const path = await file("alone.csv", ROWS);

    expect(await sevenfold("data", "verify", path)).toMatchObject({
      exitCode: 3,
      stdout: "",
      stderr: expect.stringContaining(`${path}:1: the first line names no columns`),
    });
  });
});
