import { expect, test } from "vitest";
import { hasPaused } from "./followed-account.ts";
import { openPulse, PAUSE_MAX_MS, type Pulse } from "./pulse.ts";

const accountOf = (pulse: Pulse) => ({ pulse, pausesKnown: pulse.pauses });

test("a process that does something every few seconds has not paused, whatever an account waits for", () => {
  const pulse = openPulse(0);
  const late = accountOf(pulse);
  for (let nowMs = 0; nowMs <= 60_000; nowMs += PAUSE_MAX_MS) pulse.beat(nowMs);
  expect(hasPaused(late, 60_000 + PAUSE_MAX_MS)).toBe(false);
});

test("every account learns of a pause, whoever came first after it, and until its heartbeat has", () => {
  const pulse = openPulse(0);
  const [first, second] = [accountOf(pulse), accountOf(pulse)];
  const afterMs = PAUSE_MAX_MS + 1;
  expect(hasPaused(first, afterMs)).toBe(true);
  expect(hasPaused(second, afterMs + 1)).toBe(true);
  first.pausesKnown = pulse.pauses;
  expect(hasPaused(first, afterMs + 2)).toBe(false);
  expect(hasPaused(second, afterMs + 2)).toBe(true);
});

test("who is taken up after a pause has nothing of before it", () => {
  const pulse = openPulse(0);
  pulse.beat(PAUSE_MAX_MS + 1);
  expect(hasPaused(accountOf(pulse), PAUSE_MAX_MS + 1)).toBe(false);
});
