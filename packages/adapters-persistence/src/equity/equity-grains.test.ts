import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { dollars, seed } from "@sevenfold/application/testing/storage-rows";
import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import type { QueryRunner } from "typeorm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openMemoryDatabase } from "../embedded-database.ts";
import { EquityGrains1700000000021 } from "../migrations/0021-equity-grains.ts";
import { type OpenStorage, openedOn } from "../open-storage.ts";

const MINUTE_MS = 60_000;
const BEGINNING = Date.UTC(2026, 0, 1);

describe("the grain of an equity point", () => {
  let database: EmbeddedDatabase;
  let opened: OpenStorage;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    opened = await openedOn(database);
  });
  afterAll(() => opened?.close());

  const grains = async (accountId: string) => {
    const { rows } = await database.pglite.query(
      "SELECT at, grain FROM equity_points WHERE broker_profile_id = $1 ORDER BY at",
      [accountId],
    );
    return rows;
  };

  it("is the same noted point by point as noted by the migration for all", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3 * 1_440), { minLength: 1, maxLength: 12 }),
        async (minutes) => {
          const { id } = (await seed(opened.storage)).account;
          for (const minute of minutes.toSorted((a, b) => a - b))
            await oneByOne(opened.storage).equity.add(id, [
              { at: instant(BEGINNING + minute * MINUTE_MS), equity: dollars(minute) },
            ]);
          const noted = await grains(id);
          const runner = { query: (text: string) => database.pglite.query(text) };
          const migration = new EquityGrains1700000000021();
          await migration.down(runner as unknown as QueryRunner);
          await migration.up(runner as unknown as QueryRunner);

          expect(await grains(id)).toEqual(noted);
        },
      ),
      { numRuns: 20 },
    ));
});
