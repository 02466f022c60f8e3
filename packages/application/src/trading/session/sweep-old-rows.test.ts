import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { oneByOne } from "../../testing/one-by-one.ts";
import { AAPL, dollars, inTime, openTestWorld } from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import {
  DECISIONS_KEPT_MS,
  EQUITY_HOURS_KEPT_MS,
  EQUITY_MINUTES_KEPT_MS,
  REQUESTS_KEPT_MS,
  WORKERS_KEPT_MS,
} from "./sweep-old-rows.ts";

describe("the worker's sweep", () => {
  it("forgets what is too old to be asked for, and nothing younger", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const now = world.clock.now();
    await requestAt(world, "old", instant(now - REQUESTS_KEPT_MS - 1));
    await requestAt(world, "young", instant(now - REQUESTS_KEPT_MS + 60_000));
    await decisionAt(world, instant(now - DECISIONS_KEPT_MS - 1));
    await decisionAt(world, instant(now - DECISIONS_KEPT_MS + 60_000));
    await pingAt(world, instant(now - WORKERS_KEPT_MS - 1));
    await pingAt(world, instant(now - WORKERS_KEPT_MS + 60_000), "a worker of today");

    const process = world.start();
    await world.clock.pass(5_000);

    const { decisions, requests } = oneByOne(world.storage);
    const again = { userId: world.userId, fingerprint: "another", at: now };
    expect(await requests.begin({ ...again, key: "old" })).toEqual({ kind: "new" });
    expect(await requests.begin({ ...again, key: "young" })).toEqual({ kind: "other" });
    const told = await decisions.latest(world.accountId, { limit: 500 });
    expect(told.filter(({ verdict }) => verdict === "kept for a test")).toMatchObject([
      { at: now - DECISIONS_KEPT_MS + 60_000 },
    ]);
    const workers = await oneByOne(world.storage).workers.newest(10);
    const names = workers.map(({ workerId }) => workerId);
    expect(names.filter((name) => name.startsWith("a worker"))).toEqual(["a worker of today"]);
    await inTime(world, process.stop());
  });

  it("thins equity to hours after a month and to days after a year, and keeps every close of the month", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const now = world.clock.now();
    const hour = 60 * MINUTE_MS;
    const hourAgo = (ms: number) => Math.floor((now - ms) / hour) * hour - 24 * hour;
    const month = hourAgo(EQUITY_MINUTES_KEPT_MS);
    const year = hourAgo(EQUITY_HOURS_KEPT_MS);
    const close = instant(month + 72 * hour);
    const written = [
      year - hour,
      ...[0, 1, 59, 60, 119].map((minute) => year + minute * MINUTE_MS),
      ...[0, 1, 59, 60, 119].map((minute) => month + minute * MINUTE_MS),
      ...[-1, 0, 1, 2].map((minute) => close + minute * MINUTE_MS),
    ].map((at) => ({ at: instant(at), equity: dollars(1) }));
    await oneByOne(world.storage).equity.add(world.accountId, written);

    const process = world.start();
    await world.clock.pass(5_000);

    const { equity } = oneByOne(world.storage);
    const left = await equity.since(world.accountId, instant(0), 100);
    const minutesAfter = (from: number) =>
      left.map(({ at }) => (at - from) / MINUTE_MS).filter((each) => 0 <= each && each < 120);
    expect(minutesAfter(month)).toEqual([59, 119]);
    expect(minutesAfter(year)).toEqual([119]);
    expect(left[0]?.at).toBe(year - hour);
    expect((await equity.at(world.accountId, close))?.at).toBe(close);
    await inTime(world, process.stop());
  });

  it.each([
    ["hours", 49 * 60 * MINUTE_MS],
    ["years", 3 * 366 * 24 * 60 * MINUTE_MS],
  ])("removes nothing early by a clock that is %s ahead of the database", async (_, aheadMs) => {
    const world = await openTestWorld({ automationEnabled: false });
    const now = world.clock.now();
    await requestAt(world, "young", instant(now - 60_000));
    await decisionAt(world, instant(now - 60_000));
    const { equity, decisions, requests, users } = oneByOne(world.storage);
    const points = [3, 2, 1].map((minutes) => ({
      at: instant(now - minutes * MINUTE_MS),
      equity: dollars(1),
    }));
    await equity.add(world.accountId, points);
    const demo = { isDemo: true, expiresAt: instant(now + 24 * 60 * MINUTE_MS) };
    await users.change(world.userId, (row) => ({ ...row, ...demo }));

    const process = world.start({ clockAheadMs: aheadMs });
    await world.clock.pass(70_000);

    expect(await users.byId(world.userId)).toBeDefined();
    const again = { userId: world.userId, fingerprint: "another", at: now };
    expect(await requests.begin({ ...again, key: "young" })).toEqual({ kind: "other" });
    const told = await decisions.latest(world.accountId, { limit: 500 });
    expect(told.some(({ verdict }) => verdict === "kept for a test")).toBe(true);
    const kept = await equity.since(world.accountId, instant(0), 100);
    expect(kept.map(({ at }) => at)).toEqual(expect.arrayContaining(points.map(({ at }) => at)));
    await inTime(world, process.stop());
  });

  it("goes on as time passes", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);
    await pingAt(world, instant(world.clock.now() - WORKERS_KEPT_MS - 1));

    await world.clock.pass(5 * 60_000);

    expect(await oneByOne(world.storage).workers.removeBefore(world.clock.now())).toBe(0);
    await inTime(world, process.stop());
  });
});

const requestAt = ({ storage, userId }: World, key: string, at: Instant) =>
  oneByOne(storage).requests.begin({ userId, key, fingerprint: "f", at });

const decisionAt = ({ accountId, storage }: World, at: Instant) =>
  oneByOne(storage).decisions.add([
    { accountId, ticker: AAPL, at, verdict: "kept for a test", settingsVersion: 1 },
  ]);

const pingAt = ({ storage }: World, at: Instant, workerId = "a worker of old") =>
  oneByOne(storage).workers.ping({
    workerId,
    at,
    brokerConnected: true,
    marketDataActive: true,
  });
