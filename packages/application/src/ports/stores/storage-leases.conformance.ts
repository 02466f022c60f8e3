import { MINUTE_MS } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { dollars, NOON, seed } from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

/** Longer than any test runs. */
const LONG_MS = 1_000 * MINUTE_MS;
/** A lease of no time is over as soon as it is granted, whatever the storage's clock says. */
const OVER_AT_ONCE = 0;

export function describeLeases(storage: Storage): void {
  const acquire = (accountId: string, owner: string, durationMs: number) =>
    oneByOne(storage).leases.acquire({ accountId, owner, durationMs });
  const renew = (owner: string, ...held: readonly (readonly [string, number])[]) =>
    oneByOne(storage).leases.renew(
      held.map(([accountId, epoch]) => ({ accountId, epoch })),
      { owner, durationMs: LONG_MS },
    );

  it("gives a lease to one owner at a time, and fences the one before", async () => {
    const { id } = (await seed(storage)).account;
    const { leases } = oneByOne(storage);

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
    const { id } = (await seed(storage)).account;
    const { leases } = oneByOne(storage);
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

  it("renews many at once under their epochs, also those that ran out and nobody took", async () => {
    const running = (await seed(storage)).account.id;
    const over = (await seed(storage)).account.id;
    await acquire(running, "a", LONG_MS);
    await acquire(over, "a", OVER_AT_ONCE);

    const renewal = await renew("a", [running, 1], [over, 1]);

    expect(renewal).toEqual({ renewed: new Set([running, over]), lost: new Set() });
    expect(await acquire(over, "b", LONG_MS)).toBeUndefined();
    expect(await oneByOne(storage).leases.holds(over, 1)).toBe(true);
  });

  it("renews none that somebody else has had, that was given back, or that nobody ever had", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await seed(storage)).account.id);
    const [taken, takenBack, released, untouched] = ids as [string, string, string, string];
    const { leases } = oneByOne(storage);
    for (const id of [taken, takenBack]) {
      await acquire(id, "a", OVER_AT_ONCE);
      await acquire(id, "b", OVER_AT_ONCE);
    }
    await acquire(takenBack, "a", OVER_AT_ONCE);
    await acquire(released, "a", LONG_MS);
    await leases.release(released, "a");

    const renewal = await renew("a", [taken, 1], [takenBack, 1], [released, 1], [untouched, 1]);

    expect(renewal).toEqual({ renewed: new Set(), lost: new Set(ids) });
    expect(await renew("a", [taken, 2])).toEqual({ renewed: new Set(), lost: new Set([taken]) });
    const running = await storage.read.leases.running();
    expect(running.filter(({ accountId }) => ids.includes(accountId))).toEqual([]);
  });

  it("tells which of several epochs are the newest", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await seed(storage)).account.id);
    const [mine, taken, untouched] = ids as [string, string, string];
    await acquire(mine, "a", OVER_AT_ONCE);
    await acquire(taken, "a", OVER_AT_ONCE);
    await acquire(taken, "b", LONG_MS);

    const hold = oneByOne(storage).leases.hold(ids.map((accountId) => ({ accountId, epoch: 1 })));

    expect(await hold).toEqual({ held: new Set([mine]), lost: new Set([taken, untouched]) });
  });

  it("names who holds which account, for as long as they do", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await seed(storage)).account.id);
    const [mine, theirs, over] = ids as [string, string, string];
    await acquire(mine, "me", LONG_MS);
    await acquire(theirs, "them", LONG_MS);
    await acquire(over, "them", OVER_AT_ONCE);
    const held = async () => {
      const running = await storage.read.leases.running();
      const found = running.filter(({ accountId }) => ids.includes(accountId));
      expect(found.every(({ endsInMs }) => 0 < endsInMs && endsInMs <= LONG_MS)).toBe(true);
      return found.map(({ accountId, owner }) => `${ids.indexOf(accountId)} ${owner}`).sort();
    };

    const isHeld = async () => [
      await storage.read.leases.isHeld(mine),
      await storage.read.leases.isHeld(theirs),
      await storage.read.leases.isHeld(over),
    ];

    expect(await held()).toEqual(["0 me", "1 them"]);
    expect(await isHeld()).toEqual([true, true, false]);
    await oneByOne(storage).leases.release(theirs, "them");
    expect(await held()).toEqual(["0 me"]);
    expect(await isHeld()).toEqual([true, false, false]);
  });

  it("tells its own time, by which a lease ends", async () => {
    const { id } = (await seed(storage)).account;
    const before = await storage.read.leases.now();

    await acquire(id, "a", LONG_MS);

    const running = await storage.read.leases.running();
    const { endsInMs } = running.find(({ accountId }) => accountId === id)!;
    const after = await storage.read.leases.now();
    expect(Number.isSafeInteger(after)).toBe(true);
    expect(after).toBeGreaterThanOrEqual(before);
    expect(endsInMs).toBeGreaterThanOrEqual(LONG_MS - (after - before) - 1);
  });

  it("gives back every lease at once, and fences whoever had them", async () => {
    const ids = [(await seed(storage)).account.id, (await seed(storage)).account.id];
    const { leases } = oneByOne(storage);
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
    const accountId = (await seed(storage)).account.id;
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
    const { id } = (await seed(storage)).account;
    const { epoch } = (await acquire(id, "a", OVER_AT_ONCE))!;
    let rival: ReturnType<typeof acquire> | undefined;
    const write = (n: number) =>
      storage.transact(async ({ accounts, equity, leases }) => {
        const isOursFirst = await leases.holds(id, epoch);
        rival ??= acquire(id, "b", LONG_MS);
        // Mutex of the database in which the rival would be granted it, were it not kept waiting.
        for (let turn = 0; turn < 20; turn += 1) await accounts.byId(id);
        if (isOursFirst) await equity.add(id, [{ at: NOON, equity: dollars(n) }]);
        const isOursLast = await leases.holds(id, epoch);
        return `${isOursFirst} ${isOursLast}`;
      });

    const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => write(n)));

    expect(seen.filter((each) => each !== "true true" && each !== "false false")).toEqual([]);
    expect(seen).toContain("true true");
    expect(await rival).toMatchObject({ owner: "b", epoch: 2 });
    expect(await oneByOne(storage).leases.holds(id, epoch)).toBe(false);
  });
}
