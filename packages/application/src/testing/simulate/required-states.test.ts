import { expect, it } from "vitest";
import { ACTIVITY_KINDS } from "../../ports/activity.ts";
import { REQUIRED_STATES } from "./required-states.ts";

/**
 * Shares that come from an account elsewhere do so at no cost: what is sold before they are told is sold
 * at another cost than there.
 */
const NOT_PLAYED: ReadonlySet<string> = new Set(["shares-journal"]);

it("a batch of worlds has to book every kind of activity that they play", () => {
  const booked = REQUIRED_STATES.filter((state) => state.startsWith("booked "));
  const played = ACTIVITY_KINDS.filter((kind) => !NOT_PLAYED.has(kind));

  expect(booked.toSorted()).toEqual(played.map((kind) => `booked ${kind}`).toSorted());
});
