import { setTimeout as pause } from "node:timers/promises";
import type { Tables } from "@sevenfold/application/ports/stores/storage";
import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import { describeStorage } from "@sevenfold/application/ports/stores/storage.conformance";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { dollars, seed } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OpenStorage, openStorage } from "./open-storage.ts";
import { gateTo } from "./testing/gate.ts";
import {
  canTestOnPostgres,
  PATIENT,
  query,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.skipIf(!canTestOnPostgres())("PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  const open = async (options: Partial<Parameters<typeof openStorage>[0]> = {}) =>
    openStorage({ databaseUrl: await postgres.newDatabase(), ...PATIENT, ...options });

  // More than the most transactions at once: none waits for a connection, however slow the machine.
  describeStorage("on a PostgreSQL server", () => open({ poolSize: 30 }));

  it("lets somebody look on who changes nothing, and refuses tables that are not of this version", async () => {
    const databaseUrl = await postgres.newDatabase();
    const look = () => openStorage({ databaseUrl, ...PATIENT, isOnlyRead: true });

    await expect(look()).rejects.toThrow("The database is empty or of an older version");
    expect(await query(databaseUrl, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual(
      [],
    );
    await (await open({ databaseUrl })).close();
    const looking = await look();
    expect(await looking.storage.read.workers.newest(1)).toEqual([]);
    await looking.close();
    await query(databaseUrl, "INSERT INTO migrations (timestamp, name) VALUES (1, 'ofTomorrow')");
    await expect(look()).rejects.toThrow("made by a newer version");
  });

  it("runs both of two transactions that lock each other out", async () => {
    const pauses: number[] = [];
    const opened = await open({
      pauseMs: (retry) => {
        pauses.push(retry);
        return 20;
      },
    });
    try {
      const [a, b] = [await seed(opened.storage), await seed(opened.storage)];
      const bothHoldOne = barrier(2);
      const moveAcross = (from: string, to: string) => {
        let isFirstRun = true;
        return opened.storage.transact(async ({ accounts }: Tables) => {
          await accounts.change(from, (row) => ({ ...row, label: `${row.label} out` }));
          if (isFirstRun) await bothHoldOne();
          isFirstRun = false;
          await accounts.change(to, (row) => ({ ...row, label: `${row.label} in` }));
        });
      };

      await Promise.all([
        moveAcross(a.account.id, b.account.id),
        moveAcross(b.account.id, a.account.id),
      ]);

      expect(pauses).toContain(1);
      for (const { account } of [a, b])
        expect((await opened.storage.read.accounts.byId(account.id))?.label).toMatch(
          /^Primary Account (out in|in out)$/,
        );
    } finally {
      await opened.close();
    }
  });

  it("gives up after the fifth retry, and has kept nothing", async () => {
    const pauses: number[] = [];
    const opened = await open({
      pauseMs: (retry) => {
        pauses.push(retry);
        return 0;
      },
    });
    try {
      const { account } = await seed(opened.storage);
      const losing = opened.storage.transact(async ({ accounts }) => {
        await accounts.change(account.id, (row) => ({ ...row, cash: dollars(1) }));
        throw Object.assign(new Error("could not serialize access"), { code: "40001" });
      });

      await expect(losing).rejects.toThrow("could not serialize");
      expect(pauses).toEqual([1, 2, 3, 4, 5]);
      expect((await opened.storage.read.accounts.byId(account.id))?.cash).toBe(account.cash);
    } finally {
      await opened.close();
    }
  });

  it("outlives its connections, idle and at work", async () => {
    const databaseUrl = await postgres.newDatabase();
    let lost = 0;
    const opened = await openStorage({
      databaseUrl,
      ...PATIENT,
      onConnectionLost: () => {
        lost += 1;
      },
    });
    try {
      const { account } = await seed(opened.storage);
      await cutConnections(databaseUrl);
      await expect.poll(() => lost).toBeGreaterThan(0);
      expect(await opened.storage.read.accounts.byId(account.id)).toEqual(account);

      const torn = opened.storage.transact(async ({ accounts }) => {
        await accounts.change(account.id, (row) => ({ ...row, cash: dollars(1) }));
        await cutConnections(databaseUrl);
        await accounts.change(account.id, (row) => ({ ...row, cash: dollars(2) }));
      });
      await expect(torn).rejects.toThrow(StorageUnavailable);
      expect(await opened.storage.read.accounts.byId(account.id)).toEqual(account);
    } finally {
      await opened.close();
    }
  });

  it("says that it is unavailable while no server answers, and works again after", async () => {
    const gate = await gateTo(await postgres.newDatabase());
    const opened = await openStorage({ databaseUrl: gate.url, ...PATIENT });
    try {
      const { account } = await seed(opened.storage);
      await gate.shut();
      const failing = opened.storage.transact(({ users }) => users.countDemo());

      await expect(failing).rejects.toThrow(StorageUnavailable);
      await expect(opened.storage.read.users.countDemo()).rejects.toThrow(StorageUnavailable);
      await expect(openStorage({ databaseUrl: gate.url, ...PATIENT })).rejects.toThrow(
        StorageUnavailable,
      );
      await gate.open();
      expect(await opened.storage.read.accounts.byId(account.id)).toEqual(account);
    } finally {
      await opened.close();
      await gate.shut();
    }
  });

  it("gives up connections on which nothing is answered, and works on new ones", async () => {
    const gate = await gateTo(await postgres.newDatabase());
    const opened = await openStorage({ databaseUrl: gate.url, ...PATIENT, answerTimeoutMs: 500 });
    try {
      const { account } = await seed(opened.storage);
      const changed = (cash: number, isUrgent = false) =>
        opened.storage.transact(
          ({ accounts }) => accounts.change(account.id, (row) => ({ ...row, cash: dollars(cash) })),
          { isUrgent },
        );
      await changed(1, true);
      const underWay = opened.storage.transact(async ({ accounts }) => {
        await accounts.change(account.id, (row) => ({ ...row, cash: dollars(2) }));
        gate.silence();
      });

      const inVain = async (work: Promise<unknown>) =>
        expect(await Promise.race([outcomeOf(work), pause(30_000)])).toBeInstanceOf(
          StorageUnavailable,
        );
      await inVain(underWay);
      await inVain(changed(3, true));
      // Each that was idle is given up by whoever asks on it first.
      const inTime = { timeout: 30_000 };
      await vi.waitFor(() => changed(4), inTime);
      await vi.waitFor(() => changed(5, true), inTime);
      gate.silence();
      const byId = () => opened.storage.read.accounts.byId(account.id);
      await expect(byId()).rejects.toThrow(StorageUnavailable);
      expect((await vi.waitFor(byId, inTime))?.cash).toBe(dollars(5));
      gate.silence();
    } finally {
      await opened.close();
      await gate.shut();
    }
  });

  it("ends a lease by its own clock, however wrong that of the process is", async () => {
    const databaseUrl = await postgres.newDatabase();
    const opened = await openStorage({ databaseUrl, ...PATIENT });
    const acquire = (accountId: string, owner: string, durationMs: number) =>
      oneByOne(opened.storage).leases.acquire({ accountId, owner, durationMs });
    const atTime = async <Value>(aheadMs: number, work: () => Promise<Value>) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
      try {
        return await work();
      } finally {
        vi.useRealTimers();
      }
    };
    try {
      const { id } = (await seed(opened.storage)).account;
      for (const aheadMs of [-DAY_MS, DAY_MS]) {
        expect(await atTime(aheadMs, () => acquire(id, "a", HOUR_MS))).toBeDefined();
        expect(await acquire(id, "b", HOUR_MS)).toBeUndefined();
        expect(await atTime(-aheadMs, () => acquire(id, "b", HOUR_MS))).toBeUndefined();
        const held = await atTime(-aheadMs, () => opened.storage.read.leases.running());
        expect(held.map(({ accountId, owner }) => `${accountId} ${owner}`)).toEqual([`${id} a`]);
      }

      await query(databaseUrl, "UPDATE leases SET expires_at = expires_at - interval '1 hour'");
      expect(await atTime(-DAY_MS, () => acquire(id, "b", HOUR_MS))).toMatchObject({ epoch: 2 });
    } finally {
      await opened.close();
    }
  });

  it("is migrated by one of four who open it at once", async () => {
    const databaseUrl = await postgres.newDatabase();
    const all: OpenStorage[] = await Promise.all(
      [1, 2, 3, 4].map(() => openStorage({ databaseUrl, ...PATIENT, poolSize: 2 })),
    );
    for (const opened of all) await opened.close();

    const done = await query(databaseUrl, "SELECT name FROM migrations ORDER BY id");
    expect(new Set(done.map((row) => JSON.stringify(row))).size).toBe(done.length);
    expect(done.length).toBeGreaterThan(0);
  });

  it("is refused, and left as it is, when a newer version has migrated it", async () => {
    const databaseUrl = await postgres.newDatabase();
    const opened = await openStorage({ databaseUrl, ...PATIENT });
    const { account } = await seed(opened.storage);
    await opened.close();
    const future = "FromTheFuture1999999999999";
    await query(
      databaseUrl,
      `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${future}')`,
    );

    await expect(openStorage({ databaseUrl, ...PATIENT })).rejects.toThrow(
      /newer version of Sevenfold.*FromTheFuture1999999999999/,
    );
    const rows = await query(databaseUrl, "SELECT id FROM user_broker_profiles");
    expect(rows).toEqual([{ id: account.id }]);
  });
});

const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Resolves for everyone when that many have called it. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return opening;
  };
}

const cutConnections = (url: string) =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'sevenfold'`,
  );
