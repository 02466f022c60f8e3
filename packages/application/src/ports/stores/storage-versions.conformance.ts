import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  NOON,
  NVDA,
  nextUuid,
  seed,
  someOrder,
  somePosition,
} from "../../testing/storage-rows.ts";
import type { Storage } from "./storage.ts";

export function describeVersions(storage: Storage): void {
  const versionOf = async (id: string) => (await storage.read.accounts.versionsOf([id])).get(id);

  it("tells which version is another after each change of what an account is followed by", async () => {
    const { account, user } = await seed(storage);
    const { accounts, orders, positions, settings, users, watchlist } = oneByOne(storage);
    const position = somePosition(account.id, 1);
    const order = someOrder(account.id);
    const set: Readonly<Record<string, () => Promise<unknown>>> = {
      settings: () =>
        settings.change(account.id, "a test", (row) => ({ ...row, automationEnabled: true })),
      limits: () =>
        settings.change(account.id, "a test", ({ limits, ...row }) => ({
          ...row,
          limits: { ...limits, coolDownSec: limits.coolDownSec + 1 },
        })),
      user: () => users.change(user.id, (row) => ({ ...row, plan: "pro" })),
      watched: () => watchlist.add(user.id, AAPL, NOON),
      another: () => watchlist.add(user.id, NVDA, NOON),
      chosen: () => watchlist.choose(user.id, [NVDA]),
      unwatched: () => watchlist.remove(user.id, AAPL),
    };
    const traded: typeof set = {
      account: () => accounts.change(account.id, (row) => ({ ...row, status: "error" })),
      held: () => positions.put(position),
      "handed over": () => positions.put({ ...position, isManaged: !position.isManaged }),
      ordered: () => orders.add(order),
      answered: () =>
        orders.change(order.clientKey, (row) => ({
          ok: true,
          value: { ...row, brokerOrderId: "B1" },
        })),
      ended: () =>
        orders.change(order.clientKey, (row) => ({
          ok: true,
          value: { ...row, status: "canceled" },
        })),
    };
    let before = await versionOf(account.id);
    expect(before).toEqual({ set: expect.any(String), traded: expect.any(String) });

    for (const [part, other, changes] of [
      ["set", "traded", set],
      ["traded", "set", traded],
    ] as const)
      for (const [what, change] of Object.entries(changes)) {
        await change();
        const version = await versionOf(account.id);
        expect([what, version![part] === before![part]]).toEqual([what, false]);
        expect([what, version![other]]).toEqual([what, before![other]]);
        before = version;
      }
  });

  it("tells the same version while nothing of the account changes, whatever others do", async () => {
    const [{ account, user }, other] = [await seed(storage), await seed(storage)];
    await oneByOne(storage).watchlist.add(user.id, AAPL, NOON);
    const before = await versionOf(account.id);

    await oneByOne(storage).watchlist.add(other.user.id, AAPL, NOON);
    await oneByOne(storage).positions.put(somePosition(other.account.id, 1));
    // Written under and taken back.
    await storage.transact((tables) => tables.accounts.lock(account.id));
    await storage
      .transact(async (tables) => {
        await tables.accounts.change(account.id, (row) => ({ ...row, status: "error" }));
        throw new Error("taken back");
      })
      .catch(() => undefined);

    expect(await versionOf(account.id)).toEqual(before);
  });

  it("tells the versions of those accounts that there are", async () => {
    const [one, two] = [await seed(storage), await seed(storage)];
    const asked = [one.account.id, nextUuid(), two.account.id, "no id"];

    const versions = await storage.read.accounts.versionsOf(asked);

    expect(new Set(versions.keys())).toEqual(new Set([one.account.id, two.account.id]));
    const [first, second] = [one, two].map(({ account }) => versions.get(account.id)!);
    expect(first!.set).not.toBe(second!.set);
    expect(first!.traded).not.toBe(second!.traded);
    expect(await storage.read.accounts.versionsOf([])).toEqual(new Map());
  });
}
