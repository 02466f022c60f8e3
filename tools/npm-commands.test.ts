import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { usageOf, valuesIn } from "../scripts/read-command.mjs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** What runs a script of ours. `start` is `sevenfold serve`, and `fix` is biome. */
const OURS = Object.entries(scripts).filter(([name]) => name !== "start" && name !== "fix");
/** They hand on what they do not know, or take it for a part of a name. */
const HANDS_ON = new Set(["bench", "coverage", "test"]);

const run = (line: string, flag: string) =>
  spawnSync(process.execPath, [...line.split(" ").slice(1), flag], {
    encoding: "utf8",
    timeout: 30_000,
  });

describe("every command of the repository", () => {
  it.each(OURS)("says how it is called, and does nothing else: %s", (name, line) => {
    const { status, stderr, stdout } = run(line, "--help");

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain(name === "test" ? "npm test" : `npm run ${name}`);
  });

  it.each(OURS.filter(([name]) => !HANDS_ON.has(name)))(
    "refuses what it does not know in a line, and does nothing: %s",
    (name, line) => {
      const { status, stderr, stdout } = run(line, "--nope");

      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr.split("\n")[0]).toContain("Unknown option '--nope'");
      expect(stderr).toContain(`npm run ${name}`);
    },
  );
});

describe("what a command is called with", () => {
  const command = {
    name: "play",
    says: "Plays.",
    flags: {
      hours: { takes: "N", isPart: true, least: 0.5, most: 23, preset: 1, says: "how long" },
      only: { takes: "PARTS", says: "which" },
      list: { says: "names them" },
    },
    words: [{ name: "rows", least: 10, preset: 20, says: "how many" }],
  };

  it("is what was said, and what stands for what was not", () => {
    expect(valuesIn(command, [])).toEqual({ hours: 1, only: undefined, list: false, rows: 20 });
    expect(valuesIn(command, ["30", "--hours", "0.5", "--only=a", "--list"])).toEqual({
      ...{ hours: 0.5, only: "a", list: true, rows: 30 },
    });
  });

  it.each([
    [["--hours", "0.4"], '--hours takes a number from 0.5 to 23, not "0.4"'],
    [["--hours", "NaN"], "--hours takes a number"],
    [["--hours", "1e1"], "--hours takes a number"],
    [["9"], 'rows takes a whole number from 10 to 1000000000, not "9"'],
    [["10.5"], "rows takes a whole number"],
    [["10", "11"], "Unexpected argument '11'"],
    [["--list=yes"], "does not take an argument"],
    [["--onyl", "a"], "Unknown option '--onyl'"],
  ])("is refused where it cannot be meant: %j", (args, why) => {
    expect(() => valuesIn(command, args)).toThrow(why);
  });

  it("is told with what each takes", () => {
    expect(usageOf(command).split("\n")).toEqual([
      "npm run play -- [rows] [flags]",
      "Plays.",
      "",
      "  rows           how many (default 20)",
      "  --hours N      how long (default 1)",
      "  --only PARTS   which",
      "  --list         names them",
    ]);
  });
});
