import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { Happening } from "./account-history.ts";
import { invariantWatch } from "./invariant-watch.ts";
import type { InvariantName } from "./invariants.ts";
import { accountId, type Case, userId, world } from "./judged-happenings.ts";

/** Holds each invariant to its cases: silent on what is sound, and says what is broken. */
export const describeCases = (
  casesOf: Readonly<Partial<Record<InvariantName, readonly Case[]>>>,
): void =>
  describe.each(Object.entries(casesOf) as [InvariantName, readonly Case[]][])(
    "%s",
    (name, cases) => {
      it.each(cases)(
        "notices $name, and nothing short of it",
        async ({ broken, says, sound, ...around }) => {
          expect(await brokenBy(name, around, sound)).toEqual([]);
          expect(await brokenBy(name, around, broken)).toEqual([`${name} ${says}`]);
        },
      );
    },
  );

type Around = Pick<Case, "calendar" | "halted" | "happened" | "letsIn" | "sharesThere">;

const brokenBy = async (
  name: InvariantName,
  { calendar = ALWAYS_CALENDAR, halted, happened = [], letsIn, sharesThere }: Around,
  happenings: readonly Happening[],
) => {
  const of = {
    ...{ accountId, userId, calendar, happened: () => happened },
    isKnownHalted: (ticker: Ticker) => ticker === halted,
    ...(letsIn && { letsIn }),
    ...(sharesThere !== undefined && { sharesAt: () => sharesThere }),
  };
  const watch = invariantWatch(of, [name]);
  await watch.begin(world.storage);
  for (const happening of happenings) watch.happened(happening);
  return watch.broken.map((words) => words.replace(/^\d+ /, ""));
};
