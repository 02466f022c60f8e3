import { describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { type SchemaSnapshot, schemaSnapshot } from "./testing/schema-snapshot.ts";

/**
 * Migrations that a program of the version before cannot work beside: before one of them all of its
 * processes have to be stopped. docs/operations.md says so. No new one may come here: what a version
 * stops using, the one after it may take away.
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

    const unlisted = Object.entries(found).filter(([name]) => !(name in STOPS_THE_VERSION_BEFORE));
    expect(unlisted).toEqual([]);
    expect(Object.keys(found)).toEqual(Object.keys(STOPS_THE_VERSION_BEFORE));
  });
});

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

/** A rule about new columns alone, or one that lets through all that the one before did. */
function isHarmless({ name, table, text }: Rule, before: SchemaSnapshot, after: SchemaSnapshot) {
  const was = before.rules.get(name);
  if (was !== undefined) {
    const [wordsBefore, wordsAfter] = [wordsOf(was), new Set(wordsOf(text))];
    return (
      withoutWords(was) === withoutWords(text) && wordsBefore.every((word) => wordsAfter.has(word))
    );
  }
  const columns = [...after.columns.keys()].filter((each) => each.startsWith(`${table}.`));
  const about = columns.filter((each) =>
    new RegExp(`\\b${each.slice(table.length + 1)}\\b`).test(withoutWords(text)),
  );
  return 0 < about.length && about.every((each) => !before.columns.has(each));
}

const wordsOf = (text: string): readonly string[] => text.match(/'[^']*'::text/g) ?? [];
const withoutWords = (text: string): string =>
  text.replace(/'[^']*'::text(, )?/g, "").replace(/\s+/g, " ");
