import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  query,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

describe.skipIf(!canTestOnPostgres())("urgent work on a PostgreSQL server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  it("finds its connections open after a minute in which it had little to do", async () => {
    const databaseUrl = await postgres.newDatabase();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opened = await openStorage({ databaseUrl, ...PATIENT });
    try {
      const others = await connectionsTo(databaseUrl);
      await twoAtOnce((work) => opened.storage.transact(work, { isUrgent: true }));
      const all = await connectionsTo(databaseUrl);
      const urgent = all.filter((one) => !others.includes(one));
      expect(urgent).toHaveLength(2);

      await vi.advanceTimersByTimeAsync(60_000);

      // Those of other work are closed by then.
      await expect.poll(() => connectionsTo(databaseUrl)).toEqual(urgent);
    } finally {
      vi.useRealTimers();
      await opened.close();
    }
  });
});

/** Runs two transactions, neither of which ends before both have begun. */
async function twoAtOnce(run: (work: () => Promise<void>) => Promise<void>): Promise<void> {
  let begun = 0;
  let begin: () => void = () => undefined;
  const bothBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const work = () => {
    begun += 1;
    if (begun === 2) begin();
    return bothBegun;
  };
  await Promise.all([run(work), run(work)]);
}

/** Of whoever uses the database, by the server's numbers. */
async function connectionsTo(databaseUrl: string): Promise<readonly number[]> {
  const rows = await query(
    databaseUrl,
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid`,
  );
  return (rows as readonly { readonly pid: number }[]).map(({ pid }) => pid);
}
