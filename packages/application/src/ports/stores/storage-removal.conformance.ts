import { instant } from "@sevenfold/domain/market";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import {
  AAPL,
  after,
  dollars,
  NOON,
  nextUuid,
  seed,
  someFill,
  someOrder,
  somePosition,
} from "../../testing/storage-rows.ts";
import type { SignInStore } from "./sign-in-store.ts";
import type { Storage } from "./storage.ts";

export function describeSignIns(storage: Storage, signIns: () => SignInStore): void {
  it("keeps a sign-in until its time is over", async () => {
    const { user } = await seed(storage);
    const signIn = {
      sidHash: nextUuid(),
      userId: user.id,
      content: { userId: user.id, views: [1] },
      expiresAt: after(10),
    };
    await signIns().put({ ...signIn, content: {}, expiresAt: after(1) });
    await signIns().put(signIn);

    expect(await signIns().get(signIn.sidHash, after(9))).toEqual(signIn);
    expect(await signIns().get(signIn.sidHash, after(10))).toBeUndefined();
    expect(await signIns().get(nextUuid(), NOON)).toBeUndefined();
    expect(await signIns().ofUser(user.id, NOON)).toEqual([signIn]);
    expect(await signIns().ofUser(user.id, after(10))).toEqual([]);
    expect(await signIns().removeExpired(after(10))).toBe(1);
    expect(await signIns().get(signIn.sidHash, NOON)).toBeUndefined();
  });

  it("forgets a sign-in that is removed, and keeps one of nobody", async () => {
    const signIn = { sidHash: nextUuid(), content: {}, expiresAt: after(10) };
    await signIns().put(signIn);
    expect(await signIns().get(signIn.sidHash, NOON)).toEqual(signIn);

    await signIns().remove(signIn.sidHash);
    expect(await signIns().get(signIn.sidHash, NOON)).toBeUndefined();
  });
}

export function describeSignInChanges(storage: Storage): void {
  it("changes a sign-in that is there, and never brings back one that ended", async () => {
    const { user } = await seed(storage);
    const { signIns } = oneByOne(storage);
    const signIn = {
      sidHash: nextUuid(),
      userId: user.id,
      content: { seen: 1 },
      expiresAt: after(10),
    };
    const later = { ...signIn, content: { seen: 2 }, expiresAt: after(20) };
    await signIns.put(signIn);

    expect(await signIns.change(signIn.sidHash, () => later)).toEqual(later);
    expect(await signIns.get(signIn.sidHash, after(15))).toEqual(later);
    await signIns.remove(signIn.sidHash);
    expect(await signIns.change(signIn.sidHash, () => later)).toBeUndefined();
    expect(await signIns.get(signIn.sidHash, NOON)).toBeUndefined();
  });

  it("loses none of twenty changes of one sign-in made at once", async () => {
    const { signIns } = oneByOne(storage);
    const sidHash = nextUuid();
    await signIns.put({ sidHash, content: { uses: 0 }, expiresAt: after(10) });

    await Promise.all(
      Array.from({ length: 20 }, () =>
        signIns.change(sidHash, (row) => ({
          ...row,
          content: { uses: Number(row.content.uses) + 1 },
        })),
      ),
    );

    expect((await signIns.get(sidHash, NOON))?.content).toEqual({ uses: 20 });
  });

  it("ends all sign-ins of a user, or all but one, and nobody else's", async () => {
    const [user, other] = [(await seed(storage)).user, (await seed(storage)).user];
    const hashes = [nextUuid(), nextUuid(), nextUuid()] as const;
    const { signIns } = oneByOne(storage);
    for (const [sidHash, userId] of [
      [hashes[0], user.id],
      [hashes[1], user.id],
      [hashes[2], other.id],
    ] as const)
      await signIns.put({ sidHash, userId, content: {}, expiresAt: after(10) });

    expect(await signIns.removeOfUser(user.id, hashes[1])).toBe(1);
    expect((await signIns.ofUser(user.id, NOON)).map(({ sidHash }) => sidHash)).toEqual([
      hashes[1],
    ]);
    expect(await signIns.removeOfUser(user.id)).toBe(1);
    expect(await signIns.ofUser(user.id, NOON)).toEqual([]);
    expect(await signIns.ofUser(other.id, NOON)).toHaveLength(1);
  });
}

export function describeRemoval(storage: Storage, signIns: () => SignInStore): void {
  describeHistories(storage, signIns);
  it("removes an expired demo user with everything that is theirs, and nobody else", async () => {
    const at = instant(Date.UTC(2020, 0, 1));
    const demo = await seed(storage, { user: { isDemo: true, expiresAt: at } });
    const later = await seed(storage, { user: { isDemo: true, expiresAt: instant(at + 1) } });
    const last = await seed(storage, { user: { isDemo: true, expiresAt: instant(at + 2) } });
    const real = await seed(storage, { user: { expiresAt: at } });
    const demoUsers = await storage.read.users.countDemo();
    for (const { user, account } of [demo, later])
      await fillIn(storage, signIns(), user.id, account.id);

    expect(await storage.transact((tables) => tables.users.removeExpired(at, 5))).toBe(1);

    expect(await traces(storage, signIns(), demo.user.id, demo.account.id)).toEqual([]);
    expect(await traces(storage, signIns(), later.user.id, later.account.id)).toHaveLength(16);
    expect(await storage.read.users.byId(real.user.id)).toEqual(real.user);
    expect(await storage.read.users.countDemo()).toBe(demoUsers - 1);

    // No more than is asked for, and whose time was over first.
    const removed = storage.transact(({ users }) => users.removeExpired(instant(at + 2), 1));
    expect(await removed).toBe(1);
    expect(await storage.read.users.byId(later.user.id)).toBeUndefined();
    expect(await storage.read.users.byId(last.user.id)).toEqual(last.user);
  });
}

