import { settle, someFill } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openMemoryDatabase } from "../embedded-database.ts";
import { type OpenStorage, openedOn } from "../open-storage.ts";
import { plainReadOf } from "../plain-read.ts";
import { executionSchema } from "./fill-rows.ts";

const MANY = 2_000;

describe("the newest executions", () => {
  let database: EmbeddedDatabase;
  let opened: OpenStorage;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    opened = await openedOn(database);
  });
  afterAll(() => opened?.close());

  it("are read without sorting all, also where the planner knows nothing of the table", async () => {
    const { account } = await settle(opened.storage);
    const fills = Array.from({ length: MANY }, (_, index) =>
      someFill(account.id, { executionId: `E${index}` }),
    );
    await opened.storage.read.fills.addHistory(fills);
    const { pglite } = database;
    await pglite.query("SET plan_cache_mode = force_generic_plan");
    const where = { accountId: account.id };
    const order = { at: "DESC", id: "DESC" } as const;
    const newest = plainReadOf(executionSchema, { where, order, take: 10 })!;
    await pglite.query(`PREPARE newest(uuid, int) AS ${newest.text}`);

    const { rows } = await pglite.query(`EXPLAIN EXECUTE newest('${account.id}', 10)`);

    expect(JSON.stringify(rows)).toContain("ix_executions_account_at");
    expect(JSON.stringify(rows)).not.toContain("Sort");
  });
});
