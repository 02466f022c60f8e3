import { MINUTE_MS } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { dollars, NOON, settle } from "../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

/** Longer than any test runs. */
const LONG_MS = 1_000 * MINUTE_MS;
/** A lease of no time is over as soon as it is granted, whatever the storage's clock says. */
const OVER_AT_ONCE = 0;

export function describeLeases(storage: Storage): void {
  const acquire = (accountId: string, owner: string, durationMs: number) =>
    storage.read.leases.acquire({ accountId, owner, durationMs });

  it("gives a lease to one owner at a time, and fences the one before", async () => {
    const { id } = (await settle(storage)).account;
    const { leases } = storage.read;

    expect(await acquire(id, "a", LONG_MS)).toEqual({ accountId: id, owner: "a", epoch: 1 });
    expect(await acquire(id, "b", LONG_MS)).toBeUndefined();
    expect(await acquire(id, "a", OVER_AT_ONCE)).toMatchObject({ epoch: 1 });
    expect(await leases.holds(id, 1)).toBe(true);

    expect(await acquire(id, "b", LONG_MS)).toMatchObject({ owner: "b", epoch: 2 });
    expect(await leases.holds(id, 1)).toBe(false);
    expect(await leases.holds(id, 2)).toBe(true);
    expect(await acquire(id, "a", LONG_MS)).toBeUndefined();
  });

  it("never gives an epoch twice, also after a release or an expiry", async () => {
    const { id } = (await settle(storage)).account;
    const { leases } = storage.read;
    const first = await acquire(id, "a", LONG_MS);
    await leases.release(id, "b");
    expect(await leases.holds(id, first!.epoch)).toBe(true);
    await leases.release(id, "a");
    expect(await leases.holds(id, first!.epoch)).toBe(false);

    const second = await acquire(id, "a", OVER_AT_ONCE);
    expect(first!.epoch).toBeLessThan(second!.epoch);
    const third = await acquire(id, "a", LONG_MS);
    expect(second!.epoch).toBeLessThan(third!.epoch);
  });

  it("names the accounts that others hold, for as long as they do", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await settle(storage)).account.id);
    const [mine, theirs, over] = ids as [string, string, string];
    await acquire(mine, "me", LONG_MS);
    await acquire(theirs, "them", LONG_MS);
    await acquire(over, "them", OVER_AT_ONCE);
    const held = async () => {
      const found = await storage.read.leases.heldByOthers("me");
      return ids.filter((id) => found.has(id));
    };

    const isHeld = async () => [
      await storage.read.leases.isHeld(mine),
      await storage.read.leases.isHeld(theirs),
      await storage.read.leases.isHeld(over),
    ];

    expect(await held()).toEqual([theirs]);
    expect(await isHeld()).toEqual([true, true, false]);
    await storage.read.leases.release(theirs, "them");
    expect(await held()).toEqual([]);
    expect(await isHeld()).toEqual([true, false, false]);
  });

  it("gives back every lease at once, and fences whoever had them", async () => {
    const ids = [(await settle(storage)).account.id, (await settle(storage)).account.id];
    const { leases } = storage.read;
    const all = (owner: string) => Promise.all(ids.map((id) => acquire(id, owner, LONG_MS)));
    await all("a");
    await leases.releaseAll();
    expect(await Promise.all(ids.map((id) => leases.holds(id, 1)))).toEqual([false, false]);

    expect(await all("b")).toMatchObject([
      { owner: "b", epoch: 3 },
      { owner: "b", epoch: 3 },
    ]);
  });

  it("gives a free lease to one of ten who ask at the same time", async () => {
    const accountId = (await settle(storage)).account.id;
    const granted = await Promise.all(
      Array.from({ length: 10 }, (_, owner) =>
        storage.transact(({ leases }) =>
          leases.acquire({ accountId, owner: `worker ${owner}`, durationMs: LONG_MS }),
        ),
      ),
    );

    expect(granted.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it("lets nobody take an account while twenty who asked for its lease write for it", async () => {
    const { id } = (await settle(storage)).account;
    const { epoch } = (await acquire(id, "a", OVER_AT_ONCE))!;
    let rival: ReturnType<typeof acquire> | undefined;
    const write = (n: number) =>
      storage.transact(async ({ accounts, equity, leases }) => {
        const isOursFirst = await leases.holds(id, epoch);
        rival ??= acquire(id, "b", LONG_MS);
        // Turns of the database in which the rival would be granted it, were it not kept waiting.
        for (let turn = 0; turn < 20; turn += 1) await accounts.byId(id);
        if (isOursFirst) await equity.add(id, [{ at: NOON, equity: dollars(n) }]);
        const isOursLast = await leases.holds(id, epoch);
        return `${isOursFirst} ${isOursLast}`;
      });

    const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));

    expect(seen.filter((each) => each !== "true true" && each !== "false false")).toEqual([]);
    expect(seen).toContain("true true");
    expect(await rival).toMatchObject({ owner: "b", epoch: 2 });
    expect(await storage.read.leases.holds(id, epoch)).toBe(false);
  });
}
