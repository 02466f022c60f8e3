import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serverDataSource } from "./data-source.ts";
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
