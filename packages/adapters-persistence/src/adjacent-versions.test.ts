import type { MigrationInterface, QueryRunner } from "typeorm";
import { describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate, requireMigrated } from "./migrate.ts";
import { CONTRACTS_TO_COME, MIGRATIONS } from "./migrations/migrations.ts";
import { DatabaseTooNew, tablesAhead } from "./tables-ahead.ts";
import { type SchemaSnapshot, schemaSnapshot } from "./testing/schema-snapshot.ts";

/**
 * Migrations that a program of the version before cannot work beside: before one of them all of its
 * processes have to be stopped. docs/operations.md says so. No new one may come here: what a version
 * stops using, the one after it may take away, by a migration that says so in its name.
 */
const STOPS_THE_VERSION_BEFORE: Readonly<Record<string, string>> = {
  SignInAndAudit1700000000005: "users need names folded by the program, and unique ones",
  TokenRights1700000000022: "each token needs an end",
  OrdersTakenBack1700000000024: "each sale needs its kind and its cancels",
  Billing1700000000030: "a customer of the payment provider belongs to one user",
};

describe("a migration", () => {
  it("leaves the version before at work: it adds, widens and takes nothing away", async () => {
    const { pglite, close } = await openMemoryDatabase();
    const dataSource = await embeddedDataSource(pglite).initialize();
    const runner = dataSource.createQueryRunner();
    const found: Record<string, readonly string[]> = {};
    let before = await schemaSnapshot(pglite);
    for (const Migration of MIGRATIONS) {
      const migration = new Migration();
      await migration.up(runner);
      const after = await schemaSnapshot(pglite);
      const narrowed = narrowings(before, after);
      if (0 < narrowed.length) found[migration.name] = narrowed;
      before = after;
    }
    await runner.release();
    await dataSource.destroy();
    await close();

    const unsaid = Object.entries(found).filter(([name]) => !/^Contract[A-Z]/.test(name));
    expect(unsaid.filter(([name]) => !(name in STOPS_THE_VERSION_BEFORE))).toEqual([]);
    expect(unsaid.map(([name]) => name)).toEqual(Object.keys(STOPS_THE_VERSION_BEFORE));
  });

  it("says by its name whether it expands or contracts, from 0038 on", () => {
    const names = MIGRATIONS.map((Migration) => new Migration().name);
    const silent = names.filter((name) => 38 <= Number(name.slice(-4)) && !SAYS.test(name));

    expect(silent).toEqual([]);
    expect(CONTRACTS_TO_COME.filter((name) => !/^Contract[A-Z]/.test(name))).toEqual([]);
  });
});

const SAYS = /^(Expand|Contract)[A-Z]/;

/** Versions to come: one that adds, and after it one that takes away. */
const ExpandNotes = nextVersion(
  "ExpandNotes1700000009998",
  "ALTER TABLE users ADD COLUMN notes text",
);
const ContractLabels = nextVersion(
  "ContractLabels1700000009999",
  "ALTER TABLE user_broker_profiles DROP COLUMN account_label",
);

function nextVersion(name: string, statement: string): new () => MigrationInterface {
  return class {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(statement);
    }

    async down(): Promise<void> {
      throw new Error("a next version is not taken back");
    }
  };
}

