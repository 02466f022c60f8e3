import { describe, expect, it } from "vitest";

import type { Clock } from "../../ports/clock.ts";
import { openTestWorld } from "../../testing/trading-world.ts";
import { openBeats } from "./beats.ts";

/** Looks at so many accounts, and when each was looked at. */
async function looked(accounts: number) {
  const { clock } = await openTestWorld();
  const asleep = { most: 0, now: 0 };
  let skippedMs = 0;
  const monotonicMs = () => clock.monotonicMs() + skippedMs;
  const sleep: Clock["sleep"] = async (durationMs, signal) => {
    asleep.now += 1;
    asleep.most = Math.max(asleep.most, asleep.now);
    await clock.sleep(durationMs, signal);
    asleep.now -= 1;
  };
  const beats = openBeats({ monotonicMs, sleep });
  const endings = Array.from({ length: accounts }, () => new AbortController());
  const looks: number[][] = endings.map(() => []);
  for (const [account, { signal }] of endings.entries())
    beats.join(() => void looks[account]!.push(monotonicMs()), signal);
  const skip = (ms: number) => {
    skippedMs += ms;
  };
  return { asleep, beats, clock, endings, looks, skip };
}

describe("the beats of a worker", () => {
  it("come to each account once a second, the first within one", async () => {
    const { clock, looks } = await looked(120);
    const beganMs = clock.monotonicMs();
    await clock.pass(10_000);

    for (const times of looks) {
      expect(times).toHaveLength(10);
      expect(times[0]! - beganMs).toBeLessThanOrEqual(1_000);
      for (const [index, ms] of times.slice(1).entries())
        expect(ms - times[index]!).toBeCloseTo(1_000);
    }
  });

  it("are spread over the second, and cost one sleeper", async () => {
    const { asleep, clock, looks } = await looked(100);
    await clock.pass(1_000);
    const moments = new Map<number, number>();
    for (const [ms] of looks) moments.set(ms!, (moments.get(ms!) ?? 0) + 1);

    expect([...moments.values()]).toEqual(Array.from({ length: 100 }, () => 1));
    expect(asleep.most).toBe(1);
  });

  it("leave out who has ended, end with the last of them, and begin anew with another", async () => {
    const { asleep, beats, clock, endings, looks } = await looked(2);
    await clock.pass(1_500);
    endings[0]!.abort();
    await clock.pass(3_000);
    expect(looks.map(({ length }) => length)).toEqual([1, 5]);

    endings[1]!.abort();
    await clock.pass(2_000);
    expect(looks.map(({ length }) => length)).toEqual([1, 5]);
    expect(asleep.now).toBe(0);

    let again = 0;
    beats.join(() => {
      again += 1;
    }, new AbortController().signal);
    await clock.pass(3_000);
    expect(again).toBe(3);
  });

  it("makes up for nothing that a pause has missed", async () => {
    const { clock, looks, skip } = await looked(3);
    await clock.pass(2_500);
    const before = looks.map(({ length }) => length);
    skip(30_000);
    await clock.pass(1_000);

    expect(looks.map(({ length }, account) => length - before[account]!)).toEqual([1, 1, 1]);
  });
});
