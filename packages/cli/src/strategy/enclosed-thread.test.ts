import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BUILT = new URL("../../dist/strategy/enclosed-thread.js", import.meta.url).href;
const { enclosedThread } = (await import(BUILT)) as typeof import("./enclosed-thread.ts");

const THREAD = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", (message) => {
    parentPort.postMessage({ pid: process.pid, environment: Object.keys(process.env), message });
    if (message === "loop") for (;;);
    if (message === "exit") setTimeout(() => process.exit(), 50);
    if (message === "throw") setTimeout(() => { throw new Error("no idea"); }, 50);
  });
`;
/** Begins a thread that loops, says of which process, and stays. */
const KEEPER = `
  const [built, file] = process.argv.slice(2);
  const { enclosedThread } = await import(built);
  const thread = enclosedThread({ file, memoryMb: 64, youngMb: 8 });
  const answer = thread.next();
  thread.say("loop");
  console.log((await answer).message.pid);
`;

let folder = "";
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sevenfold-enclosed-"));
  fileOf("thread.mjs", THREAD);
});
afterAll(() => rmSync(folder, { recursive: true }));

const thread = () => pathToFileURL(join(folder, "thread.mjs")).href;
const begun = () =>
  enclosedThread({ file: thread(), workerData: undefined, memoryMb: 64, youngMb: 8 });

const asked = async (from: ReturnType<typeof begun>, message: string) => {
  const answer = from.next();
  from.say(message);
  const news = await answer;
  if (news.kind !== "said") throw new Error(`It said ${news.kind}.`);
  return news.message as { readonly pid: number; readonly environment: readonly string[] };
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("a thread in a process of its own", () => {
  it("has nothing of this one's environment, and answers in order", async () => {
    const one = begun();

    const first = await asked(one, "one");
    const second = await asked(one, "two");
    one.end();

    expect([first, second]).toMatchObject([
      { message: "one", environment: [] },
      { message: "two", pid: first.pid },
    ]);
    expect(first.pid).not.toBe(process.pid);
    expect(await one.next()).toEqual({ kind: "ended", by: "SIGKILL" });
  });

  it("outlives a signal that is meant for all processes of a service", async () => {
    const one = begun();
    const { pid } = await asked(one, "one");

    process.kill(pid, "SIGTERM");
    process.kill(pid, "SIGINT");

    await expect(asked(one, "two")).resolves.toMatchObject({ message: "two" });
    one.end();
  });

  it.each([
    ["exit", { kind: "ended" }],
    ["throw", { kind: "failed", says: "no idea" }],
  ])("that comes to its end unasked (%s) says so to who asks later", async (message, said) => {
    const one = begun();
    const { pid } = await asked(one, message);
    await expect.poll(() => isRunning(pid)).toBe(false);

    expect(await one.next()).toMatchObject(said);
  });

  it("ends with who began it, also in the midst of a loop", async () => {
    const program = fileOf("keeper.mjs", KEEPER);
    const keeper = spawn(process.execPath, [program, BUILT, thread()]);
    const pid = await new Promise<number>((resolve) =>
      keeper.stdout.once("data", (chunk) => resolve(Number(String(chunk)))),
    );
    expect(isRunning(pid)).toBe(true);

    keeper.kill("SIGKILL");

    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  });
});
