import { expect, it } from "vitest";
import { ACTIVITY_KINDS } from "../../ports/activity.ts";
import { REQUIRED_STATES } from "./required-states.ts";

it("a batch of worlds has to book every kind of activity", () => {
  const booked = REQUIRED_STATES.filter((state) => state.startsWith("booked "));

  expect(booked.toSorted()).toEqual(ACTIVITY_KINDS.map((kind) => `booked ${kind}`).toSorted());
});
