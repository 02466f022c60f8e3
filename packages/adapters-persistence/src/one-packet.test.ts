import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { embeddedDataSource, serverDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { askTogether } from "./one-packet.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

describe.skipIf(!canTestOnPostgres())("what is asked on one connection", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  it("leaves in one packet a turn, and is answered one by one", async () => {
    const url = await postgres.newDatabase();
    const dataSource = await serverDataSource({
      ...{ url, poolSize: 1, connectTimeoutMs: 60_000, onConnectionLost: () => undefined },
    }).initialize();
    const runner = dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as pg.Client & {
        readonly connection: { readonly stream: Record<"_write" | "_writev", () => void> };
      };
      const { stream } = client.connection;
      const packets = [vi.spyOn(stream, "_write"), vi.spyOn(stream, "_writev")];
      const values = Array.from({ length: 20 }, (_, value) => value);

      const answers = await Promise.all(
        values.map((value) =>
          askTogether(client, { text: "SELECT $1::int AS n", values: [value] }),
        ),
      );

      expect(answers.map(({ rows }) => rows)).toEqual(values.map((n) => [{ n }]));
      const sent = packets.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
      expect(sent).toBe(1);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
  });
});

describe("what is asked of the embedded database at once", () => {
  it("is handed to the driver one after the other, also after one that failed", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
    const database = await openMemoryDatabase();
    const dataSource = await embeddedDataSource(database.pglite).initialize();
    const runner = dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as pg.Client;
      const asked = ["1", "2", "nothing", "4", "5"].map((value) => `SELECT ${value} AS n`);

      const answers = await Promise.allSettled(asked.map((text) => askTogether(client, text)));

      expect(
        answers.map((answer) =>
          answer.status === "fulfilled" ? answer.value.rows[0].n : "failed",
        ),
      ).toEqual([1, 2, "failed", 4, 5]);
      expect(warned).not.toHaveBeenCalled();
    } finally {
      await runner.release();
      await dataSource.destroy();
      await database.close();
      warned.mockRestore();
    }
  });
});
