import { seed } from "@sevenfold/application/testing/storage-rows";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { openMemoryDatabase } from "../embedded-database.ts";
import { openedOn } from "../open-storage.ts";

it("settings that are locked are not asked for again by their change, which is one statement", async () => {
  const { close, storage } = await openedOn(await openMemoryDatabase());
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const { account } = await seed(storage);
    query.mockClear();
    await storage.transact(async ({ settings }) => {
      await settings.lock(account.id);
      await settings.change(account.id, "a test", (row) => ({ ...row, automationEnabled: true }));
    });

    const asked = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    expect(asked.filter((name) => name?.startsWith("settings"))).toEqual([
      ...["settings-locked", "settings-change"],
    ]);
  } finally {
    query.mockRestore();
    await close();
  }
});
