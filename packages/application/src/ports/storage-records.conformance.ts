import { price } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { AAPL, after, dollars, NOON, NVDA, nextUuid, settle } from "../testing/storage-rows.ts";
import type { Decision, Storage } from "./storage.ts";

export function describeRecords(storage: Storage): void {
  it("thins an equity curve evenly, and keeps its first and last point", async () => {
    const { account } = await settle(storage);
    const points = Array.from({ length: 1_001 }, (_, index) => ({
      at: after(index),
      equity: dollars(index),
    }));
    await storage.transact((tables) => tables.equity.add(account.id, points));
    const since = (from: number, limit: number) =>
      storage.read.equity.since(account.id, after(from), limit);

    expect(await since(0, 1_001)).toEqual(points);
    expect(await since(0, 11)).toEqual(points.filter((_, index) => index % 100 === 0));
    expect(await since(0, 4)).toEqual([0, 333, 666, 1_000].map((index) => points[index]));
    expect(await since(998, 2)).toEqual([points[998], points[1_000]]);
    expect(await since(0, 1)).toEqual([points[1_000]]);
    expect(await since(2_000, 10)).toEqual([]);
  });

  it("replaces the equity of an instant that has one", async () => {
    const { account } = await settle(storage);
    const { equity } = storage.read;
    await equity.add(account.id, [{ at: NOON, equity: dollars(1) }]);
    await equity.add(account.id, [
      { at: after(1), equity: dollars(2) },
      { at: NOON, equity: dollars(3) },
      { at: NOON, equity: dollars(4) },
    ]);

    expect(await equity.since(account.id, NOON, 10)).toEqual([
      { at: NOON, equity: dollars(4) },
      { at: after(1), equity: dollars(2) },
    ]);
    expect(await equity.at(account.id, after(-1))).toBeUndefined();
    expect(await equity.at(account.id, after(9))).toEqual({ at: after(1), equity: dollars(2) });
  });

  it("journals decisions and tells the newest first, of one symbol or all", async () => {
    const { account } = await settle(storage);
    const waiting: Decision = {
      accountId: account.id,
      ticker: AAPL,
      at: NOON,
      verdict: "waiting",
      settingsVersion: 1,
    };
    const blocked: Decision = {
      ...waiting,
      ticker: NVDA,
      verdict: "blocked",
      gate: "cool-down",
      reason: "fell",
      price: price(1_800_000),
      trigger: price(1_810_000),
      reference: price(1_900_000),
      patterns: ["hammer", "bullish-engulfing"],
    };
    await storage.read.decisions.add([]);
    await storage.read.decisions.add([waiting, blocked]);
    const { latest } = storage.read.decisions;

    expect(await latest(account.id, { limit: 10 })).toEqual([blocked, waiting]);
    expect(await latest(account.id, { limit: 1 })).toEqual([blocked]);
    expect(await latest(account.id, { ticker: AAPL, limit: 10 })).toEqual([waiting]);
  });

  it("remembers the last ping", async () => {
    const ping = {
      workerId: nextUuid(),
      at: after(1_000_000),
      brokerConnected: true,
      marketDataActive: false,
    };
    const starting = { ...ping, brokerConnected: false, disconnectedAccounts: ["one", "two"] };
    await storage.read.workers.ping({ ...starting, message: "starting" });
    expect(await storage.read.workers.latest()).toEqual({ ...starting, message: "starting" });
    await storage.read.workers.ping(ping);

    expect(await storage.read.workers.latest()).toEqual(ping);
  });

  it("tells of the worker that had an account's lease last, before the newest", async () => {
    const accountId = (await settle(storage)).account.id;
    const { leases, workers } = storage.read;
    const pingOf = (sinceNoonMs: number) => ({
      workerId: nextUuid(),
      at: after(sinceNoonMs),
      brokerConnected: true,
      marketDataActive: true,
    });
    const [own, newest] = [pingOf(2_000_000), pingOf(2_000_001)];
    await workers.ping(own);
    await workers.ping(newest);
    const acquire = (owner: string, at: number) =>
      leases.acquire({ accountId, owner, at: after(at), durationMs: 1 });

    expect(await workers.about(accountId)).toEqual([newest]);
    await acquire(own.workerId, 0);
    expect(await workers.about(accountId)).toEqual([own, newest]);
    await leases.release(accountId, own.workerId);
    expect(await workers.about(accountId)).toEqual([own, newest]);
    await acquire(newest.workerId, 1);
    expect(await workers.about(accountId)).toEqual([newest]);
    await acquire("forgotten long ago", 2);
    expect(await workers.about(accountId)).toEqual([newest]);
  });
}

