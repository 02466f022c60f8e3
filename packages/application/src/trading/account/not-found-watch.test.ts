import type { Instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { openNotFoundWatch } from "./not-found-watch.ts";

describe("a not-found watch", () => {
  it("takes three answers over twenty seconds, thirty after the order was sent", () => {
    expect(proofs(31, 41, 51)).toEqual([false, false, true]);
  });

  it("is not convinced by two answers, however far apart they are", () => {
    expect(proofs(31, 600, 601)).toEqual([false, false, true]);
  });

  it("is not convinced by answers that come at once", () => {
    expect(proofs(31, 32, 33, 50, 51)).toEqual([false, false, false, false, true]);
  });

  it("is not convinced while the order may still be on its way", () => {
    expect(proofs(1, 11, 29, 30)).toEqual([false, false, false, true]);
  });

  it("starts over once the order was found", () => {
    const watch = openNotFoundWatch();
    for (const seconds of [31, 41]) watch.prove("key", SENT_AT, clockAt(seconds));
    watch.forget("key");

    expect(watch.prove("key", SENT_AT, clockAt(51))).toBe(false);
  });

  it("is not convinced by a time of day that steps ahead", () => {
    const watch = openNotFoundWatch();
    for (const seconds of [1, 2]) watch.prove("key", SENT_AT, clockAt(seconds));
    const ahead = { ...clockAt(3), now: clockAt(3_600).now };

    expect(watch.prove("key", SENT_AT, ahead)).toBe(false);
  });
});

const SENT_AT = 0 as Instant;

const clockAt = (seconds: number) => ({
  now: () => (seconds * 1_000) as Instant,
  monotonicMs: () => seconds * 1_000,
});

function proofs(...secondsAfter: readonly number[]): readonly boolean[] {
  const watch = openNotFoundWatch();
  return secondsAfter.map((seconds) => watch.prove("key", SENT_AT, clockAt(seconds)));
}
