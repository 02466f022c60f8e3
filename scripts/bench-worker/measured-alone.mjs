import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fail, inRoot } from "../workspace.mjs";

/** A PostgreSQL server that waits for its disk, as one in service does, and leaves the worker its core. */
export async function openDatabases() {
  const postgres = await import(
    inRoot("packages/adapters-persistence/dist/testing/temporary-postgres.js")
  );
  if (!postgres.canTestOnPostgres()) fail("Install PostgreSQL first.");
  leaveTheFirstCore();
  return postgres.startTestPostgres({ isDurable: true });
}

/**
 * What is started from here on runs on the other cores: a server that is woken by the worker is put on
 * the worker's core else, and each waits for the other while another core has nothing to do.
 */
function leaveTheFirstCore() {
  const cores = availableParallelism();
  if (!existsSync(TASKSET) || cores === 1) return;
  const others = `1-${cores - 1}`;
  execFileSync(TASKSET, ["-a", "-c", "-p", others, `${process.pid}`], { stdio: "ignore" });
}

/** Measures in a process of its own, kept to one core where the system can do that. */
export async function measuredAlone(databases, load, { profile }) {
  const databaseUrl = await databases.newDatabase();
  const node = [
    process.execPath,
    "--max-semi-space-size=64",
    ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
    inRoot("packages/cli/dist/testing/worker-load/worker-load-process.js"),
    JSON.stringify({ ...load, databaseUrl }),
  ];
  const [program, ...args] = existsSync(TASKSET) ? [TASKSET, "-c", "0", ...node] : node;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) fail(`The measurement of ${load.accounts} accounts ended with ${code}.`);
  return JSON.parse(said);
}

const TASKSET = "/usr/bin/taskset";
