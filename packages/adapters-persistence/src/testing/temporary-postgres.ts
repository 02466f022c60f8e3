import { execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { postgresBinaries, unprivileged } from "./postgres-binaries.ts";

const run = promisify(execFile);

/** For what `openStorage` is given of a test's server: many at once wait long on a busy machine. */
export const PATIENT = { dataFolder: "", connectTimeoutMs: 60_000 } as const;

/** A PostgreSQL server for one test file. */
export interface TestPostgres {
  /** The address of a database nobody has used. */
  newDatabase(): Promise<string>;
  /** Removes the databases, and the server when it is ours. */
  stop(): Promise<void>;
}

/**
 * Whether tests on a server run: on the one DATABASE_URL_TEST names, else on one started from the
 * installed programs. With CI=true they always do, and fail where there is none.
 */
export function canTestOnPostgres(): boolean {
  if (process.env.DATABASE_URL_TEST || postgresBinaries() || process.env.CI === "true") return true;
  process.stderr.write(
    "Skipping the tests on a PostgreSQL server: none is installed and DATABASE_URL_TEST is not set.\n",
  );
  return false;
}

/** Never the server that happens to run on this machine: its databases are somebody's. */
export async function startTestPostgres({
  isDurable = false,
}: {
  /** It waits for its disk, as one in service does: for what is measured. */
  readonly isDurable?: boolean;
} = {}): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL_TEST;
  if (given) return databasesOf(given, async () => undefined);
  const binaries = postgresBinaries();
  if (!binaries) throw new Error("no PostgreSQL is installed and DATABASE_URL_TEST is not set");
  return startOwn(binaries, isDurable);
}

async function startOwn(binaries: string, isDurable: boolean): Promise<TestPostgres> {
  const owner = unprivileged();
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-postgres-"));
  const password = randomBytes(12).toString("hex");
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  if (owner) for (const path of [folder, passwordFile]) await chown(path, owner.uid, owner.gid);

  const cluster = join(folder, "cluster");
  const setUp = ["-D", cluster, "-U", "sevenfold", "--auth=scram-sha-256", "-E", "UTF8"];
  await run(join(binaries, "initdb"), [...setUp, "--locale=C", `--pwfile=${passwordFile}`], {
    ...owner,
    cwd: folder,
  });

  const port = await freePort();
  const server = spawn(
    "/bin/sh",
    [
      ...["-c", GUARDED, "sh", join(binaries, "postgres"), cluster, String(port)],
      isDurable ? "on" : "off",
    ],
    {
      ...owner,
      cwd: folder,
      stdio: ["pipe", "ignore", "pipe"],
    },
  );
  let said = "";
  server.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const stop = async () => {
    server.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  const url = `postgres://sevenfold:${password}@127.0.0.1:${port}/postgres`;
  try {
    await answering(url);
  } catch (error) {
    await stop();
    throw new Error(`the temporary PostgreSQL does not answer. It said: ${said}`, { cause: error });
  }
  return databasesOf(url, stop);
}

/**
 * The server lives as long as our end of its standard input: also a killed test run leaves none
 * behind.
 */
const GUARDED = `
  "$1" -D "$2" -k "$2" -p "$3" -c listen_addresses=127.0.0.1 -c "fsync=$4" -c max_connections=100 \\
    </dev/null & server=$!
  cat >/dev/null
  kill -INT $server
  wait $server`;

async function answering(url: string): Promise<void> {
  for (let tries = 1_000; ; tries -= 1)
    try {
      await query(url, "SELECT 1");
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

function databasesOf(serverUrl: string, stop: () => Promise<void>): TestPostgres {
  const names: string[] = [];
  return {
    async newDatabase() {
      const name = `sevenfold_test_${randomUUID().replaceAll("-", "")}`;
      await query(serverUrl, `CREATE DATABASE ${name}`);
      names.push(name);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      for (const name of names) await query(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await stop();
    },
  };
}

/** One statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  try {
    await client.connect();
    return (await client.query(sql)).rows as readonly object[];
  } finally {
    await client.end();
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
