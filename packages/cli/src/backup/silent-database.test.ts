import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type SilentPostgres,
  silentPostgres,
} from "@sevenfold/adapters-persistence/testing/silent-postgres";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { EXIT } from "../failure.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { factsOf, MANIFEST_FILE, manifestOf, tableFileOf } from "./backup-manifest.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore-backup.ts";

const SILENCE = { answerTimeoutMs: 200, journal: undefined };
const NOW = new Date("2026-06-01T14:00:00Z");

let home = "";
let backup = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "sevenfold-silent-"));
  backup = join(home, "backup");
  const rows = join(backup, tableFileOf("users"));
  await mkdir(dirname(rows), { recursive: true });
  await writeFile(rows, "");
  const manifest = manifestOf({
    program: "0.0.0",
    createdAt: NOW.toISOString(),
    migrations: ["UsersAndPortfolios1700000000001"],
    tables: [{ name: "users", rows: 0, ...(await factsOf(rows)) }],
    sealedUnder: [],
  });
  await writeFile(join(backup, MANIFEST_FILE), JSON.stringify(manifest));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const servers: SilentPostgres[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) await server.close();
});
async function silent(manner: Parameters<typeof silentPostgres>[0] = {}): Promise<string> {
  const server = await silentPostgres(manner);
  servers.push(server);
  return server.url;
}

const AWAY = { name: "StorageUnavailable", message: expect.stringContaining("no answer for") };

it.each([
  ["says nothing more", {}],
  ["says a byte now and then", { dripsEveryMs: 50 }],
])("gives a backup up where a server lets it in and %s, and leaves nothing", async (_, manner) => {
  const place = { ...SILENCE, dataFolder: join(home, "unused"), databaseUrl: await silent(manner) };
  const to = await mkdtemp(join(home, "to-"));

  await expect(makeBackup(place, join(to, "one"), NOW)).rejects.toMatchObject(AWAY);
  expect(await readdir(to)).toEqual([]);
});

it("gives a restore up where a server lets it in and says nothing more, and leaves nothing", async () => {
  const dataFolder = await mkdtemp(join(home, "data-"));
  const place = { ...SILENCE, dataFolder, databaseUrl: await silent() };

  await expect(restoreBackup(place, backup, { replaces: true })).rejects.toMatchObject(AWAY);
  expect(await readdir(dataFolder)).toEqual([]);
});

it("takes away what it has written where it is interrupted, and says so", async () => {
  const to = await mkdtemp(join(home, "to-"));
  vi.stubEnv("DATA_DIR", await mkdtemp(join(home, "data-")));
  vi.stubEnv("DATABASE_URL", await silent());
  const exits = vi.spyOn(process, "exit").mockReturnValue(undefined as never);

  const writing = sevenfold("backup", "--without-exchange", "--to", to);
  await vi.waitFor(
    async () => expect(await readdir(to)).toEqual([expect.stringMatching(/\.partial$/)]),
    10_000,
  );
  process.emit("SIGTERM");
  expect(exits.mock.calls).toEqual([[EXIT.interrupted]]);
  exits.mockRestore();
  expect(await readdir(to)).toEqual([]);
  await servers.pop()?.close();
  expect((await writing).stderr).toMatch(/^sevenfold: interrupted; no backup was written\n/);
}, 30_000);

it("says what to do where a restore is interrupted", async () => {
  const dataFolder = await mkdtemp(join(home, "data-"));
  vi.stubEnv("DATA_DIR", dataFolder);
  vi.stubEnv("DATABASE_URL", await silent());
  const exits = vi.spyOn(process, "exit").mockReturnValue(undefined as never);

  const restoring = sevenfold("restore", "--without-exchange", backup);
  await vi.waitFor(async () => expect(await readdir(dataFolder)).toContain("restoring"), 10_000);
  process.emit("SIGINT");
  expect(exits.mock.calls).toEqual([[EXIT.interrupted]]);
  exits.mockRestore();
  await servers.pop()?.close();
  expect((await restoring).stderr).toMatch(
    /^sevenfold: interrupted; restore it again, with --replace if the database should turn out to be filled\n/,
  );
}, 30_000);

it("says that a backup before it has not ended, and leaves what that wrote", async () => {
  const to = await mkdtemp(join(home, "to-"));
  const killed = "sevenfold-2026-06-01T140000Z.partial";
  await mkdir(join(to, killed));
  vi.stubEnv("DATA_DIR", await mkdtemp(join(home, "data-")));
  const { close, url } = await silentPostgres();
  await close();
  vi.stubEnv("DATABASE_URL", url);

  const writing = await sevenfold("backup", "--without-exchange", "--to", to);
  expect(writing.stderr).toContain(
    `warning: ${join(to, killed)} is of a backup that has not ended; where none is at work, it was killed and may be deleted\n`,
  );
  expect(await readdir(to)).toEqual([killed]);
}, 30_000);

it("touches nothing of a backup that began in the same second", async () => {
  const to = await mkdtemp(join(home, "to-"));
  await mkdir(join(to, "one.partial", "database"), { recursive: true });

  const place = { ...SILENCE, dataFolder: join(home, "unused"), databaseUrl: await silent() };
  await expect(makeBackup(place, join(to, "one"), NOW)).rejects.toThrow("in the same second");
  expect(await readdir(join(to, "one.partial"))).toEqual(["database"]);
});

it("says of a server that takes connections and is silent that it does not answer", async () => {
  const to = await mkdtemp(join(home, "to-"));
  vi.stubEnv("DATA_DIR", await mkdtemp(join(home, "data-")));
  vi.stubEnv("DATABASE_URL", await silent({ letsIn: false }));

  const [writing, restoring] = await Promise.all([
    sevenfold("backup", "--without-exchange", "--to", to),
    sevenfold("restore", "--without-exchange", backup),
  ]);
  const away = "the database at DATABASE_URL does not answer";
  expect(writing.exitCode).toBe(EXIT.unexpected);
  expect(writing.stderr).toContain(away);
  expect(writing.stderr).toContain("; no backup was written\n");
  expect(restoring.exitCode).toBe(EXIT.unexpected);
  expect(restoring.stderr).toContain(away);
  expect(restoring.stderr).toContain("; restore it again then");
  expect(await readdir(to)).toEqual([]);
}, 30_000);

it.skipIf(process.platform === "win32")("does not wait for a journal that is a pipe", async () => {
  const to = await mkdtemp(join(home, "to-"));
  const journal = join(to, "journal.jsonl");
  execFileSync("mkfifo", [journal]);

  const place = { dataFolder: join(home, "unused"), journal };
  await expect(makeBackup(place, join(to, "one"), NOW)).rejects.toThrow(`${journal} is no file`);
  expect(await readdir(to)).toEqual(["journal.jsonl"]);
});
