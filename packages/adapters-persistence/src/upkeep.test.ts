import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverDataSource } from "./data-source.ts";
import { type OpenStorage, openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";
import { inTransaction } from "./transaction.ts";

/** More than the pool has connections. */
const PIECES = 20;
const SHOW = "SHOW synchronous_commit";

describe.skipIf(!canTestOnPostgres())("upkeep on a server", () => {
  let postgres: TestPostgres;
  let databaseUrl: string;
  let opened: OpenStorage;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    databaseUrl = await postgres.newDatabase();
    opened = await openStorage({ ...PATIENT, databaseUrl });
  });
  afterAll(async () => {
    await opened?.close();
    await postgres?.stop();
  });

  it("leaves connections to orders, however much of it there is", async () => {
    const { storage } = opened;
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    let begun = 0;
    const pieces = Array.from({ length: PIECES }, () =>
      storage.transact(
        async () => {
          begun += 1;
          await held;
        },
        { isUpkeep: true },
      ),
    );
    await expect.poll(() => begun).toBe(4);

    expect(await storage.transact(async () => "written")).toBe("written");
    expect(begun).toBe(4);
    go();
    await Promise.all(pieces);
    expect(begun).toBe(PIECES);
  });

  it("goes on after pieces of it that failed", async () => {
    const failing = () =>
      opened.storage.transact(() => Promise.reject(new Error("planted")), { isUpkeep: true });
    for (let count = 0; count < PIECES; count += 1)
      await expect(failing()).rejects.toThrow("planted");

    expect(await opened.storage.transact(async () => "written", { isUpkeep: true })).toBe(
      "written",
    );
  });

  it("alone does not wait for the disk", async () => {
    const pool = { url: databaseUrl, poolSize: 1, connectTimeoutMs: 60_000 };
    const dataSource = serverDataSource({ ...pool, onConnectionLost: () => undefined });
    await dataSource.initialize();
    const shown = (isUpkeep: boolean) =>
      inTransaction(dataSource, (manager) => manager.query(SHOW), { isUpkeep });

    expect(await shown(true)).toEqual([{ synchronous_commit: "off" }]);
    expect(await shown(false)).toEqual([{ synchronous_commit: "on" }]);
    await dataSource.destroy();
  });
});
