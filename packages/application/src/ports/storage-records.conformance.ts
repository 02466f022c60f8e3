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
    const acquire = (owner: string) => leases.acquire({ accountId, owner, durationMs: 0 });

    expect(await workers.about(accountId)).toEqual([newest]);
    await acquire(own.workerId);
    expect(await workers.about(accountId)).toEqual([own, newest]);
    await leases.release(accountId, own.workerId);
    expect(await workers.about(accountId)).toEqual([own, newest]);
    await acquire(newest.workerId);
    expect(await workers.about(accountId)).toEqual([newest]);
    await acquire("forgotten long ago");
    expect(await workers.about(accountId)).toEqual([newest]);
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
