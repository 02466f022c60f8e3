import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../main.js", import.meta.url));
/** Longer than any start takes on a busy machine. */
const STARTED_WITHIN_MS = 120_000;

/** A process of the built product. */
export interface RunningProcess {
  /** When it was begun, on the clock that never steps. */
  readonly begunMs: number;
  /** Where it serves, once it says so. */
  address(): Promise<string>;
  /** Hears every line of its log from now on, until the returned function is called. */
  hear(hear: (line: string) => void): () => void;
  /** SIGKILL: it saves nothing and gives nothing back. */
  kill(): Promise<void>;
}

export function startProcess(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProcess {
  const { PATH = "", HOME = "" } = process.env;
  const begunMs = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...command], {
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const hearers = new Set<(line: string) => void>();
  createInterface({ input: child.stderr! }).on("line", (line) => {
    for (const hear of hearers) hear(line);
  });
  return {
    begunMs,
    address: () => addressOf(child),
    hear(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What it prints first is where it serves. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  const late = AbortSignal.timeout(STARTED_WITHIN_MS);
  return new Promise((resolve, reject) => {
    let said = "";
    stdout?.on("data", (chunk) => {
      said += chunk;
      const [address] = /http:\/\/[\w.:[\]]+/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    stdout?.once("close", () => reject(new Error(`It ended before it served: ${said}`)));
    late.addEventListener("abort", () => reject(new Error(`It does not serve: ${said}`)));
  });
}
