import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Throttle } from "../ports/stores/throttle-store.ts";
import { after, NOON } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { countTry, oneMoreTry, oneTryLess, THROTTLE_RULES, takeBackTry } from "./throttling.ts";

const rule = THROTTLE_RULES.signInPerAccount;
const MINUTE_MS = 60_000;

/** Tries as often as asked, each time as soon as it may, and tells how long each one had to wait. */
function waits(count: number): readonly number[] {
  let throttle: Throttle | undefined;
  let at = NOON;
  return Array.from({ length: count }, () => {
    const waitMs = Math.max(0, (throttle?.blockedUntil ?? at) - at);
    at = instant(at + waitMs);
    const next = oneMoreTry("k", throttle, { rule, at });
    if (next.ok) throttle = next.value;
    return waitMs / MINUTE_MS;
  });
}

describe("oneMoreTry", () => {
  it("lets five tries through at once, then makes each wait twice as long, up to an hour", () => {
    expect(waits(14)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("says how long to wait, and counts nothing meanwhile", () => {
    let throttle: Throttle | undefined;
    for (let tries = 0; tries < 5; tries += 1) {
      const next = oneMoreTry("k", throttle, { rule, at: NOON });
      if (next.ok) throttle = next.value;
    }
    expect(oneMoreTry("k", throttle, { rule, at: after(1) })).toEqual({
      ok: false,
      refusal: { kind: "too-many-tries", retryAfterSec: 60 },
    });
  });

  it("forgets after a quiet quarter of an hour", () => {
    const old: Throttle = { key: "k", count: 9, since: NOON, forgetAt: after(15 * MINUTE_MS) };
    expect(oneMoreTry("k", old, { rule, at: old.forgetAt })).toMatchObject({
      ok: true,
      value: { count: 1 },
    });
  });

  it("waits for nothing that a clock counted which was ahead", () => {
    const since = after(10 * MINUTE_MS);
    const blockedUntil = after(70 * MINUTE_MS);
    const ahead = { key: "k", count: 14, since, blockedUntil, forgetAt: after(85 * MINUTE_MS) };
    expect(oneMoreTry("k", ahead, { rule, at: NOON })).toMatchObject({ value: { count: 1 } });
    const near = { ...ahead, since: after(MINUTE_MS) };
    expect(oneMoreTry("k", near, { rule, at: NOON })).toMatchObject({ ok: false });
  });

  it("waits to the end of the hour where that is the rule", () => {
    const perHour = THROTTLE_RULES.registerPerNetwork;
    const fourth: Throttle = { key: "k", count: 4, since: NOON, forgetAt: after(60 * MINUTE_MS) };
    const fifth = oneMoreTry("k", fourth, { rule: perHour, at: after(20 * MINUTE_MS) });
    expect(fifth).toMatchObject({ ok: true, value: { blockedUntil: after(60 * MINUTE_MS) } });
  });

  it("never lets more than the free tries through in a window's time", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5 * MINUTE_MS), { minLength: 20, maxLength: 60 }), (pauses) => {
        let throttle: Throttle | undefined;
        let at = NOON;
        const taken: number[] = [];
        for (const pauseMs of pauses) {
          at = instant(at + pauseMs);
          const next = oneMoreTry("k", throttle, { rule, at });
          if (!next.ok) continue;
          throttle = next.value;
          taken.push(at);
        }
        for (const from of taken) {
          const within = taken.filter((one) => from <= one && one < from + MINUTE_MS);
          expect(within.length).toBeLessThanOrEqual(rule.triesMax + 1);
        }
      }),
    );
  });
});

describe("countTry", () => {
  it("counts tries at the same time one by one", async () => {
    const storage = inMemoryStorage();
    const refusals = await Promise.all(
      Array.from({ length: 20 }, () => countTry(storage, "k", { rule, at: NOON })),
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(5);
  });

  it("is taken back when the try was a right one", async () => {
    const storage = inMemoryStorage();
    for (let tries = 0; tries < 50; tries += 1) {
      expect(await countTry(storage, "k", { rule, at: NOON })).toBeUndefined();
      await takeBackTry(storage, "k");
    }
    expect(await storage.read.throttles.of("k")).toMatchObject({ count: 0 });
    await takeBackTry(storage, "unknown");
    expect(await storage.read.throttles.of("unknown")).toBeUndefined();
  });

  it("frees nobody of an earlier wait but by one try", () => {
    const full: Throttle = {
      key: "k",
      count: 6,
      since: NOON,
      blockedUntil: after(1),
      forgetAt: after(9),
    };
    expect(oneTryLess(full)).toEqual({ key: "k", count: 5, since: NOON, forgetAt: after(9) });
  });
});
