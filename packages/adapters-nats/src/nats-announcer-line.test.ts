import type { Announcement } from "@sevenfold/application/ports/announcer";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openNatsAnnouncer } from "./nats-announcer.ts";
import type { NatsLink } from "./nats-link.ts";

describe("an announcer whose line to NATS comes and goes", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("reads everything again while NATS is away and once it is back, and no more then", () => {
    const { missed, turn } = opened("away");
    vi.advanceTimersByTime(10_000);
    expect(missed()).toBe(2);

    turn("there");
    expect(missed()).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(missed()).toBe(3);

    turn("away");
    vi.advanceTimersByTime(5_000);
    expect(missed()).toBe(4);
  });

  it("says what waits before it is closed, and never more at once than is understood", () => {
    const { announcer, told } = opened("there");
    const orders = (accountId: number): Announcement => ({
      ...{ accountId: String(accountId), userId: "u", topic: "orders" },
    });
    for (let account = 0; account < 1_002; account += 1) announcer.announce(orders(account));
    announcer.close();

    expect(told()).toEqual([1_000, 2]);
  });
});

/** An announcer on a line of the test's: how many it told at once, and how often it missed something. */
function opened(begins: "there" | "away") {
  let isUp = begins === "there";
  const watchers: ((isUp: boolean) => void)[] = [];
  const told: number[] = [];
  const link: NatsLink = {
    current: () => (isUp ? ({} as never) : undefined),
    connected: () => Promise.reject(new Error("The line of the test is no connection.")),
    publish(_, payload) {
      told.push(JSON.parse(String(payload)).told.length);
      return true;
    },
    subscribe: () => () => undefined,
    watch(tell) {
      watchers.push(tell);
      return () => undefined;
    },
    close: async () => undefined,
  };
  let missed = 0;
  const local = {
    ...inMemoryAnnouncer(),
    missed() {
      missed += 1;
    },
  };
  const fallback = inMemoryAnnouncer();
  const announcer = openNatsAnnouncer({
    ...{ fallback, link, local, log: recordingLog(), prefix: "test" },
  });
  return {
    announcer,
    missed: () => missed,
    told: () => told,
    turn(to: "there" | "away") {
      isUp = to === "there";
      for (const tell of watchers) tell(isUp);
    },
  };
}
