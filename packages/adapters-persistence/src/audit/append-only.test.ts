import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { NOON, nextUuid } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedDatabase, openMemoryDatabase } from "../embedded-database.ts";
import { type OpenStorage, openedOn } from "../open-storage.ts";

describe("the audit", () => {
  let database: EmbeddedDatabase;
  let opened: OpenStorage;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    opened = await openedOn(database);
  });
  afterAll(() => opened?.close());

  it.each([
    "UPDATE audit SET text = 'another'",
    "DELETE FROM audit",
    "TRUNCATE audit",
    "TRUNCATE audit CASCADE",
  ])("is never changed, not even by %s", async (statement) => {
    const userId = nextUuid();
    await oneByOne(opened.storage).audit.add({ at: NOON, userId, action: "sign-in" });

    await expect(database.pglite.query(statement)).rejects.toThrow("append-only");
    expect(await opened.storage.read.audit.latest(userId, 1)).toHaveLength(1);
  });
});
