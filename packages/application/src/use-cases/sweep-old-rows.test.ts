import { type Instant, instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import type { World } from "../simulation/world.ts";
import { AAPL, inTime, openTestWorld } from "../testing/trading-world.ts";
import { DECISIONS_KEPT_MS, REQUESTS_KEPT_MS, WORKERS_KEPT_MS } from "./sweep-old-rows.ts";

describe("the worker's sweep", () => {
  it("forgets what is too old to be asked for, and nothing younger", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const now = world.clock.now();
    await requestAt(world, "old", instant(now - REQUESTS_KEPT_MS - 1));
    await requestAt(world, "young", instant(now - REQUESTS_KEPT_MS + 60_000));
    await decisionAt(world, instant(now - DECISIONS_KEPT_MS - 1));
    await decisionAt(world, instant(now - DECISIONS_KEPT_MS + 60_000));
    await pingAt(world, instant(now - WORKERS_KEPT_MS - 1));

    const process = world.start();
    await world.clock.pass(5_000);

    const { decisions, requests } = world.storage.read;
    const again = { userId: world.userId, fingerprint: "another", at: now };
    expect(await requests.begin({ ...again, key: "old" })).toEqual({ kind: "new" });
    expect(await requests.begin({ ...again, key: "young" })).toEqual({ kind: "other" });
    const told = await decisions.latest(world.accountId, { limit: 500 });
    expect(told.filter(({ verdict }) => verdict === "kept for a test")).toMatchObject([
      { at: now - DECISIONS_KEPT_MS + 60_000 },
    ]);
    expect(await world.storage.read.workers.removeBefore(now)).toBe(0);
    await inTime(world, process.stop());
  });

  it("goes on as time passes", async () => {
    const world = await openTestWorld({ automationEnabled: false });
    const process = world.start();
    await world.clock.pass(5_000);
    await pingAt(world, instant(world.clock.now() - WORKERS_KEPT_MS - 1));

    await world.clock.pass(5 * 60_000);

    expect(await world.storage.read.workers.removeBefore(world.clock.now())).toBe(0);
    await inTime(world, process.stop());
  });
});

const requestAt = ({ storage, userId }: World, key: string, at: Instant) =>
  storage.read.requests.begin({ userId, key, fingerprint: "f", at });

const decisionAt = ({ accountId, storage }: World, at: Instant) =>
  storage.read.decisions.add([
    { accountId, ticker: AAPL, at, verdict: "kept for a test", settingsVersion: 1 },
  ]);

const pingAt = ({ storage }: World, at: Instant) =>
  storage.read.workers.ping({
    workerId: "a worker of old",
    at,
    brokerConnected: true,
    marketDataActive: true,
  });
