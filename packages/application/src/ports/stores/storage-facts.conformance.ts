import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  after,
  NOON,
  NVDA,
  nextKey,
  nextUuid,
  seed,
  someOrder,
  somePosition,
} from "../../testing/storage-rows.ts";
import type { WantedFacts } from "./holdings-store.ts";
import type { Storage } from "./storage.ts";

export function describeOrderFacts(storage: Storage): void {
  /** The same, asked store by store. */
  const oneAfterTheOther = async ({ accountId, clientKey, sentSince, userId }: WantedFacts) => {
    const { orders, positions, settings, users } = storage.read;
    return {
      known: await orders.byKey(clientKey),
      openOrders: await orders.open(accountId),
      positions: await positions.of(accountId),
      sentAt: await orders.submittedSince(accountId, sentSince),
      settings: await settings.of(accountId),
      user: await users.byId(userId),
    };
  };

  it("tells what orders of several accounts are checked by as each store does", async () => {
    const [full, empty] = [await seed(storage), await seed(storage)];
    const { orders, positions } = oneByOne(storage);
    const { id } = full.account;
    await positions.put({ ...somePosition(id, 3), ticker: NVDA });
    await positions.put(somePosition(id, 5));
    const sent = { attempts: 1, status: "working" } as const;
    const ended = someOrder(id, { ...sent, createdAt: after(1_000), status: "canceled" });
    const resting = someOrder(id, { ...sent, createdAt: after(3_000), ticker: AAPL });
    const early = someOrder(id, { ...sent, createdAt: after(0), quantity: shares(2) });
    for (const order of [resting, ended, early]) await orders.add(order);
    const wanted = ({ account, user }: typeof full, clientKey: string): WantedFacts => ({
      ...{ accountId: account.id, userId: user.id, clientKey, sentSince: after(1_000) },
    });
    const asked = [wanted(full, ended.clientKey), wanted(empty, nextKey())];

    const facts = await storage.read.holdings.factsOf(asked);

    expect([...facts.keys()].toSorted()).toEqual(asked.map((one) => one.accountId).toSorted());
    for (const one of asked)
      expect({ known: undefined, ...facts.get(one.accountId) }).toEqual(
        await oneAfterTheOther(one),
      );
    expect(facts.get(id)).toMatchObject({
      known: ended,
      openOrders: [early, resting],
      sentAt: [ended.createdAt, resting.createdAt],
    });
    expect(await storage.read.holdings.factsOf([])).toEqual(new Map());
  });

  it("tells the order that has a key already though it is another account's", async () => {
    const [one, other] = [await seed(storage), await seed(storage)];
    const order = someOrder(other.account.id);
    await oneByOne(storage).orders.add(order);
    const { clientKey } = order;
    const wanted = { accountId: one.account.id, userId: one.user.id, clientKey, sentSince: NOON };

    const facts = await storage.read.holdings.factsOf([wanted]);

    expect(facts.get(one.account.id)).toMatchObject({ known: order, openOrders: [] });
  });

  it("locks the rows of those accounts that there are", async () => {
    const [one, two] = [(await seed(storage)).account, (await seed(storage)).account];
    const locked = await storage.transact((tables) =>
      tables.accounts.lockFree([one.id, nextUuid(), two.id, "no id"]),
    );

    expect(new Map(locked.map((row) => [row.id, row]))).toEqual(
      new Map([
        [one.id, one],
        [two.id, two],
      ]),
    );
  });
}
