import { describe, expect, it } from "vitest";
import { withRoom } from "./equity-range.ts";

describe("the scale of the equity's curve", () => {
  it("does not blow up to the whole chart what is next to nothing", () => {
    expect(withRoom({ minValue: 100_000, maxValue: 100_000 })).toEqual({
      minValue: 99_950,
      maxValue: 100_050,
    });
    expect(withRoom({ minValue: 0, maxValue: 0 })).toEqual({ minValue: 0, maxValue: 0 });
  });

  it("is the curve's own once that is more", () => {
    const own = { minValue: 93_000, maxValue: 101_000 };

    expect(withRoom(own)).toEqual(own);
  });
});
