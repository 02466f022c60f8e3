import { describe, expect, it } from "vitest";

import { openAlarm } from "./alarm.ts";

/** Whether it has ended, once everything else had its turn. */
async function hasEnded(waiting: Promise<void>): Promise<boolean> {
  let ended = false;
  void waiting.then(() => {
    ended = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return ended;
}

describe("an alarm", () => {
  it("wakes who waits for it, and once however often it is rung", async () => {
    const alarm = openAlarm(new AbortController().signal);
    const first = alarm.rung();
    expect(await hasEnded(first)).toBe(false);
    alarm.ring();
    alarm.ring();
    await first;

    expect(await hasEnded(alarm.rung())).toBe(false);
  });

  it("is heard by who comes after it was rung", async () => {
    const alarm = openAlarm(new AbortController().signal);
    alarm.ring();

    expect(await hasEnded(alarm.rung())).toBe(true);
    expect(await hasEnded(alarm.rung())).toBe(false);
  });

  it("keeps nobody waiting once the account ends", async () => {
    const ending = new AbortController();
    const alarm = openAlarm(ending.signal);
    const waiting = alarm.rung();
    ending.abort();

    expect(await hasEnded(waiting)).toBe(true);
    expect(await hasEnded(alarm.rung())).toBe(true);
    expect(await hasEnded(openAlarm(ending.signal).rung())).toBe(true);
  });
});
