import { describe, expect, it } from "vitest";
import { LIVE_PATIENCE } from "./silence.ts";

/** How often the server speaks. */
const BEAT_MS = 2_000;

describe("the patience with a live stream", () => {
  it("ends within six seconds, and lasts for one word that is lost and one that is late", () => {
    expect(LIVE_PATIENCE.silentMs).toBeLessThan(6_000);
    expect(LIVE_PATIENCE.silentMs).toBeGreaterThan(2 * BEAT_MS);
    expect(LIVE_PATIENCE.doubtMs).toBeGreaterThan(BEAT_MS);
    // Whoever does not answer is known before the stream counts as broken, or half a second later.
    expect(LIVE_PATIENCE.doubtMs + LIVE_PATIENCE.answerMs).toBeLessThan(6_000);
  });

  it("opens again soon at first, then later and later, and at least once a minute", () => {
    const times = [0, 1, 2, 3, 10, 1_000].map((attempts) => LIVE_PATIENCE.againMs(attempts));

    expect(times[0]).toBeLessThanOrEqual(1_000);
    for (const [index, ms] of times.slice(0, 4).entries())
      expect(ms).toBeGreaterThanOrEqual(500 * 2 ** index);
    for (const ms of times) expect(ms).toBeLessThanOrEqual(60_000);
  });
});
