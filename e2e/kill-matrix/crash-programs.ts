import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { embeddedDataSource, serverDataSource } from "@sevenfold/adapters-persistence/data-source";
import { openEmbeddedDatabase } from "@sevenfold/adapters-persistence/embedded-database";
import { migrate } from "@sevenfold/adapters-persistence/migrate";
import { MIGRATIONS } from "@sevenfold/adapters-persistence/migrations/migrations";
import { surroundings } from "../running-product.ts";
import type { CrashPoint } from "./crash-point.ts";

/** So many migrations a database lacks that an older version has made. */
const MIGRATIONS_MISSING = 3;

/** Makes the tables as they were some versions ago. */
export async function makeOldDatabase(at: {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}): Promise<void> {
  const old = MIGRATIONS.slice(0, -MIGRATIONS_MISSING);
  const embedded =
    at.databaseUrl === undefined ? await openEmbeddedDatabase(at.dataFolder) : undefined;
  const tables = embedded
    ? embeddedDataSource(embedded.pglite, old)
    : serverDataSource({
        url: at.databaseUrl ?? "",
        poolSize: 4,
        connectTimeoutMs: 60_000,
        onConnectionLost: () => undefined,
        migrations: old,
      });
  await tables.initialize();
  await migrate(tables);
  await tables.destroy();
  await embedded?.close();
}

/** A start that dies between two migrations. */
export const MIGRATING: CrashPoint = {
  name: "K20",
  steps: Array.from({ length: MIGRATIONS_MISSING - 1 }, () => ({
    kind: "statement",
    text: 'INSERT INTO "migrations"',
    when: "before",
  })),
};

/** One column's secrets stand under the new key, the next column's do not yet. */
const REWRAPPING: CrashPoint = {
  name: "K21",
  steps: [
    {
      kind: "statement",
      text: "^UPDATE user_broker_credentials SET encrypted_secret_key",
      when: "before",
    },
  ],
};

/**
 * Puts the credentials under a new key, which is killed on the way and run once more. The settings
 * know the new key alone from then on. Answers what the killed one said; rejects where it was not killed there.
 */
export async function rewrapCredentials(settings: Record<string, string>): Promise<string> {
  const CREDENTIALS_KEY = randomBytes(32).toString("base64");
  const both = {
    ...settings,
    CREDENTIALS_KEY,
    CREDENTIALS_KEYS_OLD: settings.CREDENTIALS_KEY ?? "",
  };
  const first = rotation(both);
  first.process.send(REWRAPPING);
  await first.ended;
  if (first.process.signalCode !== "SIGKILL" || !first.printed().includes("killed at K21: "))
    throw new Error(`K21 was not met. The rotation said:\n${first.printed()}`);
  const second = rotation(both);
  await second.ended;
  if (second.process.exitCode !== 0)
    throw new Error(`The rotation does not go on:\n${second.printed()}`);
  settings.CREDENTIALS_KEY = CREDENTIALS_KEY;
  return first.printed();
}

interface Rotation {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  printed(): string;
}

function rotation(settings: Record<string, string>): Rotation {
  const rotating = spawn(process.execPath, ["packages/cli/dist/main.js", "credentials", "rotate"], {
    env: { ...surroundings(), ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [rotating.stdout, rotating.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  return { process: rotating, ended: once(rotating, "close"), printed: () => said };
}
