import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { seed } from "@sevenfold/application/testing/storage-rows";
import type { Instant } from "@sevenfold/domain/market";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

const HOUR_MS = 3_600_000;

describe.skipIf(!canTestOnPostgres())("leases of several accounts on a server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  const open = async (poolSize = 10) =>
    openStorage({ databaseUrl: await postgres.newDatabase(), ...PATIENT, poolSize });

  it("are each given to one of ten who are the first to ask, and refuse the others in no other way", async () => {
    const opened = await open();
    const { storage } = opened;
    try {
      for (let round = 0; round < 150; round += 1) {
        const { id: accountId } = (await seed(storage)).account;
        const asked = Array.from({ length: 10 }, (_, owner) =>
          storage.transact(({ leases }) =>
            leases.acquire({ accountId, owner: `worker ${owner}`, durationMs: HOUR_MS }),
          ),
        );
        const granted = await Promise.all(asked);
        expect(granted.filter((lease) => lease !== undefined)).toMatchObject([{ epoch: 1 }]);
      }
    } finally {
      await opened.close();
    }
  });

  it("are renewed while every connection is taken, also those that are written under", async () => {
    const opened = await open(3);
    const { storage } = opened;
    const wanted = { owner: "a", durationMs: HOUR_MS };
    const renew = (...ids: readonly string[]) =>
      storage.transact(
        ({ leases }) =>
          leases.renew(
            ids.map((accountId) => ({ accountId, epoch: 1 })),
            wanted,
          ),
        { isUrgent: true },
      );
    const { hold, release } = gate();
    try {
      const [idle, busy] = [await seed(storage), await seed(storage)].map(
        ({ account }) => account.id,
      );
      for (const accountId of [idle!, busy!])
        await oneByOne(storage).leases.acquire({ ...wanted, accountId });
      // Opens its connection, so that below nothing is left to wait for.
      await renew(idle!, busy!);
      let held = 0;
      const writers = [1, 2, 3].map(() =>
        storage.transact(async ({ leases }) => {
          if (await leases.holds(busy!, 1)) held += 1;
          await hold;
        }),
      );
      await expect.poll(() => held).toBe(3);

      const renewal = await renew(idle!, busy!).catch((error: unknown) => error);
      release();

      const ends = (await Promise.allSettled(writers)).map(({ status }) => status);

      // None of them had to go for it: the server ends a transaction that stands still for long.
      expect(ends).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
      expect(renewal).toEqual({ renewed: new Set([idle, busy]), lost: new Set() });
    } finally {
      await opened.close();
    }
  });

  it.each(["holds", "hold"] as const)(
    "change hands only once what was written under them has ended: %s",
    async (asked) => {
      const opened = await open();
      const { storage } = opened;
      try {
        const accountId = (await seed(storage)).account.id;
        await oneByOne(storage).leases.acquire({ accountId, owner: "a", durationMs: 0 });
        const steps: string[] = [];
        const other = async () => {
          await oneByOne(storage).leases.acquire({ accountId, owner: "b", durationMs: HOUR_MS });
          steps.push("taken");
        };
        let taking: Promise<void> | undefined;

        await storage.transact(async ({ equity, leases }) => {
          if (asked === "holds") await leases.holds(accountId, 1);
          else await leases.hold([{ accountId, epoch: 1 }]);
          taking = other();
          // Long enough for the other, were it not kept waiting.
          for (let turn = 0; turn < 300; turn += 1) await equity.at(accountId, 0 as Instant);
          steps.push("written");
        });
        await taking;

        expect(steps).toEqual(["written", "taken"]);
      } finally {
        await opened.close();
      }
    },
  );

  it("keep no order waiting while they are renewed, or while trails are saved under them", async () => {
    const opened = await open();
    const { storage } = opened;
    const { hold: done, release } = gate();
    try {
      const rows = [await seed(storage), await seed(storage)];
      const [renewed, kept] = rows.map(({ account }) => account.id) as [string, string];
      const both = [renewed, kept].map((accountId) => ({ accountId, epoch: 1 }));
      const wanted = { owner: "a", durationMs: HOUR_MS };
      for (const { accountId } of both)
        await oneByOne(storage).leases.acquire({ ...wanted, accountId });
      let begun = 0;
      const others = (["renew", "hold"] as const).map((asked) =>
        storage.transact(async ({ leases }) => {
          if (asked === "renew") await leases.renew([both[0]!], wanted);
          else await leases.hold([both[1]!]);
          begun += 1;
          await done;
        }),
      );
      await expect.poll(() => begun).toBe(2);

      const found = await storage.transact(async ({ accounts, leases }) => ({
        locked: await accounts.lockFree([renewed, kept]),
        ...(await leases.hold(both)),
      }));
      release();
      await Promise.all(others);

      expect(new Set(found.locked.map(({ id }) => id))).toEqual(new Set([renewed, kept]));
      expect(found.held).toEqual(new Set([renewed, kept]));
    } finally {
      release();
      await opened.close();
    }
  });

  it("are locked with the accounts of orders but those that somebody writes for", async () => {
    const opened = await open();
    const { storage } = opened;
    const { hold, release } = gate();
    try {
      const rows = [await seed(storage), await seed(storage)];
      const [idle, busy] = rows.map(({ account }) => account.id) as [string, string];
      let isLocked = false;
      const writing = storage.transact(async ({ accounts }) => {
        await accounts.lock(busy);
        isLocked = true;
        await hold;
      });
      await expect.poll(() => isLocked).toBe(true);

      const locked = await storage.transact(({ accounts }) => accounts.lockFree([idle, busy]));
      release();
      await writing;

      expect(locked.map(({ id }) => id)).toEqual([idle]);
    } finally {
      release();
      await opened.close();
    }
  });

  it("hold several accounts for writing but those that somebody writes for, and keeps others out", async () => {
    const opened = await open();
    const { storage } = opened;
    const { hold: unlocked, release } = gate();
    try {
      const rows = [await seed(storage), await seed(storage)];
      const [idle, busy] = rows.map(({ account }) => account.id) as [string, string];
      const asked = [idle, busy].map((accountId) => ({ accountId, epoch: 1 }));
      for (const accountId of [idle, busy])
        await oneByOne(storage).leases.acquire({ accountId, owner: "a", durationMs: HOUR_MS });
      let isLocked = false;
      const writing = storage.transact(async ({ accounts }) => {
        await accounts.lock(busy);
        isLocked = true;
        await unlocked;
      });
      await expect.poll(() => isLocked).toBe(true);
      const steps: string[] = [];
      let [rival, giver]: Promise<unknown>[] = [];

      const held = await storage.transact(async ({ equity, leases }) => {
        const hold = await leases.hold(asked);
        rival = storage.transact(async ({ accounts }) => {
          await accounts.lock(idle);
          steps.push("locked by another");
        });
        giver = storage.transact(async ({ leases: others }) => {
          await others.release(idle, "a");
          steps.push("given back");
        });
        // Long enough for the two, were they not kept waiting.
        for (let turn = 0; turn < 300; turn += 1) await equity.at(idle, 0 as Instant);
        steps.push("written");
        return hold;
      });
      release();
      await Promise.all([writing, rival, giver]);

      expect(held).toEqual({ held: new Set([idle]), lost: new Set() });
      expect(steps[0]).toBe("written");
      expect(steps).toHaveLength(3);
    } finally {
      await opened.close();
    }
  });
});

function gate(): { readonly hold: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { hold, release };
}
