import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chosen,
  type FailoverState,
  failed,
  isCritical,
  openFailoverState,
  SWITCHES_MAX,
  SWITCHES_WITHIN_MS,
  succeeded,
  WELL_FOR_MS,
} from "./failover-state.ts";

interface Happening {
  readonly index: number;
  readonly isGood: boolean;
  readonly afterMs: number;
}

const index = fc.nat({ max: 2 });
const afterMs = fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 400_000 }));
const single = fc.record({ index, isGood: fc.boolean(), afterMs }).map((one) => [one]);
/** One that breaks down at once, and is back for good for a while. */
const breakdown = fc
  .record({ index, downMs: fc.nat({ max: 5_000 }) })
  .map(({ downMs, index }): readonly Happening[] => [
    ...[0, 0, 0].map((ms) => ({ index, isGood: false, afterMs: ms })),
    { index, isGood: true, afterMs: downMs },
    { index, isGood: true, afterMs: WELL_FOR_MS },
  ]);
/** What happens to the providers, one thing after the other, and how long after the one before. */
const happenings = fc
  .array(fc.oneof(single, breakdown), { maxLength: 60 })
  .map((parts): readonly Happening[] => parts.flat());

interface Moment {
  readonly nowMs: number;
  readonly before: FailoverState;
  readonly state: FailoverState;
}

/** Every state there was, each with the one it was chosen from. */
function played(steps: readonly Happening[]): Moment[] {
  let state = openFailoverState(3);
  let nowMs = 0;
  return steps.map(({ afterMs, index, isGood }) => {
    nowMs += afterMs;
    const before = isGood ? succeeded(state, index, nowMs) : failed(state, index, "It failed.");
    state = chosen(before, nowMs);
    return { nowMs, before, state };
  });
}

describe("failover between providers", () => {
  it("switches after the third failure in a row, and not before", () => {
    let state = openFailoverState(2);
    for (let failures = 1; failures < 3; failures += 1) {
      state = chosen(failed(state, 0, "It is away."), failures);
      expect(state.active).toBe(0);
    }
    state = chosen(failed(state, 0, "It is away."), 3);
    expect(state.active).toBe(1);
    expect(state.providers[0]).toEqual({
      failures: 3,
      wellSinceMs: undefined,
      lastError: "It is away.",
    });
  });

  it("goes back once the better one was well for a minute, and not for a moment less", () => {
    let state = openFailoverState(2);
    for (let failures = 0; failures < 3; failures += 1) state = failed(state, 0, "It is away.");
    state = chosen(state, 0);
    state = succeeded(state, 0, 1_000);
    state = succeeded(state, 0, 30_000);
    expect(chosen(state, 1_000 + WELL_FOR_MS - 1).active).toBe(1);
    expect(chosen(state, 1_000 + WELL_FOR_MS).active).toBe(0);

    const broken = succeeded(failed(state, 0, "Again."), 0, 50_000);
    expect(chosen(broken, 1_000 + WELL_FOR_MS).active).toBe(1);
    expect(chosen(broken, 50_000 + WELL_FOR_MS).active).toBe(0);
  });

  it("stays where six switches have led it until the first of them is an hour old", () => {
    let state = openFailoverState(2);
    const switches: number[] = [];
    const breakDown = (nowMs: number) => {
      const { active } = state;
      for (let failures = 0; failures < 3; failures += 1) state = failed(state, active, "Away.");
      state = chosen(succeeded(state, 1 - active, nowMs), nowMs);
      if (state.active !== active) switches.push(nowMs);
    };
    for (let nowMs = 0; nowMs < 8_000; nowMs += 1_000) breakDown(nowMs);
    expect(switches).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);

    breakDown(SWITCHES_WITHIN_MS - 1);
    expect(switches).toHaveLength(SWITCHES_MAX);
    breakDown(SWITCHES_WITHIN_MS);
    expect(switches).toHaveLength(SWITCHES_MAX + 1);
  });

  it("never switches more than six times within any hour", () => {
    fc.assert(
      fc.property(happenings, (steps) => {
        const switches: number[] = [];
        for (const { before, nowMs, state } of played(steps))
          if (before.active !== state.active) switches.push(nowMs);
        for (const at of switches) {
          const within = switches.filter((one) => at <= one && one < at + SWITCHES_WITHIN_MS);
          expect(within.length).toBeLessThanOrEqual(SWITCHES_MAX);
        }
      }),
    );
  });

  it("is never left with a critical provider while another is not, unless it switched too often", () => {
    fc.assert(
      fc.property(happenings, (steps) => {
        const switches: number[] = [];
        for (const { before, nowMs, state } of played(steps)) {
          if (before.active !== state.active) switches.push(nowMs);
          const isStuck = isCritical(state.providers[state.active]!);
          const hasOther = state.providers.some((one) => !isCritical(one));
          const recent = switches.filter((at) => nowMs - at < SWITCHES_WITHIN_MS);
          if (isStuck && hasOther) expect(recent).toHaveLength(SWITCHES_MAX);
        }
      }),
    );
  });

  it("always comes back to the first once it stays well, however it went before", () => {
    fc.assert(
      fc.property(happenings, (steps) => {
        const { nowMs = 0, state = openFailoverState(3) } = played(steps).at(-1) ?? {};
        const later = nowMs + SWITCHES_WITHIN_MS;
        const well = succeeded(state, 0, later);
        expect(chosen(chosen(well, later), later + WELL_FOR_MS).active).toBe(0);
      }),
    );
  });

  it("changes nothing, and makes nothing new, while all is well", () => {
    const state = succeeded(openFailoverState(2), 0, 5);
    expect(chosen(succeeded(state, 0, 9), 10)).toBe(state);
  });
});
