import { Socket } from "node:net";
import fc from "fast-check";
import pg from "pg";
import type { DataSource } from "typeorm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serverDataSource } from "./data-source.ts";
import { readShared } from "./shared-reads.ts";
import { gateTo } from "./testing/gate.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

describe.skipIf(!canTestOnPostgres())("reads that share connections", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  const opened = async <Value>(
    work: (dataSource: DataSource) => Promise<Value>,
    url?: string,
  ): Promise<Value> => {
    const dataSource = await serverDataSource({
      url: url ?? (await postgres.newDatabase()),
      poolSize: 4,
      connectTimeoutMs: 60_000,
      onConnectionLost: () => undefined,
    }).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  };

  const read = async (dataSource: DataSource, text: string, values: unknown[] = []) =>
    (await readShared(dataSource, { text, values })).rows;
  const echo = (dataSource: DataSource, value: number) =>
    read(dataSource, "SELECT $1::int AS value", [value]);
  const quotient = (dataSource: DataSource, divisor: number) =>
    read(dataSource, "SELECT 60 / $1::int AS value", [divisor]);

  it("answers each read with its own rows, however many share a connection", () =>
    opened(async (dataSource) => {
      const asked = Array.from({ length: 300 }, (_, index) => index);

      const answers = await Promise.all(asked.map((value) => echo(dataSource, value)));

      expect(answers).toEqual(asked.map((value) => [{ value }]));
      const counted =
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'sevenfold'";
      expect(await read(dataSource, counted)).toEqual([{ count: 2 }]);
    }));

  it("sends in one packet a connection what is asked in one turn of the event loop", async () => {
    const url = await postgres.newDatabase();
    const keeper = new pg.Client({ connectionString: url });
    await keeper.connect();
    const waiting = async () =>
      (await keeper.query("SELECT 1 FROM pg_locks WHERE NOT granted")).rowCount;
    await opened(async (dataSource) => {
      await keeper.query("SELECT pg_advisory_lock(1)");
      const busy = [1, 2].map(() => read(dataSource, "SELECT pg_advisory_lock_shared(1)"));
      await vi.waitUntil(async () => (await waiting()) === 2, { timeout: 60_000 });
      const packets = [vi.spyOn(Socket.prototype, "_write"), vi.spyOn(Socket.prototype, "_writev")];

      const answers = [1, 2, 3, 4].map(
        (value) => new Promise((answer) => setImmediate(() => answer(echo(dataSource, value)))),
      );
      await vi.waitUntil(() => 1 < sentTo(url, packets), { timeout: 60_000 });
      await keeper.query("SELECT pg_advisory_unlock(1)");

      expect(await Promise.all(answers)).toEqual([1, 2, 3, 4].map((value) => [{ value }]));
      // And the keeper's own.
      expect(sentTo(url, packets)).toBe(2 + 1);
      await Promise.all(busy);
    }, url);
    vi.restoreAllMocks();
    await keeper.end();
  });

  it("lets a read that fails harm no other", () =>
    opened((dataSource) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }),
          async (asked) => {
            const answers = await Promise.allSettled(
              asked.map((each) => quotient(dataSource, each)),
            );

            expect(answers).toEqual(
              asked.map((divisor) =>
                divisor === 0
                  ? expect.objectContaining({ reason: expect.objectContaining({ code: "22012" }) })
                  : { status: "fulfilled", value: [{ value: Math.floor(60 / divisor) }] },
              ),
            );
          },
        ),
        { numRuns: 30 },
      ),
    ));

  it("rejects what was under way when the server goes, and reads again once it is back", async () => {
    const gate = await gateTo(await postgres.newDatabase());
    await opened(async (dataSource) => {
      await echo(dataSource, 1);
      const slow = read(dataSource, "SELECT pg_sleep(4)");
      const lost = expect(slow).rejects.toThrow(/terminated/);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await gate.shut();
      await lost;
      await expect(echo(dataSource, 2)).rejects.toThrow(/ECONNREFUSED/);

      await gate.open();
      expect(await echo(dataSource, 3)).toEqual([{ value: 3 }]);
    }, gate.url);
    await gate.shut();
  });

  it("leaves the connections to transactions once nobody reads", () =>
    opened(async (dataSource) => {
      await Promise.all([1, 2, 3].map((value) => echo(dataSource, value)));
      const runners = [1, 2, 3, 4].map(() => dataSource.createQueryRunner());

      await Promise.all(runners.map((runner) => runner.connect()));
      await Promise.all(runners.map((runner) => runner.release()));
    }));

  it("reads nothing more once the pool was ended", async () => {
    const ended = await opened(async (dataSource) => dataSource);

    await expect(echo(ended, 1)).rejects.toThrow();
  });
});

const sentTo = (
  url: string,
  packets: readonly { readonly mock: { readonly contexts: unknown[] } }[],
) =>
  packets
    .flatMap(({ mock }) => mock.contexts)
    .filter((socket) => String((socket as Socket).remotePort) === new URL(url).port).length;
