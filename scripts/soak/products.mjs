import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fail, inRoot } from "../workspace.mjs";

const MANY = "100000000";
const MAIN = inRoot("packages/cli/dist/main.js");

/** The product as a firm runs it: PostgreSQL, the exchange, an API and a worker, each by itself. */
export async function startProducts(accounts) {
  const postgres = await import(
    inRoot("packages/adapters-persistence/dist/testing/temporary-postgres.js")
  );
  if (!postgres.canTestOnPostgres()) fail("Install PostgreSQL first.");
  const folder = mkdtempSync(join(tmpdir(), "sevenfold-soak-"));
  const server = await postgres.startTestPostgres({ isDurable: true });
  const databaseUrl = await server.newDatabase();
  const port = await freePort();
  const exchangeArgs = [
    ...["exchange", "--port", String(port), "--control", "--requests-per-minute", MANY],
    ...["--journal", join(folder, "exchange.jsonl"), "--volatility", "8"],
  ];
  const common = {
    DATABASE_URL: databaseUrl,
    EXCHANGE_URL: `http://127.0.0.1:${port}`,
    CREDENTIALS_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "info",
    ORDERS_PER_MINUTE_MAX: "100000",
    RATE_LIMIT_ADDRESS: MANY,
    RATE_LIMIT_USER: MANY,
    RATE_LIMIT_DEMO: MANY,
    DEMO_ACCOUNTS_MAX: String(accounts),
  };
  const running = new Map();
  const events = new Map();
  const start = async (name, args, env, address) => {
    const child = spawn(process.execPath, ["--max-semi-space-size=64", MAIN, ...args], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.set(name, child);
    createInterface({ input: child.stderr }).on("line", (line) => note(events, name, line));
    return addressOf(child, name, address);
  };
  const startExchange = () => start("exchange", exchangeArgs, {}, /running on (http:\/\/[\w.:]+)/);
  await startExchange();
  const api = await start(
    "api",
    ["api"],
    { ...common, PORT: "0", DATA_DIR: join(folder, "api") },
    /running on (http:\/\/[\w.:]+)/,
  );
  const worker = await start(
    "worker",
    ["worker"],
    { ...common, HEALTH_PORT: "0", DATA_DIR: join(folder, "worker") },
    /measures on (http:\/\/[\w.:]+)/,
  );
  const end = async (name, signal) => {
    const child = running.get(name);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    child.kill("SIGCONT");
    await ended;
  };
  return {
    urls: { api, worker, exchange: common.EXCHANGE_URL },
    events,
    query: (sql) => postgres.query(databaseUrl, sql),
    pidOf: (name) => running.get(name).pid,
    signal: (name, signal) => running.get(name).kill(signal),
    /** As by a crash; it is back on its journal when the answered promise is. */
    async crashExchange() {
      await end("exchange", "SIGKILL");
      await startExchange();
    },
    async stop() {
      for (const name of ["worker", "api", "exchange"]) await end(name, "SIGTERM");
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a process warns of, counted by its event. */
function note(events, name, line) {
  try {
    const { level, msg } = JSON.parse(line);
    if (level < 40) return;
    const key = `${name}: ${msg}`;
    events.set(key, (events.get(key) ?? 0) + 1);
  } catch {
    events.set(`${name}: ${line.slice(0, 120)}`, (events.get(line) ?? 0) + 1);
  }
}

function addressOf(child, name, pattern) {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const address = pattern.exec(said)?.[1];
      if (address !== undefined) resolve(address.replace("localhost", "127.0.0.1"));
    });
    child.once("exit", (code) => reject(new Error(`The ${name} ended with ${code}: ${said}`)));
  });
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
