import { expect, test } from "vitest";
import { openFairTurns } from "./fair-turns.ts";

/** A clock that only work moves on. */
function slowWork(sleepers: number, takesMs: number) {
  let nowMs = 0;
  const done: (number | string)[] = [];
  const inTurn = openFairTurns(() => nowMs);
  const ended = Promise.all(
    Array.from({ length: sleepers }, (_, sleeper) =>
      new Promise<void>((resolve) => {
        setTimeout(() => inTurn(resolve), 1);
      }).then(() => {
        nowMs += takesMs;
        done.push(sleeper);
      }),
    ),
  );
  return { done, ended };
}

test("sleepers whose time has come together leave room for what comes in between", async () => {
  const { done, ended } = slowWork(50, 0.5);
  const bystander = setInterval(() => done.push("price"), 1);
  await ended;
  clearInterval(bystander);
  const woken = done.filter((each) => typeof each === "number");
  expect(woken).toEqual(Array.from({ length: 50 }, (_, sleeper) => sleeper));
  expect(longestRun(done)).toBeLessThan(50);
});

test("sleepers are woken in turns of a millisecond, and none is forgotten", async () => {
  for (const takesMs of [0, 0.1, 1, 20]) {
    const { done, ended } = slowWork(100, takesMs);
    let atFirst = 0;
    await new Promise<void>((resolve) => {
      const look = () => {
        atFirst = done.length;
        if (0 < atFirst) resolve();
        else setImmediate(look);
      };
      setImmediate(look);
    });
    if (1 <= takesMs) expect(atFirst).toBeLessThan(5);
    await ended;
    expect(done).toHaveLength(100);
  }
});

function longestRun(done: readonly (number | string)[]): number {
  let longest = 0;
  let run = 0;
  for (const each of done) {
    run = typeof each === "number" ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
