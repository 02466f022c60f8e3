import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { oneByOne } from "../../testing/one-by-one.ts";
import { inTime, openTestWorld } from "../../testing/trading-world.ts";
import { readBroker } from "./read-broker.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe("how far executions were read", () => {
  it.each([
    ["is where they are read on from, some minutes before it", -MINUTE_MS, -3 * MINUTE_MS],
    ["is not believed where it is ahead of now", HOUR_MS, -2 * HOUR_MS - 2 * MINUTE_MS],
    ["reaches back a day at most then", HOUR_MS, -DAY_MS - 2 * MINUTE_MS, -9 * DAY_MS],
  ])("%s", async (_, readToMs, readFromMs, booksFromMs = -2 * HOUR_MS) => {
    const world = await openTestWorld();
    const now = world.clock.now();
    await oneByOne(world.storage).accounts.change(world.accountId, (row) => ({
      ...row,
      executionsReadTo: instant(now + readToMs),
      booksFrom: instant(now + booksFromMs),
    }));
    const { needs } = world.open();
    const asked: Instant[] = [];
    const brokers: typeof needs.brokers = {
      ...needs.brokers,
      async connect(accountId) {
        const broker = await needs.brokers.connect(accountId);
        return {
          ...broker,
          executionsSince: (since) => {
            asked.push(since);
            return broker.executionsSince(since);
          },
        };
      },
    };
    await inTime(world, readBroker({ ...needs, brokers })(world.accountId));

    expect(asked).toEqual([now + readFromMs]);
  });
});
