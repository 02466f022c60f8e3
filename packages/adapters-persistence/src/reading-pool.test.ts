import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReadingPool } from "./reading-pool.ts";
import { gateTo } from "./testing/gate.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

describe.skipIf(!canTestOnPostgres())("a pool for reading", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  const opened = async <Value>(
    work: (pool: ReadingPool) => Promise<Value>,
    url?: string,
  ): Promise<Value> => {
    const connectionString = url ?? (await postgres.newDatabase());
    const pool = new ReadingPool({ connectionString, application_name: "reading", max: 4 });
    pool.on("error", () => undefined);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };

  const echo = (pool: ReadingPool, value: number) =>
    pool.read({ name: "echo", text: "SELECT $1::int AS value", values: [value] });
  const quotient = (pool: ReadingPool, divisor: number) =>
    pool.read({ name: "quotient", text: "SELECT 60 / $1::int AS value", values: [divisor] });

  it("answers each read with its own rows, however many share a connection", () =>
    opened(async (pool) => {
      const asked = Array.from({ length: 300 }, (_, index) => index);

      const answers = await Promise.all(asked.map((value) => echo(pool, value)));

      expect(answers).toEqual(asked.map((value) => [{ value }]));
      const [connections] = await pool.read({
        name: "connections",
        text: "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'reading'",
        values: [],
      });
      expect(connections).toEqual({ count: 2 });
    }));

  it("lets a read that fails harm no other", () =>
    opened((pool) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }),
          async (asked) => {
            const answers = await Promise.allSettled(asked.map((each) => quotient(pool, each)));

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
    await opened(async (pool) => {
      await echo(pool, 1);
      const slow = pool.read({ name: "slow", text: "SELECT pg_sleep(60)", values: [] });
      const lost = expect(slow).rejects.toThrow(/terminated/);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await gate.shut();
      await lost;
      await expect(echo(pool, 2)).rejects.toThrow(/ECONNREFUSED/);

      await gate.open();
      expect(await echo(pool, 3)).toEqual([{ value: 3 }]);
    }, gate.url);
    await gate.shut();
  });

  it("reads nothing more once it was ended", async () => {
    const ended = await opened(async (pool) => pool);

    await expect(echo(ended, 1)).rejects.toThrow("ended");
  });
});
