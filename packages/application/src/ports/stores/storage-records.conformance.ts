import { instant, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, after, dollars, NOON, NVDA, nextUuid, seed } from "../../testing/storage-rows.ts";
import type { Decision } from "./decision-store.ts";
import type { Storage } from "./storage.ts";

export function describeRecords(storage: Storage): void {
  it("thins an equity curve evenly, and keeps its first and last point", async () => {
    const { account } = await seed(storage);
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

  it("tells what a curve with gaps was known to be at even steps of time, each point once", async () => {
    const { account } = await seed(storage);
    const points = [0, 1, 2, 3, 60, 99, 100].map((at) => ({ at: after(at), equity: dollars(at) }));
    await oneByOne(storage).equity.add(account.id, points);
    const told = async (limit: number) =>
      (await storage.read.equity.since(account.id, after(0), limit)).map(({ at }) => at);

    expect(await told(5)).toEqual([0, 3, 60, 100].map(after));
    expect(await told(6)).toEqual([0, 3, 60, 100].map(after));
    expect(await told(2)).toEqual([0, 100].map(after));
    expect(await told(7)).toEqual(points.map(({ at }) => at));
  });

  it("thins old curves to hours and days, keeps what is young, and each account's first", async () => {
    const [one, two] = [(await seed(storage)).account, (await seed(storage)).account];
    const { equity } = oneByOne(storage);
    // No other test has rows that old.
    const noon = Date.UTC(2001, 0, 1, 12);
    const minute = (count: number) => instant(noon + count * 60_000);
    const add = (id: string, ...counts: readonly number[]) =>
      equity.add(
        id,
        counts.map((count) => ({ at: minute(count), equity: dollars(count) })),
      );
    const left = async (id: string) => {
      const points = await equity.since(id, minute(0), 100);
      return points.map(({ at }) => (at - noon) / 60_000);
    };
    // To noon of the next day, written in pieces and out of order.
    await add(one.id, 1, 2, 59);
    for (const count of [60, 61, 130, 1_440, 1_441]) await add(one.id, count);
    await add(one.id, 119, 718, 720, 719);
    await add(two.id, 5, 6, 7, 1_500, 1_501);
    const thin = (minutesUntil: number, hoursUntil: number, limit = 1_000) =>
      equity.thin({ minutesUntil: minute(minutesUntil), hoursUntil: minute(hoursUntil), limit });

    expect(await thin(0, 0)).toBe(0);
    expect(await thin(1_440, 0, 2)).toBe(2);
    expect(await left(one.id)).toEqual([1, 59, 60, 61, 119, 130, 718, 719, 720, 1_440, 1_441]);
    expect(await left(two.id)).toEqual([5, 7, 1_500, 1_501]);
    await thin(1_440, 0);
    expect(await left(one.id)).toEqual([1, 59, 119, 130, 719, 720, 1_440, 1_441]);
    await thin(1_440, 1_440);
    expect(await left(one.id)).toEqual([1, 719, 1_440, 1_441]);
    expect(await left(two.id)).toEqual([5, 7, 1_500, 1_501]);
    expect(await thin(1_440, 1_440)).toBe(0);
  });

  it("replaces the equity of an instant that has one", async () => {
    const { account } = await seed(storage);
    const { equity } = oneByOne(storage);
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
    const { account } = await seed(storage);
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
    await oneByOne(storage).decisions.add([]);
    await oneByOne(storage).decisions.add([waiting, blocked]);
    const { latest } = oneByOne(storage).decisions;

    expect(await latest(account.id, { limit: 10 })).toEqual([blocked, waiting]);
    expect(await latest(account.id, { limit: 1 })).toEqual([blocked]);
    expect(await latest(account.id, { ticker: AAPL, limit: 10 })).toEqual([waiting]);

    const { decisions } = oneByOne(storage);
    await decisions.add([{ ...waiting, at: after(-1), verdict: "entered" }]);
    const last = await decisions.lastOf(account.id, [NVDA, AAPL, "ZZZ" as Ticker]);
    expect(last).toHaveLength(2);
    expect(last).toContainEqual(
      expect.objectContaining({ ticker: NVDA, verdict: "blocked", gate: "cool-down" }),
    );
    expect(last).toContainEqual(expect.objectContaining({ ticker: AAPL, verdict: "waiting" }));
  });

  it("remembers the last ping", async () => {
    const ping = {
      workerId: nextUuid(),
      at: after(1_000_000),
      brokerConnected: true,
      marketDataActive: false,
    };
    const starting = { ...ping, brokerConnected: false, disconnectedAccounts: ["one", "two"] };
    const halt = { ticker: AAPL, since: after(900_000), because: "T1: News Pending" };
    const exchangeHalts = [
      { ...halt, isRealMarket: true },
      { ...halt, resumedAt: after(950_000), isRealMarket: false },
    ];
    const told = { ...starting, message: "starting", exchangeHalts };
    await oneByOne(storage).workers.ping(told);
    expect(await storage.read.workers.latest()).toEqual(told);
    await oneByOne(storage).workers.ping(ping);

    expect(await storage.read.workers.latest()).toEqual(ping);
  });

  it("tells the last ping of each worker, the newest first", async () => {
    const { workers } = oneByOne(storage);
    const pingOf = (workerId: string, sinceNoonMs: number) => ({
      workerId,
      at: after(sinceNoonMs),
      brokerConnected: true,
      marketDataActive: true,
    });
    const [one, other] = [nextUuid(), nextUuid()];
    await workers.ping(pingOf(one, 1_500_000));
    await workers.ping(pingOf(other, 1_500_001));
    await workers.ping(pingOf(one, 1_500_002));

    expect(await workers.newest(2)).toEqual([pingOf(one, 1_500_002), pingOf(other, 1_500_001)]);
    expect(await workers.newest(1)).toEqual([pingOf(one, 1_500_002)]);
  });

  it("tells of the worker that had an account's lease last, before the newest", async () => {
    const accountId = (await seed(storage)).account.id;
    const { leases, workers } = oneByOne(storage);
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
    const { user } = await seed(storage);
    const request = { userId: user.id, key: "ticket", fingerprint: "buy 10", at: NOON };
    const { requests } = oneByOne(storage);

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
    const [one, two] = [(await seed(storage)).user.id, (await seed(storage)).user.id];

    expect(await oneByOne(storage).requests.begin({ ...request, userId: one })).toEqual({
      kind: "new",
    });
    expect(await oneByOne(storage).requests.begin({ ...request, userId: two })).toEqual({
      kind: "new",
    });
  });
}
