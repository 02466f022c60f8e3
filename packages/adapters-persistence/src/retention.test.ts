import { readFileSync } from "node:fs";
import {
  DECISIONS_KEPT_MS,
  EQUITY_HOURS_KEPT_MS,
  EQUITY_MINUTES_KEPT_MS,
  REQUESTS_KEPT_MS,
  WORKERS_KEPT_MS,
} from "@sevenfold/application/trading/session/sweep-old-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn } from "./open-storage.ts";
import { RETENTION } from "./retention.ts";

const OPERATIONS = new URL("../../../docs/operations.md", import.meta.url);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** TypeORM's list of what it has run: one row a migration. */
const NOT_OURS = "migrations";

describe("the retention", () => {
  let database: EmbeddedDatabase;
  let opened: OpenStorage;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    opened = await openedOn(database);
  });
  afterAll(() => opened?.close());

  it("is stated of every table that the migrations make, and of no other", async () => {
    const { rows } = await database.pglite.query<{ readonly name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name <> '${NOT_OURS}'`,
    );

    expect(Object.keys(RETENTION).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it("is what docs/operations.md says", () => {
    const lines = readFileSync(OPERATIONS, "utf8").split("\n");
    const wanted = Object.entries(RETENTION).map(([table, kept]) => `| \`${table}\` | ${kept} |`);

    expect(wanted.filter((line) => !lines.includes(line))).toEqual([]);
  });

  it("is how long the worker's sweep keeps them", () => {
    expect(RETENTION).toMatchObject({
      decisions: `${DECISIONS_KEPT_MS / DAY_MS} days`,
      idempotency_keys: `${REQUESTS_KEPT_MS / HOUR_MS} hours`,
      worker_pings: WORKERS_KEPT_MS === DAY_MS ? "a day" : "",
      equity_points: expect.stringMatching(
        `^minutes for ${EQUITY_MINUTES_KEPT_MS / DAY_MS} days, hours for ${EQUITY_HOURS_KEPT_MS / DAY_MS},`,
      ),
    });
  });
});
