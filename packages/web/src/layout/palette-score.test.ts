import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paletteScore } from "./palette-score.ts";

describe("what the palette finds", () => {
  it("prefers a ticker to a name that begins alike, and both to a letter within", () => {
    const typed = "t";
    const att = paletteScore("T", typed, ["AT&T Inc."]);
    const tesla = paletteScore("TSLA", typed, ["Tesla, Inc."]);
    const target = paletteScore("XYZ", typed, ["Target Corporation"]);
    const intel = paletteScore("INTC", typed, ["Intel Corporation"]);

    expect([att, tesla, target, intel]).toEqual([1, 0.9, 0.6, 0.3]);
  });

  it("wants every word that was typed", () => {
    expect(paletteScore("BAC", "bank america", ["Bank of America"])).toBe(0.6);
    expect(paletteScore("BAC", "bank japan", ["Bank of America"])).toBe(0);
  });

  it("never scores outside 0 to 1, and always finds a name by any part of it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (name, typed, words) => {
        const score = paletteScore(name, typed, words);
        expect(0 <= score && score <= 1).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{1,5}$/), fc.nat(4), fc.nat(4), (name, from, length) => {
        expect(paletteScore(name, name.slice(from, from + length + 1))).toBeGreaterThan(0);
      }),
    );
  });
});
