import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Incidents, NO_INCIDENTS, noteLook, type Turn } from "./incidents.ts";
import { keyOf, type Trouble } from "./trouble.ts";

const REMIND_MS = 30 * MINUTE_MS;
const REMINDERS = { remindMs: REMIND_MS, isUnheard: () => false };
const LOOK_MS = 5_000;

const account = (id: string) => ({
  ...{ id, label: id, isAutomated: true, positions: 1, positionsOnSale: 0 },
});
const TROUBLES: readonly Trouble[] = [
  { kind: "unseen", because: "the line is cut" },
  { kind: "worker-silent", lastPing: undefined },
  { kind: "prices-silent" },
  { kind: "broker-disconnected", account: account("one") },
  { kind: "broker-disconnected", account: account("two") },
];
/** Runs of equal looks, so that what is found stands long enough to be told. */
const looks = fc
  .array(fc.record({ found: fc.subarray([...TROUBLES]), times: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 12,
  })
  .map((runs) => runs.flatMap(({ found, times }) => Array.from({ length: times }, () => found)));

/** What is told of the looks, each with the look it was told at. */
function turnsOf(found: readonly (readonly Trouble[])[]) {
  let incidents: Incidents = NO_INCIDENTS;
  return found.flatMap((troubles, index) => {
    const ms = index * LOOK_MS;
    const looked = { found: troubles, isUnsaid: () => has(troubles, "unseen") };
    const noted = noteLook(incidents, looked, { at: instant(1 + ms), ms }, REMINDERS);
    incidents = noted.incidents;
    return noted.turns.map((turn) => ({ ...turn, index }));
  });
}

const ofKey = <Each extends Turn>(turns: readonly Each[], key: string) =>
  turns.filter(({ trouble }) => keyOf(trouble) === key);

describe("incidents", () => {
  it("always begin once, and end once before they begin again", () => {
    fc.assert(
      fc.property(looks, (found) => {
        for (const key of TROUBLES.map(keyOf)) {
          const told = ofKey(turnsOf(found), key).filter(({ event }) => event !== "standing");
          for (const [index, { event }] of told.entries())
            expect(event).toBe(index % 2 === 0 ? "begun" : "ended");
        }
      }),
    );
  });

  it("are always told within fifteen seconds of standing", () => {
    fc.assert(
      fc.property(looks, (found) => {
        for (const key of TROUBLES.map(keyOf)) {
          const turns = ofKey(turnsOf(found), key);
          for (let index = 3; index < found.length; index += 1) {
            const stands = found.slice(index - 3, index + 1).every((each) => has(each, key));
            const before = turns.filter((turn) => turn.index <= index);
            if (stands) expect(before.some(({ event }) => event !== "ended")).toBe(true);
          }
        }
      }),
    );
  });

  it("never end in a look that finds them, nor in one that sees nothing", () => {
    fc.assert(
      fc.property(looks, (found) => {
        for (const { event, index, trouble } of turnsOf(found)) {
          if (event !== "ended") continue;
          expect(has(found[index]!, keyOf(trouble))).toBe(false);
          if (trouble.kind !== "unseen") expect(has(found[index]!, "unseen")).toBe(false);
        }
      }),
    );
  });

  it("are reminded of at the interval, and no sooner", () => {
    const stands = Array.from({ length: 800 }, () => [TROUBLES[2]!]);
    const told = turnsOf(stands);

    expect(told.map(({ event, index }) => [event, index * LOOK_MS])).toEqual([
      ["begun", 10_000],
      ["standing", 10_000 + REMIND_MS],
      ["standing", 10_000 + 2 * REMIND_MS],
    ]);
  });
});

const has = (troubles: readonly Trouble[], key: string): boolean =>
  troubles.some((trouble) => keyOf(trouble) === key);
