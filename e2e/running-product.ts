import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 120_000;
const POLL_MS = 100;

/** The built product as a user starts it, on a port and in a data folder of its own. */
export interface RunningProduct {
  readonly url: string;
  /** Everything it has printed so far, over all its lives. */
  printed(): string;
  /** SIGKILL: what a crash leaves on disk is what there is. */
  kill(): Promise<void>;
  /** Freezes it (SIGSTOP), or lets it go on (SIGCONT). */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Starts it again on the same port and data, after `kill`, `stop` or `ended`. */
  restart(): Promise<void>;
  /** The same without waiting until it answers: it may be meant to end before. */
  begin(): void;
  /** Tells its preload something, and resolves with what that answers. */
  tell(message: unknown): Promise<unknown>;
  /** Resolves when it has ended by itself, with the signal that ended it. */
  ended(): Promise<NodeJS.Signals | undefined>;
  /** SIGTERM; answers the exit code (undefined: it had to be killed). */
  stop(): Promise<number | undefined>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

export interface ProductOptions {
  readonly isBegun?: boolean;
  /** What it is started by, such as `ip netns exec …`; it takes the place of that process. */
  readonly within?: readonly string[];
}

/**
 * `env` adds to what the product reads: HOURS, SEED, VOLATILITY, DATABASE_URL … `command` is what of
 * it runs, where it is not everything. Unless it `isBegun` here, it is by `begin` or `restart`.
 */
export async function startProduct(
  env: Record<string, string> = {},
  command: readonly string[] = ["serve"],
  { isBegun = true, within = [] }: ProductOptions = {},
): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Everything but the exchange is told by the environment.
  const flags = command.includes("exchange") ? ["--port", String(port)] : [];
  let output = "";
  let child: ChildProcess | undefined;

  function begin(): ChildProcess {
    const main = [process.execPath, "packages/cli/dist/main.js", ...command, ...flags];
    const [program = "", ...args] = [...within, ...main];
    const begun = spawn(program, args, {
      env: { ...surroundings(), PORT: String(port), DATA_DIR: folder, ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [begun.stdout, begun.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child = begun;
    return begun;
  }

  async function start(): Promise<void> {
    const before = output.length;
    await answering(begin(), command.includes("worker") ? undefined : url, () =>
      output.slice(before),
    );
  }

  async function tell(message: unknown): Promise<unknown> {
    if (child === undefined) throw new Error("The product does not run.");
    const answered = once(child, "message");
    child.send(message as object);
    return (await answered)[0];
  }

  async function ended(): Promise<NodeJS.Signals | undefined> {
    // Also what it said last is read by then.
    if (child !== undefined && !hasEnded(child)) await once(child, "close");
    return child?.signalCode ?? undefined;
  }

  async function stop(): Promise<number | undefined> {
    if (child === undefined || hasEnded(child)) return child?.exitCode ?? undefined;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await Promise.race([ended, pause(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    if (!hasEnded(child)) await kill();
    return child.exitCode ?? undefined;
  }

  async function kill(): Promise<void> {
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async function dispose(): Promise<void> {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    if (isBegun) await start();
  } catch (error) {
    await kill();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const printed = () => output;
  return {
    url,
    printed,
    kill,
    signal: (name) => void child?.kill(name),
    restart: start,
    begin: () => void begin(),
    tell,
    ended,
    stop,
    dispose,
  };
}

/** Only what a program needs to run: a DATABASE_URL of the person testing is not ours to touch. */
export function surroundings(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR = tmpdir(), SystemRoot = "" } = process.env;
  return { PATH, HOME, TMPDIR, TEMP: TMPDIR, SystemRoot };
}

/** Until it has said that it runs, and answers where it has an address. */
async function answering(
  child: ChildProcess,
  url: string | undefined,
  printed: () => string,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The product ended before it was ready:\n${printed()}`);
    if (printed().includes("Press Ctrl-C") && (url === undefined || (await answers(url)))) return;
    await pause(POLL_MS);
  }
  throw new Error(`The product did not answer within ${READY_WITHIN_MS} ms:\n${printed()}`);
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  return answer !== undefined && answer.status < 500;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  server.close();
  await once(server, "close");
  return address.port;
}
