import fc from "fast-check";
import { type DataSource, type EntityManager, EntitySchema, In, Not } from "typeorm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { count, day, exact, flag, instantAt, json, OPTIONAL, text } from "./columns.ts";
import { embeddedDataSource, serverDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { LookedUp } from "./plain-write.ts";
import {
  countRemoved,
  countUpdated,
  findRows,
  insert,
  insertIfNew,
  overwrite,
  put,
  remove,
  storedRow,
} from "./row.ts";
import { gateTo } from "./testing/gate.ts";
import { canTestOnPostgres, PATIENT, startTestPostgres } from "./testing/temporary-postgres.ts";
import { inTransaction } from "./transaction.ts";

interface Thing {
  readonly id: number;
  readonly words?: string;
  readonly amount?: number;
  readonly isGood?: boolean;
  readonly on?: string;
  readonly at?: number;
  readonly told?: unknown;
  readonly tags?: readonly string[];
}

const THINGS = new EntitySchema<Thing>({
  name: "things",
  columns: {
    id: count({ primary: true }),
    words: text(OPTIONAL),
    amount: exact(OPTIONAL),
    isGood: flag(OPTIONAL),
    on: day(OPTIONAL),
    at: instantAt(OPTIONAL),
    told: json(OPTIONAL),
    tags: text({ array: true, ...OPTIONAL }),
  },
});
const TABLE = `CREATE TABLE things (
  id bigint PRIMARY KEY, words text, amount numeric(19,4), is_good boolean, "on" date,
  at timestamptz(3), told jsonb, tags text[])`;

/** PostgreSQL's text knows no zero character. */
const words = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", "NULL", "null", '"', "\\", "{}", "{,}", "O'Neill", "a,b", " ", "$1", "\n"),
  )
  .map((each) => each.replaceAll("\0", ""));
const things = fc.uniqueArray(
  fc.record(
    {
      id: fc.integer({ min: 1, max: 30 }),
      words,
      amount: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      isGood: fc.boolean(),
      on: fc.constantFrom("2026-02-28", "1999-12-31"),
      at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      told: fc.oneof(words, fc.record({ deep: fc.array(words) }), fc.boolean()),
      tags: fc.array(words, { maxLength: 3 }),
    },
    { requiredKeys: ["id"] },
  ),
  { selector: ({ id }) => id, maxLength: 20 },
);

describe("on the embedded database", () => {
  describeWrites(async () => {
    const database = await openMemoryDatabase();
    return { dataSource: embeddedDataSource(database.pglite), close: () => database.close() };
  });
});

describe.skipIf(!canTestOnPostgres())("on a PostgreSQL server", () => {
  describeWrites(async () => {
    const postgres = await startTestPostgres();
    const url = await postgres.newDatabase();
    return { dataSource: dataSourceOf(url), close: () => postgres.stop() };
  });

  it("a transaction whose server goes away is told of as such", async () => {
    const postgres = await startTestPostgres();
    const gate = await gateTo(await postgres.newDatabase());
    const dataSource = dataSourceOf(gate.url);
    try {
      await dataSource.initialize();
      await dataSource.query(TABLE);
      const cutOff = inTransaction(dataSource, async (manager) => {
        await insert(manager, THINGS, { id: 1 });
        await gate.shut();
      });

      await expect(cutOff).rejects.toThrow(/terminated|not queryable|ECONNRESET|EPIPE/);
      await gate.open();
      expect(await findRows(dataSource.manager, THINGS, { where: {} })).toEqual([]);
    } finally {
      await dataSource.destroy();
      await gate.shut();
      await postgres.stop();
    }
  });
});

const dataSourceOf = (url: string): DataSource =>
  serverDataSource({ ...PATIENT, url, poolSize: 4, onConnectionLost: () => undefined });

