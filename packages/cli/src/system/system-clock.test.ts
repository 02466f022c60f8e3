import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { systemClock } from "./system-clock.ts";

const LONG_MS = 3_600_000;

test("all who sleep until a signal wake with it, and who comes later does not sleep", async () => {
  const ending = new AbortController();
  const asleep = Promise.all([1, 2, 3].map(() => systemClock.sleep(LONG_MS, ending.signal)));
  ending.abort();
  await asleep;
  await systemClock.sleep(LONG_MS, ending.signal);
});

test("who has slept out is woken no more, and a signal has one listener whoever sleeps", async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) await systemClock.sleep(0, signal);
  const asleep = [1, 2, 3].map(() => systemClock.sleep(0, signal));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await Promise.all(asleep);
});
