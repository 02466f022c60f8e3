import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { EXAMPLE } from "../testing/backtest-files.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

afterEach(() => vi.restoreAllMocks());

describe("the standard input", () => {
  const backtest = (...flags: readonly string[]) => {
    const stdin = Readable.from([readFileSync(EXAMPLE)]) as typeof process.stdin;
    vi.spyOn(process, "stdin", "get").mockReturnValue(stdin);
    return sevenfold("backtest", "-", ...flags, "--json", "--no-run-folder");
  };

  it("is bars like any file", async () => {
    const { exitCode, stdout } = await backtest();

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).bars).toBe(504);
  });

  it.each([
    ["a benchmark among its symbols", ["--symbols", "AAA", "--benchmark", "BBB"]],
    ["signals too", ["--signals", "-"]],
  ])("is said to be read already where it is asked for %s", async (_, flags) => {
    expect(await backtest(...flags)).toEqual({
      exitCode: 3,
      stdout: "",
      stderr:
        "sevenfold: -: the standard input has been read and cannot be read again; save it as a file\n",
    });
  });
});

it("names an argument that is empty", async () => {
  expect(await sevenfold("backtest", "")).toEqual({
    exitCode: 3,
    stdout: "",
    stderr: "sevenfold: cannot read a file without a name: one argument is empty\n",
  });
});
