import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeWalk } from "../testing/walk-file.ts";

const BINARY = fileURLToPath(new URL("../../bin/sevenfold.mjs", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const PRELOAD = new URL("../testing/kill-at-write.mjs", import.meta.url).href;
/** A stale build is made anew first. */
const BUILT_WITHIN_MS = 300_000;
const POLLED_MS = 20;
/** Several processes, one after another. */
const ENDED_WITHIN_MS = 300_000;

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-resume-"));
  await ended([BINARY, "--version"], { cwd: home, env: {} });
}, BUILT_WITHIN_MS);
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How it ended, and whether it printed no result: the result itself fills pages. */
const endOf = ({ code, signal, stdout }: Ended) => ({ code, signal, isSilent: stdout === "" });
const KILLED = { signal: "SIGKILL", isSilent: true };
const INTERRUPTED = { code: 130, isSilent: true };

/** Runs the built command line; `stopAt` is what `kill-at-write.mjs` is told. */
const run = (cwd: string, argv: readonly string[], stopAt = ""): Promise<Ended> =>
  ended(["--import", PRELOAD, PROGRAM, ...argv], { cwd, env: { STOP_AT: stopAt } });

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const startedIn = (cwd: string, argv: readonly string[]): Started =>
  started([PROGRAM, ...argv], { cwd, env: {} });

const ended = (argv: readonly string[], place: Place): Promise<Ended> => started(argv, place).ended;

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

function started(argv: readonly string[], { cwd, env }: Place): Started {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, argv, {
    ...{ cwd, env: { PATH, HOME, ...env } },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
  });
  return { child, ended };
}

/** A folder to work in, with bars in it. */
function newFolder(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  writeWalk(join(folder, "walk.csv"), { rows: 300, seed: 7 });
  return folder;
}

const runNames = (folder: string): readonly string[] =>
  readdirSync(join(folder, "runs")).filter((name) => /^\d/.test(name));

/** The files of numbers of the run that a folder keeps last. */
function keptIn(folder: string): Readonly<Record<string, string>> {
  const kept = join(folder, "runs", runNames(folder).toSorted().at(-1) ?? "none");
  const files = readdirSync(kept).filter((file) => /^metrics|csv$/.test(file));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(kept, file), "utf8")]));
}

/** A pipe that says nothing, once somebody reads it: before that it cannot be opened so. */
async function whileRead(path: string): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await wait(POLLED_MS);
    }
  }
}

/** How many configurations the ledger has counted. */
function triedIn(folder: string): number {
  const digestsIn = (line: string): readonly string[] => {
    try {
      return (JSON.parse(line).trials as [string][]).map(([digest]) => digest);
    } catch {
      // A kill cut it off.
      return [];
    }
  };
  const text = readFileSync(join(folder, "sevenfold-trials.jsonl"), "utf8");
  return new Set(text.split("\n").flatMap(digestsIn)).size;
}

const isUnfinished = (folder: string): boolean => existsSync(join(folder, "runs", ".unfinished"));

const GRID = ["--set", "buyDropPct=2..6:1", "--set", "sellRisePct=2..9:1", "--json"];
const SWEEP = ["sweep", "walk.csv", ...GRID, "--jobs", "1"];
const WALK = ["walk-forward", "walk.csv", ...GRID, "--windows", "3", "--jobs", "1"];

/** What a run that nobody stops comes to. */
const references = new Map<readonly string[], Promise<Whole>>();
interface Whole extends Ended {
  readonly kept: Readonly<Record<string, string>>;
  readonly tried: number;
}

function wholeOf(argv: readonly string[]): Promise<Whole> {
  const known = references.get(argv) ?? ran(argv);
  references.set(argv, known);
  return known;
}

async function ran(argv: readonly string[]): Promise<Whole> {
  const folder = newFolder(`whole ${references.size}`);
  const end = await run(folder, argv);
  expect(end.code, end.stderr).toBe(0);
  return { ...end, kept: keptIn(folder), tried: triedIn(folder) };
}

/** Where a run is killed, and then each of those that go on with it but for the last. */
const KILLS = [
  {
    name: "a sweep, in the midst of keeping",
    argv: SWEEP,
    kills: ["unfinished 2 half SIGKILL", "unfinished 1 half SIGKILL"],
  },
  {
    name: "a sweep, in the midst of counting, and between counting and keeping",
    argv: SWEEP,
    kills: ["trials.jsonl 2 half SIGKILL", "trials.jsonl 2 after SIGKILL"],
  },
  {
    name: "a walk, within a step, in the midst of keeping one, and in another",
    argv: WALK,
    kills: ["window-2 2 half SIGKILL", "/steps 1 half SIGKILL", "window-3 2 after SIGKILL"],
  },
] as const;

