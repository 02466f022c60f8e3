import { MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Tables } from "../../ports/stores/storage.ts";
import { oneByOne } from "../../testing/one-by-one.ts";
import { dollars, NOON, seed } from "../../testing/storage-rows.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { fencedStorage, LOCKS_FIRST } from "./fenced-storage.ts";
import { LeaseLost } from "./write-as-worker.ts";

async function opened() {
  const storage = inMemoryStorage();
  const { id: accountId } = (await seed(storage)).account;
  const acquire = (owner: string, durationMs = MINUTE_MS) =>
    oneByOne(storage).leases.acquire({ accountId, owner, durationMs });
  const lease = (await acquire("first", 0))!;
  return { accountId, acquire, fenced: fencedStorage(storage, lease), lease, storage };
}

describe("a fenced storage", () => {
  it("lets its worker write, and refuses every transaction once another has the account", async () => {
    const { accountId, acquire, fenced, storage } = await opened();
    const write = (reading: number) =>
      fenced.transact(({ equity }) =>
        equity.add(accountId, [{ at: NOON, equity: dollars(reading) }]),
      );
    await write(1);
    await acquire("second");
    let isWorkDone = false;

    await expect(write(2)).rejects.toThrow(LeaseLost);
    const noteNothing = async () => {
      isWorkDone = true;
    };
    await expect(fenced.transact(noteNothing)).rejects.toThrow(LeaseLost);
    expect(isWorkDone).toBe(false);
    expect(await storage.read.equity.since(accountId, NOON, 10)).toEqual([
      { at: NOON, equity: dollars(1) },
    ]);
  });

  it("is over as the lease is given back, though nobody has taken it", async () => {
    const { accountId, fenced, storage } = await opened();
    await oneByOne(storage).leases.release(accountId, "first");

    await expect(fenced.transact(async () => 1)).rejects.toThrow(LeaseLost);
  });

  it("refuses work that asks beside the fence where another has the account, whatever it came to", async () => {
    const { accountId, acquire, fenced, storage } = await opened();
    const rename = (label: string, fails = false) =>
      fenced.transact(async ({ accounts }) => {
        const locking = accounts.lock(accountId).catch(() => undefined);
        await accounts.change(accountId, (row) => ({ ...row, label }));
        await locking;
        if (fails) throw new Error("what it read is another's");
      }, LOCKS_FIRST);
    const labelOf = async () => (await storage.read.accounts.byId(accountId))!.label;
    await rename("ours");
    expect(await labelOf()).toBe("ours");
    await acquire("second");

    await expect(rename("lost")).rejects.toThrow(LeaseLost);
    await expect(rename("lost", true)).rejects.toThrow(LeaseLost);
    expect(await labelOf()).toBe("ours");
  });

  it("asks once, and reads again what its own work has changed", async () => {
    const { accountId, lease, storage } = await opened();
    const asked: string[] = [];
    const counted: typeof storage = {
      ...storage,
      transact: (work) =>
        storage.transact((tables: Tables) =>
          work({
            ...tables,
            accounts: {
              ...tables.accounts,
              lock(id) {
                asked.push("lock");
                return tables.accounts.lock(id);
              },
            },
            leases: {
              ...tables.leases,
              holds(id, epoch) {
                asked.push("holds");
                return tables.leases.holds(id, epoch);
              },
            },
          }),
        ),
    };
    const seen = await fencedStorage(counted, lease).transact(async ({ accounts, leases }) => {
      const before = (await accounts.lock(accountId))!.label;
      const holds = await leases.holds(accountId, lease.epoch);
      expect(await leases.holds(accountId, lease.epoch + 1)).toBe(false);
      await accounts.change(accountId, (row) => ({ ...row, label: `${before} changed` }));
      return { holds, before, after: (await accounts.lock(accountId))!.label };
    });

    expect(seen).toEqual({ holds: true, before: seen.before, after: `${seen.before} changed` });
    expect(asked).toEqual(["lock", "holds", "holds", "lock"]);
  });
});