function describeHistories(storage: Storage, signIns: () => SignInStore): void {
  it("removes a history piece by piece, and nobody else's", async () => {
    const [one, other] = [await seed(storage), await seed(storage)];
    for (const { user, account } of [one, other])
      await fillIn(storage, signIns(), user.id, account.id);
    const { accountId, userId } = { accountId: one.account.id, userId: one.user.id };
    const at = (minute: number) => ({ accountId, ticker: AAPL, at: after(minute) });
    const lines = [1, 2, 3].map((minute) => ({ ...at(minute), verdict: "waiting" }));
    await storage.transact(({ decisions }) =>
      decisions.add(lines.map((line) => ({ ...line, settingsVersion: 1 }))),
    );
    const left = async (id: string) =>
      (await storage.read.decisions.latest(id, { limit: 9 })).length;
    const piece = () => storage.transact(({ users }) => users.removeHistory(userId, 3));

    expect(await piece()).toBeGreaterThanOrEqual(3);
    expect(await left(accountId)).toBe(1);
    expect(await piece()).toBe(1);
    expect(await piece()).toBe(0);
    expect(await storage.read.users.byId(userId)).toEqual(one.user);
    expect(await left(other.account.id)).toBe(1);
    expect(await storage.read.orders.open(other.account.id)).toHaveLength(1);
  });

  it("knows who is on the way out, whose time was over first", async () => {
    const at = (year: number) => instant(Date.UTC(year, 0, 1));
    const later = await seed(storage, { user: { expiresAt: at(2011) } });
    const first = await seed(storage, { user: { expiresAt: at(2010) } });
    const last = await seed(storage, { user: { expiresAt: at(2012) } });
    const demo = await seed(storage, { user: { isDemo: true, expiresAt: at(2010) } });

    const leaving = await storage.read.users.leaving(at(2011), 5);

    expect(leaving).toEqual([first.user, later.user]);
    expect(await storage.read.users.leaving(at(2011), 1)).toEqual([first.user]);
    await storage.transact(async ({ users }) => {
      for (const { user } of [first, later, last, demo]) await users.remove(user.id);
    });
  });
}

async function fillIn(
  storage: Storage,
  signIns: SignInStore,
  userId: string,
  accountId: string,
): Promise<void> {
  await storage.transact(async (tables) => {
    await tables.orders.add(someOrder(accountId, { clientKey: `K${accountId.slice(-12)}` }));
    await tables.fills.add(someFill(accountId));
    await tables.positions.put(somePosition(accountId, 10));
    await tables.trails.save({ accountId, savedAt: NOON, trails: [] });
    await tables.equity.add(accountId, [{ at: NOON, equity: dollars(1) }]);
    await tables.decisions.add([
      { accountId, ticker: AAPL, at: NOON, verdict: "waiting", settingsVersion: 1 },
    ]);
    await tables.leases.acquire({ accountId, owner: "a", durationMs: 1_000 });
    await tables.watchlist.add(userId, AAPL, NOON);
    await tables.requests.begin({ userId, key: "k", fingerprint: "f", at: NOON });
  });
  await signIns.put({ sidHash: accountId, userId, content: {}, expiresAt: after(9) });
}

/** What is still there of a user, table by table. */
async function traces(
  storage: Storage,
  signIns: SignInStore,
  userId: string,
  accountId: string,
): Promise<readonly unknown[]> {
  const { read } = storage;
  const found = await Promise.all([
    read.users.byId(userId),
    read.portfolios.ofUser(userId),
    read.accounts.byId(accountId),
    read.accounts.selectedOf(userId),
    read.settings.of(accountId),
    read.orders.byKey(`K${accountId.slice(-12)}`),
    read.trails.of(accountId),
    read.equity.at(accountId, NOON),
    signIns.get(accountId, NOON),
  ]);
  const lists = await Promise.all([
    read.settings.history(accountId, 10),
    read.orders.latest(accountId, 10),
    read.fills.latest(accountId, 10),
    read.positions.of(accountId),
    read.decisions.latest(accountId, { limit: 10 }),
    read.watchlist.of(userId),
  ]);
  const isLeased = await oneByOne(storage).leases.holds(accountId, 1);
  return [...found, ...lists.map((rows) => rows[0]), isLeased || undefined].filter(
    (trace) => trace !== undefined,
  );
}