describe("a run that is killed", { timeout: ENDED_WITHIN_MS }, () => {
  it.each(KILLS)("goes on to the same result: $name", async ({ name, argv, kills }) => {
    const folder = newFolder(name);

    for (const [at, kill] of kills.entries()) {
      const end = await run(folder, at === 0 ? argv : [...argv, "--resume"], kill);
      expect(endOf(end), `${kill}\n${end.stderr}`).toMatchObject(KILLED);
    }
    const resumed = await run(folder, [...argv, "--resume"]);

    const whole = await wholeOf(argv);
    expect(resumed.stdout).toBe(whole.stdout);
    expect(keptIn(folder)).toEqual(whole.kept);
    expect(isUnfinished(folder)).toBe(false);
  });

  it("goes on to the same result: paths of a kept backtest", async () => {
    const folder = newFolder("paths");
    await run(folder, ["backtest", "walk.csv", "--name", "kept"]);
    const argv = ["monte-carlo", runNames(folder)[0]!, "--paths", "2000", "--json"];
    const reference = await run(folder, argv);

    for (const kill of ["/trades 1 half SIGKILL", "/blocks 1 after SIGKILL"]) {
      const end = await run(folder, [...argv, "--resume"], kill);
      expect(endOf(end), end.stderr).toMatchObject(KILLED);
    }
    const resumed = await run(folder, [...argv, "--resume"]);

    expect(reference).toMatchObject({ code: 0 });
    expect(resumed.stdout).toBe(reference.stdout);
  });

  it("goes on to the same result: a sweep on threads", async () => {
    const folder = newFolder("threads");
    writeWalk(join(folder, "walk.csv"), { rows: 20_000, seed: 3, minutes: true });
    const grid = ["--set", "buyDropPct=2..12:0.1", "--set", "sellRisePct=2..12:1", "--json"];
    const argv = ["sweep", "walk.csv", ...grid, "--jobs", "2"];
    const reference = await run(folder, [...argv, "--out", "whole"]);
    rmSync(join(folder, "sevenfold-trials.jsonl"));

    const killed = await run(folder, argv, "unfinished 1 after SIGKILL");
    const resumed = await run(folder, [...argv, "--resume"]);

    expect(endOf(killed), killed.stderr).toMatchObject(KILLED);
    expect(resumed.stdout === reference.stdout).toBe(true);
  });
});

describe("a run that is interrupted", { timeout: ENDED_WITHIN_MS }, () => {
  it.each([
    { name: "sweep", argv: SWEEP, at: "unfinished 1 after SIGINT" },
    { name: "walk", argv: WALK, at: "window-1 1 after SIGTERM" },
  ])("counts what was tried, and says how to go on: $name", async ({ name, argv, at }) => {
    const stopped = newFolder(`${name} stopped`);

    const end = await run(stopped, argv, at);
    const triedThen = triedIn(stopped);
    const resumed = await run(stopped, [...argv, "--resume"]);

    expect(endOf(end), end.stderr).toMatchObject(INTERRUPTED);
    const [, done = ""] =
      /^sevenfold: interrupted after (\d+) of \d+ tried, which runs\/\.unfinished keeps; the same command with --resume goes on from there$/m.exec(
        end.stderr,
      ) ?? [];
    expect(triedThen).toBe(Number(done));
    const whole = await wholeOf(argv);
    expect(triedThen).toBeLessThan(whole.tried);
    expect(resumed.stdout).toBe(whole.stdout);
    expect(triedIn(stopped)).toBe(whole.tried);
  });

  // Elsewhere than on Linux the process waits for its pipe.
  it.skipIf(process.platform !== "linux").each([
    { name: "sweep", argv: SWEEP, signal: "SIGTERM", next: "the same command begins anew" },
    {
      name: "walk",
      argv: [...WALK, "--resume"],
      signal: "SIGINT",
      next: "what was kept before is as it was, and the same command goes on from there",
    },
  ] as const)("says that nothing was tried while bars are read: $name", async (asked) => {
    const folder = newFolder(`${asked.name} reading`);
    rmSync(join(folder, "walk.csv"));
    execFileSync("mkfifo", [join(folder, "walk.csv")]);

    const reading = startedIn(folder, asked.argv);
    const pipe = await whileRead(join(folder, "walk.csv"));
    reading.child.kill(asked.signal);
    const end = await reading.ended;
    closeSync(pipe);

    expect(endOf(end), end.stderr).toMatchObject(INTERRUPTED);
    expect(end.stderr).toBe(`sevenfold: interrupted before anything was tried; ${asked.next}\n`);
    expect(readdirSync(folder)).toEqual(["walk.csv"]);
  });

  it("counts what was tried where nothing is kept, and says so", async () => {
    const folder = newFolder("nowhere");

    const end = await run(folder, [...SWEEP, "--no-run-folder"], "trials.jsonl 1 after SIGINT");

    expect(endOf(end), end.stderr).toMatchObject(INTERRUPTED);
    expect(end.stderr).toContain("nothing of it is kept, as no run folder is");
    expect(triedIn(folder)).toBeGreaterThan(0);
  });

  it("begins anew without --resume, and where other settings are asked for", async () => {
    const folder = newFolder("anew");
    await run(folder, SWEEP, "unfinished 3 after SIGKILL");
    const other = SWEEP.map((word) =>
      word === "sellRisePct=2..9:1" ? "sellRisePct=2..8:1" : word,
    );

    const otherwise = await run(folder, [...other, "--resume"], "trials.jsonl 1 after SIGINT");
    const again = await run(folder, SWEEP, "trials.jsonl 1 after SIGINT");

    for (const { stderr } of [otherwise, again])
      expect(Number(/after (\d+) of/.exec(stderr)?.[1])).toBeLessThanOrEqual(16);
  });
});
