import { money, NO_MONEY } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { dollars, seed, someFill, someOrder, somePosition } from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

/** Thrown by a work that wants nothing kept. */
class Change extends Error {}

export function describeTransactions(storage: Storage): void {
  it("keeps everything of a transaction that ends well", async () => {
    const { account } = await seed(storage);

    const answer = await storage.transact(async (tables) => {
      await tables.orders.add(someOrder(account.id));
      await tables.accounts.change(account.id, (row) => ({ ...row, cash: dollars(5) }));
      return "done";
    });

    expect(answer).toBe("done");
    expect(await storage.read.orders.open(account.id)).toHaveLength(1);
    expect((await storage.read.accounts.byId(account.id))?.cash).toBe(dollars(5));
  });

  it("keeps nothing of a transaction that throws", async () => {
    const { account } = await seed(storage);

    const failing = storage.transact(async (tables) => {
      await tables.orders.add(someOrder(account.id));
      await tables.fills.add(someFill(account.id));
      await tables.positions.put(somePosition(account.id, 10));
      await tables.accounts.change(account.id, (row) => ({ ...row, cash: dollars(5) }));
      throw new Change("of mind");
    });

    await expect(failing).rejects.toThrow(Change);
    expect(await storage.read.orders.latest(account.id, 10)).toEqual([]);
    expect(await storage.read.fills.latest(account.id, 10)).toEqual([]);
    expect(await storage.read.positions.of(account.id)).toEqual([]);
    expect(await storage.read.accounts.byId(account.id)).toEqual(account);
  });

  it("shows a transaction its own writes", async () => {
    const { account } = await seed(storage);

    await storage.transact(async (tables) => {
      const { order } = await tables.orders.add(someOrder(account.id));
      expect(await tables.orders.byKey(order.clientKey)).toEqual(order);
      expect(await tables.orders.open(account.id)).toEqual([order]);
    });
  });

  it("loses no write of twenty transactions on one account at once", async () => {
    const { account } = await seed(storage, { account: { cash: NO_MONEY } });

    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage.transact(async (tables) => {
          const locked = await tables.accounts.lock(account.id);
          // Written from what was read, so that an interleaved writer would be overwritten.
          await tables.accounts.change(account.id, (row) => ({
            ...row,
            cash: money(locked!.cash + 1),
          }));
        }),
      ),
    );

    expect((await storage.read.accounts.byId(account.id))?.cash).toBe(20);
  });

  it("goes on after a transaction that failed inside the database", async () => {
    const { account } = await seed(storage);
    const failing = storage.transact((tables) => tables.accounts.add(account));

    await expect(failing).rejects.toThrow();
    expect(await storage.read.accounts.byId(account.id)).toEqual(account);
  });

  it("refuses to lock an account where the lock would end at once", async () => {
    const { account } = await seed(storage);

    // @ts-expect-error What reads cannot lock, and whoever casts that away is stopped.
    const locked = Promise.resolve().then(() => storage.read.accounts.lock(account.id));

    await expect(locked).rejects.toThrow();
  });

  it("reads cash, holdings and open orders of one instant while fills are booked", async () => {
    const { account, user } = await seed(storage, { account: { cash: dollars(100) } });
    // Each fill turns a dollar of cash into a share, and back: together they are always the same.
    const fill = (count: number) =>
      storage.transact(async ({ accounts, orders, positions }) => {
        await accounts.change(account.id, (row) => ({ ...row, cash: dollars(100 - count) }));
        await positions.put({
          ...somePosition(account.id, count),
          costBasis: dollars(count),
        });
        await orders.add(someOrder(account.id, { status: "working" }));
      });
    let isOver = false;
    const booking = (async () => {
      for (let count = 1; count <= 40; count += 1) await fill(count);
      isOver = true;
    })();
    const sums = new Set<number>();
    while (!isOver) {
      const seen = await storage.read.holdings.ofUser(user.id);
      const [position] = seen!.positions;
      sums.add(seen!.account.cash + (position?.costBasis ?? 0));
      expect(seen!.openOrders).toHaveLength(position?.quantity ?? 0);
    }
    await booking;

    expect([...sums]).toEqual([dollars(100)]);
    expect(await storage.read.holdings.ofAccount(account.id)).toEqual(
      await storage.read.holdings.ofUser(user.id),
    );
    expect(await storage.read.holdings.ofUser("00000000-0000-4000-8000-0000000fffff")).toBe(
      undefined,
    );
  });
}