export function describeLeases(storage: Storage): void {
  it("gives a lease to one owner at a time, and fences the one before", async () => {
    const accountId = (await settle(storage)).account.id;
    const { leases } = storage.read;
    const acquire = (owner: string, at: number) =>
      leases.acquire({ accountId, owner, at: after(at), durationMs: 15 });

    expect(await acquire("a", 0)).toEqual({
      accountId,
      owner: "a",
      epoch: 1,
      expiresAt: after(15),
    });
    expect(await acquire("b", 14)).toBeUndefined();
    expect(await acquire("a", 10)).toMatchObject({ epoch: 1, expiresAt: after(25) });
    expect(await leases.holds(accountId, 1)).toBe(true);

    expect(await acquire("b", 25)).toMatchObject({ owner: "b", epoch: 2 });
    expect(await leases.holds(accountId, 1)).toBe(false);
    expect(await leases.holds(accountId, 2)).toBe(true);
    expect(await acquire("a", 26)).toBeUndefined();
  });

  it("never gives an epoch twice, also after a release or an expiry", async () => {
    const accountId = (await settle(storage)).account.id;
    const { leases } = storage.read;
    const acquire = (owner: string, at: number) =>
      leases.acquire({ accountId, owner, at: after(at), durationMs: 15 });
    const first = await acquire("a", 0);
    await leases.release(accountId, "b");
    expect(await leases.holds(accountId, first!.epoch)).toBe(true);
    await leases.release(accountId, "a");
    expect(await leases.holds(accountId, first!.epoch)).toBe(false);

    const second = await acquire("a", 1);
    expect(first!.epoch).toBeLessThan(second!.epoch);
    const third = await acquire("a", 100);
    expect(second!.epoch).toBeLessThan(third!.epoch);
  });

  it("names the accounts that others hold, for as long as they do", async () => {
    const [mine, theirs, over] = [
      (await settle(storage)).account.id,
      (await settle(storage)).account.id,
      (await settle(storage)).account.id,
    ] as const;
    const { leases } = storage.read;
    const at = after(3_000_000);
    const acquire = (accountId: string, owner: string, durationMs: number) =>
      leases.acquire({ accountId, owner, at, durationMs });
    await acquire(mine, "me", 15);
    await acquire(theirs, "them", 15);
    await acquire(over, "them", 14);
    const heldAt = async (ms: number) => {
      const held = await leases.heldByOthers("me", after(3_000_000 + ms));
      return [mine, theirs, over].filter((id) => held.has(id));
    };

    expect(await heldAt(13)).toEqual([theirs, over]);
    expect(await heldAt(14)).toEqual([theirs]);
    await leases.release(theirs, "them");
    expect(await heldAt(13)).toEqual([over]);
  });

  it("gives back every lease at once, and fences whoever had them", async () => {
    const accountIds = [(await settle(storage)).account.id, (await settle(storage)).account.id];
    const { leases } = storage.read;
    const acquire = (owner: string) =>
      Promise.all(
        accountIds.map((accountId) =>
          leases.acquire({ accountId, owner, at: after(0), durationMs: 15 }),
        ),
      );
    await acquire("a");
    await leases.releaseAll();
    const isHeld = await Promise.all(accountIds.map((accountId) => leases.holds(accountId, 1)));
    expect(isHeld).toEqual([false, false]);

    expect(await acquire("b")).toMatchObject([
      { owner: "b", epoch: 3 },
      { owner: "b", epoch: 3 },
    ]);
  });

  it("gives a free lease to one of ten who ask at the same time", async () => {
    const accountId = (await settle(storage)).account.id;
    const granted = await Promise.all(
      Array.from({ length: 10 }, (_, owner) =>
        storage.transact(({ leases }) =>
          leases.acquire({ accountId, owner: `worker ${owner}`, at: NOON, durationMs: 15 }),
        ),
      ),
    );

    expect(granted.filter((lease) => lease !== undefined)).toHaveLength(1);
  });
}

export function describeRequests(storage: Storage): void {
  it("answers a repeated request with the first one's answer", async () => {
    const { user } = await settle(storage);
    const request = { userId: user.id, key: "ticket", fingerprint: "buy 10", at: NOON };
    const { requests } = storage.read;

    expect(await requests.begin(request)).toEqual({ kind: "new" });
    expect(await requests.begin(request)).toEqual({ kind: "same" });
    await requests.finish(user.id, "ticket", "placed");
    expect(await requests.begin(request)).toEqual({ kind: "same", answer: "placed" });
    expect(await requests.begin({ ...request, fingerprint: "buy 11" })).toEqual({ kind: "other" });
    expect(await requests.begin({ ...request, key: "another" })).toEqual({ kind: "new" });
    await requests.abandon(request.userId, "another");
    expect(await requests.begin({ ...request, key: "another", fingerprint: "other" })).toEqual({
      kind: "new",
    });
  });

  it("keeps the keys of two users apart", async () => {
    const request = { key: "ticket", fingerprint: "buy 10", at: NOON };
    const [one, two] = [(await settle(storage)).user.id, (await settle(storage)).user.id];

    expect(await storage.read.requests.begin({ ...request, userId: one })).toEqual({ kind: "new" });
    expect(await storage.read.requests.begin({ ...request, userId: two })).toEqual({ kind: "new" });
  });
}
