import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sevenfold as runInProcess } from "../testing/run-sevenfold.ts";

const BINARY = fileURLToPath(new URL("../../bin/sevenfold.mjs", import.meta.url));
const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));
/** A stale build is made anew first. */
const TIMEOUT_MS = 180_000;
/** From when it has read its bars; the work itself takes minutes. */
const WELL_AT_WORK_MS = 2_000;

const TYPED = `export const strategy = {
  forEachSymbol() {
    const held: number = 40;
    return ({ close }: { close: number }) => ({ shares: close < 100 ? held : 0 });
  },
};`;

async function sevenfold(...argv: readonly string[]) {
  const child = spawn(process.execPath, [BINARY, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  return { exitCode, ...said };
}

describe("the sevenfold binary", () => {
  it(
    "runs a strategy in TypeScript as from its sources, and names the line in which it is none",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "sevenfold-typed-"));
      const path = join(folder, "typed.ts");
      const argv = ["backtest", EXAMPLE, "--strategy", path, "--json", "--no-run-folder"];
      writeFileSync(path, TYPED);
      const { exitCode, stdout } = await sevenfold(...argv);
      expect({ exitCode, stdout }).toEqual({
        exitCode: 0,
        stdout: (await runInProcess(...argv)).stdout,
      });

      writeFileSync(path, `${TYPED}\nconst one: = 1;\n`);
      const wrong = await sevenfold(...argv);
      expect(wrong.exitCode).toBe(3);
      expect(wrong.stderr).toContain(`${path}:${TYPED.split("\n").length + 1}: `);
      rmSync(folder, { recursive: true, force: true });
    },
    TIMEOUT_MS,
  );

  it(
    "prints exactly one JSON document on stdout, as its modules do one by one, and ends with 0",
    async () => {
      const argv = ["backtest", EXAMPLE, "--json", "--no-run-folder"];

      const { exitCode, stdout, stderr } = await sevenfold(...argv);

      expect(exitCode).toBe(0);
      // So V8 says it where it does not know the pace that is set in `main.ts`.
      expect(stderr).not.toContain("unrecognized flag");
      expect(JSON.parse(stdout)).toMatchObject({ symbols: ["AAA", "BBB"], bars: 504 });
      // The binary runs the command from one file: it must say the same.
      expect(stdout).toBe((await runInProcess(...argv)).stdout);
    },
    TIMEOUT_MS,
  );

  it(
    "reads packed bars from its one file too",
    async () => {
      const home = mkdtempSync(join(tmpdir(), "sevenfold-packed-"));
      try {
        const path = join(home, "two-stocks.csv.gz");
        writeFileSync(path, gzipSync(readFileSync(EXAMPLE)));
        const argv = ["backtest", path, "--json", "--no-run-folder"];

        const { stdout } = await sevenfold(...argv);

        expect(JSON.parse(stdout)).toMatchObject({ symbols: ["AAA", "BBB"], bars: 504 });
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  it(
    "keeps a run with settings from a file as its modules do: what it needs for that it loads later",
    async () => {
      const home = mkdtempSync(join(tmpdir(), "sevenfold-process-"));
      try {
        writeFileSync(join(home, "config.json"), JSON.stringify({ flags: { mode: "simple" } }));
        const flags = ["--config", join(home, "config.json"), "--set", "buyDropPct=0.05", "--json"];
        const line = (out: string) => ["backtest", EXAMPLE, ...flags, "--out", join(home, out)];

        const fromOneFile = await sevenfold(...line("one"));
        const fromModules = await runInProcess(...line("two"));

        expect(fromOneFile).toMatchObject({ exitCode: 0, stdout: fromModules.stdout });
        const [one, two] = ["one", "two"].map((out) =>
          join(home, out, readdirSync(join(home, out))[0]!),
        );
        expect(readdirSync(one!)).toEqual(readdirSync(two!));
        expect(readFileSync(join(one!, "trades.csv"))).toEqual(
          readFileSync(join(two!, "trades.csv")),
        );
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  it(
    "ends with 2 for a wrong flag and with 3 for missing bars, and prints nothing on stdout",
    async () => {
      const [wrong, missing] = [
        await sevenfold("backtest", EXAMPLE, "--fill", "yesterday"),
        await sevenfold("backtest", "no-such-file.csv", "--json"),
      ];

      expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
      expect(missing).toMatchObject({ exitCode: 3, stdout: "" });
      expect(missing.stderr).toContain("cannot read no-such-file.csv: there is no such file");
    },
    TIMEOUT_MS,
  );

  it(
    "ends where no folder can be made, also on a file system that refuses every name",
    async () => {
      const nowhere = process.platform === "linux" ? "/proc/runs/of/mine" : `${EXAMPLE}/runs`;
      const argv = [BINARY, "backtest", EXAMPLE, "--out", nowhere];
      const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "pipe"] });
      const deadline = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS / 2);
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });

      const exitCode = await new Promise((resolve) => child.once("close", resolve));

      clearTimeout(deadline);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`cannot keep the run in ${nowhere}: `);
    },
    TIMEOUT_MS,
  );

  it(
    "says that its result cannot be written",
    async () => {
      const readOnly = openSync(EXAMPLE, "r");
      const argv = [BINARY, "backtest", EXAMPLE, "--no-run-folder"];
      const child = spawn(process.execPath, argv, { stdio: ["ignore", readOnly, "pipe"] });
      closeSync(readOnly);
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });

      const exitCode = await new Promise((resolve) => child.once("close", resolve));

      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^sevenfold: the result cannot be written: .+$/m);
    },
    TIMEOUT_MS,
  );

  it.skipIf(process.platform === "win32")(
    "ends at once when it is interrupted in the midst of its work",
    async () => {
      const home = mkdtempSync(join(tmpdir(), "sevenfold-interrupted-"));
      try {
        const minutes = Array.from({ length: 60_000 }, (_, at) => {
          const price = (100 + 10 * Math.sin(at / 20)).toFixed(2);
          return `${1_704_205_800 + at * 60},${price},${price},${price},${price}`;
        });
        // A stale build would be what is interrupted.
        await sevenfold("--version");
        const bars = join(home, "abc.csv");
        execFileSync("mkfifo", [bars]);
        const argv = [BINARY, "lookahead", bars, "--cuts", "60000"];
        const child = spawn(process.execPath, argv, { stdio: "ignore" });
        const ended = new Promise((resolve) =>
          child.once("close", (code, signal) => resolve({ code, signal })),
        );
        // It is written when the command reads it: by then all its modules are loaded.
        await Promise.race([writeFile(bars, ["t,o,h,l,c", ...minutes].join("\n")), ended]);
        await pause(WELL_AT_WORK_MS);
        child.kill("SIGINT");

        expect(await ended).toEqual({ code: 130, signal: null });
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
});