function describeWrites(
  open: () => Promise<{ readonly dataSource: DataSource; close(): Promise<void> }>,
): void {
  let opened: Awaited<ReturnType<typeof open>>;
  let manager: EntityManager;
  beforeAll(async () => {
    opened = await open();
    await opened.dataSource.initialize();
    await opened.dataSource.query(TABLE);
    manager = opened.dataSource.manager;
  });
  beforeEach(() => opened.dataSource.query("DELETE FROM things"));
  afterAll(async () => {
    await opened?.dataSource.destroy();
    await opened?.close();
  });

  const all = () => findRows(manager, THINGS, { where: {}, order: { id: "ASC" } });
  const inOrder = (rows: readonly Thing[]) => rows.toSorted((a, b) => a.id - b.id);
  const within = <Value>(work: (inside: EntityManager) => Promise<Value>) =>
    inTransaction(opened.dataSource, work);

  it("rows are read as they were written, one by one or all at once", () =>
    fc.assert(
      fc.asyncProperty(things, fc.boolean(), async (rows, isAtOnce) => {
        await opened.dataSource.query("DELETE FROM things");
        if (isAtOnce) await insert(manager, THINGS, rows);
        else for (const row of rows) await insert(manager, THINGS, row);

        expect(await all()).toEqual(inOrder(rows));
      }),
      { numRuns: 60 },
    ));

  it("an overwritten row keeps nothing of the one before", () =>
    fc.assert(
      fc.asyncProperty(things, things, fc.boolean(), async (before, after, isPut) => {
        await opened.dataSource.query("DELETE FROM things");
        await insert(manager, THINGS, before);
        for (const row of after)
          if (isPut) await put(manager, THINGS, storedRow(THINGS, row), ["id"]);
          else await overwrite(manager, THINGS, { id: row.id }, row);

        const byId = new Map(before.map((row) => [row.id, row] as const));
        for (const row of after) if (isPut || byId.has(row.id)) byId.set(row.id, row);
        expect(await all()).toEqual(inOrder([...byId.values()]));
      }),
      { numRuns: 40 },
    ));

  it("a row is new only where its key is not taken", async () => {
    expect(await insertIfNew(manager, THINGS, { id: 1, words: "first" })).toBe(true);
    expect(await insertIfNew(manager, THINGS, { id: 1, words: "second" })).toBe(false);
    expect(await all()).toEqual([{ id: 1, words: "first" }]);
  });

  it("changes count the rows they change", async () => {
    await insert(manager, THINGS, [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);

    expect(await countUpdated(manager, THINGS, { id: In([1, 2]) }, { words: "new" })).toBe(2);
    expect(await countRemoved(manager, THINGS, { id: Not(In([1, 4])) })).toBe(2);
    expect(await countRemoved(manager, THINGS, { id: Not(4) })).toBe(1);
    expect(await all()).toEqual([{ id: 4 }]);
  });

  it("nothing is changed without a condition, or by one that is not understood", async () => {
    await insert(manager, THINGS, [{ id: 1 }]);

    await expect(async () => remove(manager, THINGS, {})).rejects.toThrow("things are changed by");
    await expect(async () => remove(manager, THINGS, { id: Not(Not(1)) })).rejects.toThrow();
    await expect(async () =>
      insert(manager, THINGS, { id: 2, colour: "red" } as Thing),
    ).rejects.toThrow("no column for colour");
    expect(await all()).toEqual([{ id: 1 }]);
  });

  it("a value is looked up by the insert itself", async () => {
    const inWords = (id: number, how: string) =>
      new LookedUp(String(id), (given) => `${given} || '${how}'`);
    await insert(manager, THINGS, [
      { id: 1, words: inWords(7, " looked up") },
      { id: 2, words: "given" },
      { id: 3, words: inWords(8, " by another way") },
    ]);

    expect((await all()).map((row) => row.words)).toEqual([
      "7 looked up",
      "given",
      "8 by another way",
    ]);
  });

  it("a write that fails undoes its transaction, and is what is told of", async () => {
    await insert(manager, THINGS, { id: 1, words: "before" });
    const taken = (later: (inside: EntityManager) => Promise<unknown>) =>
      within(async (inside) => {
        await insert(inside, THINGS, { id: 2 });
        await insert(inside, THINGS, { id: 1 });
        await later(inside);
      });
    const reading = (inside: EntityManager) => findRows(inside, THINGS, { where: { id: 2 } });

    const ends: readonly Parameters<typeof taken>[0][] = [
      async () => undefined,
      (inside) => insert(inside, THINGS, { id: 3 }),
      reading,
      // Whoever ignores what he is told has not saved it.
      (inside) => reading(inside).catch(() => undefined),
      async () => {
        throw new Error("for a reason of its own");
      },
    ];
    for (const end of ends) await expect(taken(end)).rejects.toMatchObject({ code: "23505" });
    expect(await all()).toEqual([{ id: 1, words: "before" }]);
  });

  it("a failure that the work keeps to itself undoes the transaction all the same", async () => {
    await expect(
      within(async (inside) => {
        await insert(inside, THINGS, { id: 1 });
        await countUpdated(inside, THINGS, { id: 1 }, { words: "zero \0" }).catch(() => undefined);
      }),
    ).rejects.toThrow();
    expect(await all()).toEqual([]);
  });

  it("work that throws leaves nothing behind, and its connection to the next", async () => {
    for (let turn = 0; turn < 10; turn += 1)
      await expect(
        within(async (inside) => {
          await insert(inside, THINGS, { id: turn });
          throw new Error("changed its mind");
        }),
      ).rejects.toThrow("changed its mind");

    await within((inside) => insert(inside, THINGS, { id: 1 }));
    expect(await all()).toEqual([{ id: 1 }]);
  });

  it("a transaction sees its own writes, however many they are", () =>
    within(async (inside) => {
      for (let id = 1; id <= 250; id += 1) await insert(inside, THINGS, { id });

      expect(await findRows(inside, THINGS, { where: {} })).toHaveLength(250);
    }));
}
