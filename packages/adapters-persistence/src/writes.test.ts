import fc from "fast-check";
import { type DataSource, type EntityManager, EntitySchema, In, Not } from "typeorm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { count, day, exact, flag, instantAt, json, OPTIONAL, text } from "./columns.ts";
import { embeddedDataSource, serverDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
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
import { ask, namesOf, overwriting, recordsOf, rowsOf, selectionOf, tell } from "./statement.ts";
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

const THING = selectionOf(THINGS);
const NAMES = namesOf(THINGS);
const ADD = `
  INSERT INTO things (${NAMES}) SELECT ${NAMES} FROM json_populate_recordset(NULL::things, $1)`;
const PUT = `${ADD}
  ON CONFLICT (id) DO UPDATE SET ${overwriting(NAMES)}`;
const ALL = `SELECT ${THING.text} FROM things ORDER BY things.id`;
const NESTED = `SELECT json_agg(row_to_json(each)) AS told FROM (${ALL}) AS each`;

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
      amount: fc.maxSafeInteger(),
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
    const dataSource = embeddedDataSource(database.pglite).setOptions({ entities: [THINGS] });
    return { dataSource, close: () => database.close() };
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
  serverDataSource({ ...PATIENT, url, poolSize: 4, onConnectionLost: () => undefined }).setOptions({
    entities: [THINGS],
  });

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

  it("plain statements write and read the same rows, also as JSON within another row", () =>
    fc.assert(
      fc.asyncProperty(things, things, async (before, after) => {
        await opened.dataSource.query("DELETE FROM things");
        for (const rows of [before, after])
          await ask(manager, { name: "put", text: PUT, values: [recordsOf(THINGS, rows)] });

        const byId = new Map([...before, ...after].map((row) => [row.id, row] as const));
        const known = inOrder([...byId.values()]);
        expect(await all()).toEqual(known);
        expect(await rowsOf(manager, THING, { name: "all", text: ALL, values: [] })).toEqual(known);
        const { rows } = await ask(manager, { text: NESTED, values: [] });
        expect((rows[0].told ?? []).map(THING.rowFrom)).toEqual(known);
      }),
      { numRuns: 60 },
    ));

  it("a text that was cut within a character is kept, and a row with a zero character is not", async () => {
    const put = (words: string) =>
      ask(manager, { text: PUT, values: [recordsOf(THINGS, [{ id: 1, words, told: [words] }])] });

    await expect(put("cut \u{1F600}".slice(0, -1))).resolves.toMatchObject({ rowCount: 1 });
    expect(await all()).toEqual([{ id: 1, words: "cut \uFFFD", told: ["cut \uFFFD"] }]);
    await expect(put("zero \0")).rejects.toThrow();
  });

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

    await expect(remove(manager, THINGS, {})).rejects.toThrow("Empty criteria");
    await expect(overwrite(manager, THINGS, {}, { words: "all" })).rejects.toThrow(
      "Empty criteria",
    );
    await expect(remove(manager, THINGS, { colour: "red" } as object)).rejects.toThrow("colour");
    expect(await all()).toEqual([{ id: 1 }]);
  });

  it("a write that fails undoes its transaction, and is what is told of", async () => {
    await insert(manager, THINGS, { id: 1, words: "before" });
    const told = (inside: EntityManager, id: number) =>
      tell(inside, { text: ADD, values: [recordsOf(THINGS, [{ id }])] });
    const taken = (later: (inside: EntityManager) => Promise<unknown>) =>
      within(async (inside) => {
        await told(inside, 2);
        await told(inside, 1);
        await later(inside);
      });
    const reading = (inside: EntityManager) => findRows(inside, THINGS, { where: { id: 2 } });

    const ends: readonly Parameters<typeof taken>[0][] = [
      async () => undefined,
      (inside) => insert(inside, THINGS, { id: 1 }),
      (inside) => told(inside, 3),
      reading,
      // Whoever keeps to himself what he is told has saved nothing all the same.
      (inside) => reading(inside).catch(() => undefined),
      async () => {
        throw new Error("for a reason of its own");
      },
    ];
    for (const end of ends) await expect(taken(end)).rejects.toMatchObject({ code: "23505" });
    const kept = within(async (inside) => {
      await insert(inside, THINGS, { id: 2 });
      await insert(inside, THINGS, { id: 1 }).catch(() => undefined);
    });
    await expect(kept).rejects.toThrow("The transaction had failed before");
    expect(await all()).toEqual([{ id: 1, words: "before" }]);
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
      for (let id = 1; id <= 250; id += 1)
        await tell(inside, { text: ADD, values: [recordsOf(THINGS, [{ id }])] });

      expect(await findRows(inside, THINGS, { where: {} })).toHaveLength(250);
    }));
}
