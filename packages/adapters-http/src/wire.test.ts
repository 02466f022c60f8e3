import { instant } from "@sevenfold/domain/market";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { timestampOf } from "./wire.ts";

/** As many minutes as are remembered, and some more. */
const MINUTES = 1_100;
const LATEST = 8_640_000_000_000_000;

describe("an instant on the wire", () => {
  it("is always what a date says of it", () => {
    const anyInstant = fc.oneof(
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      fc.integer({ min: -LATEST, max: LATEST }),
    );
    fc.assert(
      fc.property(anyInstant, (at) => {
        expect(timestampOf(instant(at))).toBe(new Date(at).toISOString());
        expect(timestampOf(instant(at))).toBe(new Date(at).toISOString());
      }),
    );
  });

  it("is the same after more minutes than are remembered", () => {
    const told = () =>
      Array.from({ length: MINUTES }, (_, minute) => timestampOf(instant(minute * 60_000 + 7)));
    const first = told();

    expect(told()).toEqual(first);
    expect(first.at(-1)).toBe(new Date((MINUTES - 1) * 60_000 + 7).toISOString());
  });
});
