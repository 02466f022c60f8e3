import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { holdRestored } from "@sevenfold/application/brokers/hold-restored";
import type { Tables } from "@sevenfold/application/ports/stores/storage";
import {
  AAPL,
  after,
  dollars,
  NOON,
  seed,
  someFill,
  someOrder,
} from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { shares } from "@sevenfold/domain/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresAnnouncer } from "../announcements/postgres-announcer.ts";
import { type OpenStorage, openStorage } from "../open-storage.ts";
import { DatabaseTooNew } from "../tables-ahead.ts";
import { gateTo } from "../testing/gate.ts";
import {
  canTestOnPostgres,
  PATIENT,
  query,
  startTestPostgres,
  type TestPostgres,
} from "../testing/temporary-postgres.ts";
import { type DatabasePlace, NothingToBackUp, openDatabaseSession } from "./database-session.ts";
import { type DumpedDatabase, dumpTables } from "./dump-tables.ts";
import { RestoreRefused, restoreTables } from "./restore-tables.ts";

/** Many times what a silent server is given. */
const STUCK_MS = 30_000;
const home = mkdtempSync(join(tmpdir(), "sevenfold-dump-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let made = 0;
const embedded = async (): Promise<DatabasePlace> => {
  made += 1;
  return { dataFolder: join(home, `data-${made}`) };
};

describe("the tables of the embedded database", () => describeDumps(embedded));

describe.skipIf(!canTestOnPostgres())("the tables of a PostgreSQL server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());
  const onServer = async (): Promise<DatabasePlace> => ({
    dataFolder: "",
    databaseUrl: await postgres.newDatabase(),
  });

  describeDumps(onServer);

  it("are read as they stood at one moment, whatever is written meanwhile", async () => {
    const place = await onServer();
    const opened = await open(place);
    const { account } = await seed(opened.storage);
    let cash = 0;
    const dump = await dumped(place, async () => {
      cash += 1;
      await opened.storage.transact((tables) =>
        tables.accounts.change(account.id, (row) => ({ ...row, cash: dollars(cash) })),
      );
    });
    await opened.close();

    expect(cash).toBeGreaterThan(3);
    const [row] = dump.lines.get("user_broker_profiles") ?? [];
    expect(JSON.parse(row!)).toMatchObject({ id: account.id });
    expect(row).not.toMatch(/"cash":(10000|20000|30000)\b/);
  });

  it("are not written where Sevenfold is at work, nor over others without being told to", async () => {
    const dump = await sampleDump();
    const place = await onServer();
    const opened = await open(place);
    const { account } = await seed(opened.storage);
    await expect(restored(place, dump)).rejects.toThrow(/at work on this database/);
    await opened.close();
    await expect(restored(place, dump)).rejects.toThrow(RestoreRefused);

    const aside = await restored(place, dump, { setsAside: true });
    const kept = await query(place.databaseUrl!, `SELECT id FROM ${aside}.user_broker_profiles`);
    expect(kept).toEqual([{ id: account.id }]);
  });

  it("are not written where a process of Sevenfold has nothing to ask for a while", async () => {
    const place = await onServer();
    const idle = await listening(place);

    await expect(restored(place, await sampleDump())).rejects.toThrow(/at work on this database/);
    await idle.close();
  });

  it("are given up where the server falls silent, and none of them is there", async () => {
    const dump = await sampleDump();
    const databaseUrl = await postgres.newDatabase();
    const gate = await gateTo(databaseUrl);
    const place = { dataFolder: "", databaseUrl: gate.url, answerTimeoutMs: 1_000 };
    async function* readRows() {
      gate.silence();
      yield [] as readonly string[];
    }

    const restoring = restoreTables(place, { ...dump, readRows });
    const given = restoring.then(String, ({ name }: Error) => name);
    const outcome = await Promise.race([given, pause(STUCK_MS, "waits")]);
    await gate.shut();
    expect(outcome).toBe("StorageUnavailable");
    await expect(dumped({ dataFolder: "", databaseUrl })).rejects.toThrow(NothingToBackUp);
  });

  it("go from the embedded database to a server", async () => {
    const dump = await sampleDump();
    const place = await onServer();
    await restored(place, dump);

    expect((await dumped(place)).lines).toEqual(dump.lines);
  });
});

function describeDumps(newPlace: () => Promise<DatabasePlace>): void {
  it("are the same again in another database, to the last digit, and work on", async () => {
    const place = await newPlace();
    const opened = await open(place);
    const { account } = await seed(opened.storage);
    const order = someOrder(account.id);
    await opened.storage.transact(async (tables) => {
      await tables.orders.add(order);
      await tables.fills.add(someFill(account.id));
      await tables.audit.add({ at: NOON, userId: account.userId, action: "sign-in" });
      await tables.accounts.change(account.id, (row) => ({
        ...row,
        cash: (Number.MAX_SAFE_INTEGER - 1) as typeof row.cash,
      }));
      await tables.positions.put({
        accountId: account.id,
        ticker: AAPL,
        quantity: shares(3),
        costBasis: dollars(1),
        isManaged: true,
        updatedAt: NOON,
      });
    });
    await opened.close();

    const dump = await dumped(place);
    const elsewhere = await newPlace();
    await restored(elsewhere, dump);

    expect((await dumped(elsewhere)).lines).toEqual(dump.lines);
    const again = await open(elsewhere);
    expect(again.migrated).toEqual([]);
    expect((await again.storage.read.accounts.byId(account.id))?.cash).toBe(
      Number.MAX_SAFE_INTEGER - 1,
    );
    // Numbers go on where they were, and what may not be changed still may not.
    await again.storage.transact((tables) => tables.orders.add(someOrder(account.id)));
    expect(await again.storage.read.orders.latest(account.id, 5)).toHaveLength(2);
    await again.close();
  });

  it("leave nothing behind when putting them back is cut short", async () => {
    const dump = await sampleDump();
    const place = await newPlace();
    let tables = 0;
    const cut = {
      ...dump,
      readRows: (table: string) => {
        tables += 1;
        if (5 < tables) throw new Error("the power is gone");
        return dump.readRows(table);
      },
    };
    await expect(restoreTables(place, cut)).rejects.toThrow("the power is gone");
    await expect(dumped(place)).rejects.toThrow(NothingToBackUp);

    await restored(place, dump);
    expect((await dumped(place)).lines).toEqual(dump.lines);
  });

  it("of a newer version are refused", async () => {
    const dump = await sampleDump();
    const migrations = [...dump.database.migrations, "ExpandFuture1999999999999"];

    await expect(restoreTables(await newPlace(), { ...dump, migrations })).rejects.toThrow(
      DatabaseTooNew,
    );
  });

  it("of an older version are brought up to date as they are put back", async () => {
    const dump = await sampleDump();
    const place = await newPlace();
    const older = { ...dump, migrations: dump.database.migrations.slice(0, -1) };
    await restoreTables(place, { ...older, tables: [] });

    const opened = await open(place);
    expect(opened.migrated).toEqual([]);
    await opened.close();
    expect((await dumped(place)).database.migrations).toEqual(dump.database.migrations);
  });

  it("are there with what is to be written beside them, or not at all (P16)", async () => {
    const dump = await sampleDump();
    const place = await newPlace();
    const hold = (tables: Tables) => holdRestored(tables, { at: after(1), madeAt: NOON });
    const cut = async (tables: Tables) => {
      await hold(tables);
      throw new Error("the power is gone");
    };
    await expect(restoreTables(place, dump, { alsoWrite: cut })).rejects.toThrow(
      "the power is gone",
    );
    await expect(dumped(place)).rejects.toThrow(NothingToBackUp);

    await restoreTables(place, dump, { alsoWrite: hold });

    const { close, storage } = await open(place);
    const [account] = await storage.read.accounts.all();
    expect(account?.reductions).toMatchObject([{ because: "restored", at: after(1) }]);
    expect(await storage.read.settings.of(account!.id)).toMatchObject({
      automationEnabled: false,
      version: 3,
    });
    await close();
  });
}

interface Dump extends Pick<DumpedDatabase, "migrations" | "tables"> {
  readonly database: DumpedDatabase;
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly readRows: (table: string) => AsyncIterable<readonly string[]>;
}

let sample: Promise<Dump> | undefined;
const sampleDump = (): Promise<Dump> => {
  sample ??= (async () => {
    const place = await embedded();
    const opened = await open(place);
    const { account } = await seed(opened.storage);
    await opened.storage.transact(({ settings }) =>
      settings.change(account.id, "a test", (row) => ({ ...row, automationEnabled: true })),
    );
    await opened.close();
    return dumped(place);
  })();
  return sample;
};

async function dumped(place: DatabasePlace, between: () => Promise<void> = async () => undefined) {
  const lines = new Map<string, string[]>();
  const session = await openDatabaseSession(place);
  try {
    const database = await dumpTables(session, async (table, text) => {
      lines.set(table, [...(lines.get(table) ?? []), ...text.trimEnd().split("\n")]);
      await between();
    });
    async function* readRows(table: string) {
      yield lines.get(table) ?? [];
    }
    return { ...database, database, lines, readRows } satisfies Dump;
  } finally {
    await session.close();
  }
}

const restored = (place: DatabasePlace, dump: Dump, choice: { setsAside?: boolean } = {}) =>
  restoreTables(place, dump, choice);

/** All that a process keeps of its connections while it has nothing to ask. */
const listening = ({ databaseUrl = "" }: DatabasePlace) =>
  openPostgresAnnouncer({ url: databaseUrl, local: inMemoryAnnouncer(), log: recordingLog() });

const open = ({ databaseUrl, dataFolder }: DatabasePlace): Promise<OpenStorage> =>
  openStorage({ ...PATIENT, dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
