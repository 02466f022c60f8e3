import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import {
  AAPL,
  NOON,
  seed,
  someFill,
  somePosition,
} from "@sevenfold/application/testing/storage-rows";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { readAccountRows } from "@sevenfold/application/trading/account/account-rows";
import { describe, expect, it } from "vitest";

import { openKept } from "./kept.ts";
import { keepReads } from "./kept-reads.ts";

async function opened(keptMs = 1_000) {
  const storage = inMemoryStorage();
  const { account } = await seed(storage);
  let nowMs = 0;
  const kept = openKept({ clock: { monotonicMs: () => nowMs }, keptMs });
  const read = keepReads(storage, kept);
  const hold = (count: number) => oneByOne(storage).positions.put(somePosition(account.id, count));
  const held = async () => (await read.positions.of(account.id))[0]?.quantity;
  await hold(1);
  return {
    account,
    held,
    hold,
    kept,
    read,
    storage,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("kept reads", () => {
  it("say the same for a moment, then what is true", async () => {
    const { held, hold, pass } = await opened();
    expect(await held()).toBe(1);
    await hold(2);

    pass(799);
    expect(await held()).toBe(1);
    pass(201);
    expect(await held()).toBe(2);
  });

  it("say what is true once their owner is forgotten", async () => {
    const { account, held, hold, kept } = await opened();
    await held();
    await hold(2);
    kept.forget(account.id);

    expect(await held()).toBe(2);
  });

  it("keep a year's sums longer, until a booked fill is told of", async () => {
    const { account, kept, pass, read, storage } = await opened();
    const bought = async () => (await read.fills.totalsSince(account.id, NOON))[0]?.bought;
    expect(await bought()).toBeUndefined();
    await storage.transact(({ fills }) => fills.add(someFill(account.id, { at: NOON })));

    pass(5_999);
    expect(await bought()).toBeUndefined();
    kept.forget(account.id);
    expect(await bought()).toBe(someFill(account.id).quantity);
  });

  it("keep nothing where nothing is to be kept", async () => {
    const { held, hold } = await opened(0);
    await held();
    await hold(2);

    expect(await held()).toBe(2);
  });

  it("tell questions with other words apart", async () => {
    const { account, read } = await opened();
    await read.fills.latest(account.id, 1);

    expect(await read.fills.latest(account.id, 2)).toEqual([]);
    expect((await read.positions.of(account.id))[0]?.ticker).toBe(AAPL);
    expect(await read.positions.of("another")).toEqual([]);
  });

  it("hold all that an account's book is made of, but its fills of the last minutes", async () => {
    const { account, storage } = await opened();
    const asked: string[] = [];
    const counted = Object.entries(storage.read).map(([table, store]) => {
      const methods = Object.entries(store).map(([method, look]) => [
        method,
        (...args: readonly unknown[]) => {
          asked.push(`${table}.${method}`);
          return (look as (...args: readonly unknown[]) => unknown)(...args);
        },
      ]);
      return [table, Object.fromEntries(methods)];
    });
    const kept = openKept({ clock: { monotonicMs: () => 0 }, keptMs: 1_000 });
    const read = keepReads({ read: Object.fromEntries(counted) as Readers }, kept);
    const rows = await readAccountRows(read, account.id, NOON);
    asked.length = 0;

    expect(await readAccountRows(read, account.id, NOON)).toEqual(rows);
    expect(asked).toEqual(["fills.since"]);
  });

  it("leave everything else as it is", async () => {
    const { account, read, storage } = await opened();

    expect(await read.accounts.byId(account.id)).toEqual(account);
    expect(read.orders.byKey).toBe(storage.read.orders.byKey);
  });
});
