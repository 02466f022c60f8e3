import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

/** What bash offers for the words, of which the last is being typed. */
async function offered(script: string, ...words: readonly string[]): Promise<readonly string[]> {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const ask = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _sevenfold; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", ask]);
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
  }, 60_000);

  it("is there for zsh and fish too, and for no other", async () => {
    const zsh = await sevenfold("completion", "zsh");
    const fish = await sevenfold("completion", "fish");
    const other = await sevenfold("completion", "tcsh");

    expect(zsh.stdout).toContain("bashcompinit");
    expect(fish.stdout).toMatch(
      /^complete -c sevenfold -n "__fish_seen_subcommand_from sweep" -l objective -x -a 'sharpe return calmar'/m,
    );
    expect(other).toMatchObject({ exitCode: 2, stdout: "" });
  }, 60_000);
});
