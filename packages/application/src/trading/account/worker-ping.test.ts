import { type Instant, instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { hasBroker, pingAbout, pingWorker } from "./worker-ping.ts";

const NOW = instant(Date.UTC(2026, 2, 2, 15));

describe("the worker's ping", () => {
  it("says that the brokers are connected while one just opened still connects", async () => {
    expect(await connectionOf([opened(60_000, true), opened(14_999, false)])).toBe(true);
  });

  it("says that a broker is not, once it had its time to connect", async () => {
    expect(await connectionOf([opened(60_000, true), opened(15_000, false)])).toBe(false);
    expect(await connectionOf([opened(3_600_000, false)])).toBe(false);
  });

  it("says whose broker is lost, and nobody else's", async () => {
    const ping = await pingOf([opened(60_000, true, "mine"), opened(60_000, false, "theirs")]);

    expect([hasBroker(ping, "mine"), hasBroker(ping, "theirs")]).toEqual([true, false]);
    expect(hasBroker(await pingOf([opened(60_000, true, "mine")]), "mine")).toBe(true);
  });

  it("says it is everybody's when more are lost than it can name", async () => {
    const lost = Array.from({ length: 1_001 }, (_, number) => opened(60_000, false, `${number}`));
    const ping = await pingOf([...lost, opened(60_000, true, "mine")]);

    expect(ping.disconnectedAccounts).toHaveLength(1_000);
    expect(hasBroker(ping, "mine")).toBe(false);
  });
});

describe("the ping that tells of an account", () => {
  const pingedAgo = (agoMs: number) => ({
    ...LIVES,
    workerId: `${agoMs}`,
    at: instant(NOW - agoMs),
  });

  it("is that of its own worker while that lives, and the newest otherwise", () => {
    const [own, dead, newest] = [pingedAgo(29_999), pingedAgo(30_000), pingedAgo(10)] as const;

    expect(pingAbout([own, newest], NOW)).toBe(own);
    expect(pingAbout([dead, newest], NOW)).toBe(newest);
    expect(pingAbout([newest], NOW)).toBe(newest);
    expect(pingAbout([pingedAgo(90_000), dead], NOW)).toBe(dead);
    expect(pingAbout([], NOW)).toBeUndefined();
  });
});

const LIVES = { brokerConnected: true, marketDataActive: true };

const opened = (agoMs: number, isStreamConnected: boolean, id = "an account") => ({
  account: { id, createdAt: (NOW - agoMs) as Instant } as FollowedAccount["account"],
  isStreamConnected,
});

const connectionOf = async (followed: readonly ReturnType<typeof opened>[]) =>
  (await pingOf(followed)).brokerConnected;

async function pingOf(followed: readonly ReturnType<typeof opened>[]) {
  const storage = inMemoryStorage();
  const prices = {
    feed: () => ({ isConnected: true, isForOrders: true, failures: 0 }),
  } as PriceBoard;
  const clock = { now: () => NOW } as Parameters<typeof pingWorker>[0]["clock"];
  await pingWorker({ clock, prices, storage }, "worker", followed);
  return (await storage.read.workers.latest())!;
}
