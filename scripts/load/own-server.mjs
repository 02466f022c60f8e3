import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { fail, inRoot } from "../workspace.mjs";

const MANY = "100000000";
/** So that what is measured is the server and not its limits. */
export const NO_LIMITS = {
  RATE_LIMIT_ADDRESS: MANY,
  RATE_LIMIT_USER: MANY,
  RATE_LIMIT_DEMO: MANY,
};

/** A PostgreSQL of its own; it ends with its `stop`. */
export async function ownPostgres(options) {
  const postgres = await import(
    inRoot("packages/adapters-persistence/dist/testing/temporary-postgres.js")
  );
  if (!postgres.canTestOnPostgres()) fail("Install PostgreSQL, or name a server with --url.");
  const database = await postgres.startTestPostgres(options);
  return { ...database, query: postgres.query };
}

/**
 * A part of the product on a database, all of it unless said otherwise; it ends with its `stop`. With a
 * `niceness` it steps back where processors are short.
 */
export async function ownServer({
  databaseUrl,
  env = NO_LIMITS,
  command = ["serve"],
  niceness = 0,
}) {
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-load-"));
  const main = inRoot("packages/cli/dist/main.js");
  const product = spawn(process.execPath, ["--max-semi-space-size=64", main, ...command], {
    env: { ...process.env, PORT: "0", DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (0 < niceness) setPriority(product.pid, niceness);
  return {
    url: await addressOf(product),
    rssMb: () => rssMbOf(product.pid),
    async stop() {
      const ended = new Promise((resolve) => product.once("close", resolve));
      product.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the process has in memory, where the system tells. */
function rssMbOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

function addressOf(product) {
  return new Promise((resolve, reject) => {
    let said = "";
    product.stdout.on("data", (chunk) => {
      said += chunk;
      const address = /http:\/\/[\w.:[\]]+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    product.once("close", () => reject(new Error(`The server ended: ${said}`)));
  });
}
