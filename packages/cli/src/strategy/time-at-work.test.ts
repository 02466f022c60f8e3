import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onceOver } from "./time-at-work.ts";

describe("the time that a process was at work", () => {
  let stoodStillMs = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    const { now } = performance;
    vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + stoodStillMs);
  });
  afterEach(() => {
    stoodStillMs = 0;
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const begun = () => {
    const tell = vi.fn();
    return { tell, end: onceOver(1_000, tell) };
  };

  it("is over after so long, and is told once", () => {
    const { tell } = begun();
    vi.advanceTimersByTime(999);
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it("does not pass while the process stands still", () => {
    const { tell } = begun();
    vi.advanceTimersByTime(950);
    stoodStillMs += 60_000;
    vi.advanceTimersByTime(149);
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it("is over all the same where the process is always late", () => {
    const { tell } = begun();
    for (let part = 0; part < 20; part += 1) {
      stoodStillMs += 1_000;
      vi.advanceTimersByTime(100);
    }
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it("is not told once nobody waits any more", () => {
    const { end, tell } = begun();
    vi.advanceTimersByTime(500);
    end();
    vi.advanceTimersByTime(5_000);
    expect(tell).not.toHaveBeenCalled();
  });
});