describe("a program on tables that the next version has migrated", () => {
  it("starts beside what expands, and is told why it does not beside what contracts", async () => {
    const { pglite, close } = await openMemoryDatabase();
    const versionWith = (...more: readonly (new () => MigrationInterface)[]) =>
      embeddedDataSource(pglite, [...MIGRATIONS, ...more]).initialize();
    const upgradeTo = async (...more: readonly (new () => MigrationInterface)[]) => {
      const version = await versionWith(...more);
      const { applied } = await migrate(version);
      await version.destroy();
      return applied.at(-1);
    };
    const startedAndLookedOn = async () => {
      const version = await versionWith();
      const ends = [
        await endOf(() => migrate(version)),
        await endOf(() => requireMigrated(version)),
      ];
      await version.destroy();
      return ends;
    };

    expect(await upgradeTo(ExpandNotes)).toBe("ExpandNotes1700000009998");
    const beside = { applied: [], ahead: ["ExpandNotes1700000009998"] };
    expect(await startedAndLookedOn()).toEqual([beside, beside]);

    expect(await upgradeTo(ExpandNotes, ContractLabels)).toBe("ContractLabels1700000009999");
    const refusals = await startedAndLookedOn();
    await close();
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(DatabaseTooNew);
      expect(String(refusal)).toContain(
        "newer version of Sevenfold, which took away or changed what this one uses " +
          "(ContractLabels1700000009999). Update the program",
      );
    }
  });

  it("does not start beside what does not say what it is", () => {
    for (const name of ["Notes3", "Expanded3", "expandNotes3", "ContractLabels3"])
      expect(() => tablesAhead(["Users1"], ["Users1", name])).toThrow(`(${name})`);
  });

  it("starts beside a contract that it does without already", () => {
    const known = ["Users1", "Orders2"];
    const done = [...known, "ExpandNotes3", "ContractLabels4"];

    expect(tablesAhead(known, done, ["ContractLabels4"])).toEqual([
      "ExpandNotes3",
      "ContractLabels4",
    ]);
    expect(() => tablesAhead(known, done, ["ContractOthers4"])).toThrow("(ContractLabels4)");
  });

  it("does not mix its own migrations into those of another line of versions", () => {
    expect(tablesAhead(["Users1", "Orders2"], ["Users1"])).toEqual([]);
    expect(() => tablesAhead(["Users1", "Orders2"], ["Users1", "ExpandNotes3"])).toThrow(
      "it has ExpandNotes3 and lacks Orders2",
    );
  });
});

/** What it answered, or why it did not. */
const endOf = (start: () => ReturnType<typeof migrate>): Promise<unknown> =>
  start().catch((error: unknown) => error);

/** What a program made for `before` would stumble over in `after`. */
function narrowings(before: SchemaSnapshot, after: SchemaSnapshot): readonly string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const found: string[] = [];
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name);
    if (is === undefined) found.push(`${name} is gone`);
    else if (is.type !== was.type) found.push(`${name} was ${was.type} and is ${is.type}`);
    else if (was.mayBeEmpty && !is.mayBeEmpty) found.push(`${name} may be empty no more`);
    else if (was.fillsItself && !is.fillsItself) found.push(`${name} fills itself no more`);
  }
  for (const [name, { fillsItself, mayBeEmpty, table }] of after.columns)
    if (tables.has(table) && !before.columns.has(name) && !mayBeEmpty && !fillsItself)
      found.push(`${name} has to be filled`);
  for (const [name, text] of after.rules) {
    const table = name.slice(0, name.indexOf("."));
    if (!tables.has(table) || before.rules.get(name) === text) continue;
    if (!isHarmless({ name, table, text }, before, after)) found.push(`${name}: ${text}`);
  }
  return found;
}

interface Rule {
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/** A rule about new columns alone, one that lets through all that the one before did, or a key within a key. */
function isHarmless({ name, table, text }: Rule, before: SchemaSnapshot, after: SchemaSnapshot) {
  const was = before.rules.get(name);
  if (was !== undefined) {
    const [wordsBefore, wordsAfter] = [wordsOf(was), new Set(wordsOf(text))];
    return (
      withoutWords(was) === withoutWords(text) && wordsBefore.every((word) => wordsAfter.has(word))
    );
  }
  const isOfTable = (each: string) => each.startsWith(`${table}.`);
  const keys = [...before.rules].flatMap(([each, of]) => (isOfTable(each) ? keyOf(of) : []));
  // Whose rows differ in fewer columns already.
  if (keyOf(text).some((key) => keys.some((known) => known.every((each) => key.includes(each)))))
    return true;
  const columns = [...after.columns.keys()].filter(isOfTable);
  const about = columns.filter((each) =>
    new RegExp(`\\b${each.slice(table.length + 1)}\\b`).test(withoutWords(text)),
  );
  return 0 < about.length && about.every((each) => !before.columns.has(each));
}

/** The columns in which no two of all rows may be alike, as a list of none or one. */
function keyOf(text: string): readonly (readonly string[])[] {
  const [, columns] = /(?:PRIMARY KEY|\bUNIQUE\b[^(]*) \(([\w, ]+)\)$/.exec(text) ?? [];
  return columns === undefined ? [] : [columns.split(", ")];
}

const wordsOf = (text: string): readonly string[] => text.match(/'[^']*'::text/g) ?? [];
const withoutWords = (text: string): string =>
  text.replace(/'[^']*'::text(, )?/g, "").replace(/\s+/g, " ");
