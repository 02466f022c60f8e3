import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-completion-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keepRun(name: string, command: string): Promise<void> {
  await mkdir(join(folder, "runs", name), { recursive: true });
  const config = JSON.stringify({ schemaVersion: 1, command }, undefined, 2);
  await writeFile(join(folder, "runs", name, "config.json"), config);
}

/** What bash offers for the words, of which the last is being typed. */
async function offered(script: string, ...words: readonly string[]): Promise<readonly string[]> {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const ask = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _sevenfold; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", ask], { cwd: folder });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

describe("sevenfold completion", () => {
  it("lets bash finish commands, flags and what may follow them", async () => {
    const { stdout, exitCode } = await sevenfold("completion", "bash");

    expect(exitCode).toBe(0);
    expect(await offered(stdout, "sevenfold", "walk")).toEqual(["walk-forward"]);
    expect(await offered(stdout, "sevenfold", "backtest", "--buy")).toEqual([
      "--buy-drop",
      "--buy-drop-max",
    ]);
    expect(await offered(stdout, "sevenfold", "backtest", "--mode", "h")).toEqual(["hybrid"]);
    expect(await offered(stdout, "sevenfold", "metrics", "exp")).toContain("explain");
    expect(await offered(stdout, "sevenfold", "adapter", "test", "--ph")).toEqual(["--phase"]);
    expect(await offered(stdout, "sevenfold", "adapter", "new", "x", "--speaks", "a")).toEqual([
      "alpaca",
    ]);
  });

  it("offers kept runs and files, the newest hundred, and nothing where none are kept", async () => {
    const { stdout } = await sevenfold("completion", "bash");
    const runs = (...words: readonly string[]) => offered(stdout, "sevenfold", ...words);
    expect(await runs("report", "l")).toEqual(["latest"]);
    expect(await runs("compare", "2026")).toEqual([""]);

    await keepRun("2026-01-01-calm", "backtest");
    await keepRun("2026-01-02-drawn", "monte-carlo");
    await mkdir(join(folder, "runs", "2026-01-03-unfinished"));
    await writeFile(join(folder, "my bars.csv"), "");

    expect(await runs("report", "2026")).toEqual(["2026-01-01-calm", "2026-01-02-drawn"]);
    expect(await runs("compare", "latest", "2026")).toEqual(["2026-01-01-calm"]);
    expect(await runs("monte-carlo", "runs/2026-01-01")).toEqual(["runs/2026-01-01-calm"]);
    expect(await runs("backtest", "my")).toEqual(["my bars.csv"]);

    for (let each = 100; each < 220; each++) await keepRun(`2025-${each}`, "backtest");
    const many = await runs("compare", "2025");
    expect(many).toHaveLength(100);
    expect(many.at(-1)).toBe("2025-219");
  });

  it("is there for zsh and fish too, and for no other", async () => {
    const zsh = await sevenfold("completion", "zsh");
    const fish = await sevenfold("completion", "fish");
    const other = await sevenfold("completion", "tcsh");

    expect(zsh.stdout).toContain("bashcompinit");
    expect(fish.stdout).toMatch(
      /^complete -c sevenfold -n '__fish_seen_subcommand_from sweep' -l objective -x -a 'sharpe return calmar'/m,
    );
    expect(fish.stdout).toContain(
      "-n '__fish_seen_subcommand_from compare' -a '(__sevenfold_runs backtest)'",
    );
    expect(other).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
