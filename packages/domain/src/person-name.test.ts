import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedName, hasInvisible, mixesAlphabets } from "./person-name.ts";

describe("foldedName", () => {
  it("is the same for every way of writing one name", () => {
    for (const same of ["Alice", "alice", "ＡＬＩＣＥ", " alice "])
      expect(foldedName(same)).toBe("alice");
    expect(foldedName("Zoe\u0308")).toBe(foldedName("ZOË"));
    expect(foldedName("ﬁn")).toBe("fin");
  });

  it("keeps names apart that only look alike", () => {
    expect(foldedName("\u0430lice")).not.toBe(foldedName("alice"));
  });

  it("always folds what is folded to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const folded = foldedName(name);
        expect(foldedName(folded)).toBe(folded);
      }),
    );
  });
});

describe("mixesAlphabets", () => {
  it("notices one letter of another alphabet that looks the same", () => {
    expect(mixesAlphabets("\u0430lice")).toBe(true);
    expect(mixesAlphabets("Ali\u03f2e")).toBe(true);
  });

  it("lets a name be of any one alphabet, with digits, signs and marks", () => {
    for (const name of ["alice_7", "Алиса", "Ελένη", "Zoë O'Neill", "田中 Taro", "💹trader"])
      expect(mixesAlphabets(name)).toBe(false);
  });
});

describe("hasInvisible", () => {
  it("finds what nobody sees", () => {
    const signs = ["\n", "\u00ad", "\u061c", "\u200b", "\u200e", "\u200f", "\u2028", "\u2029"];
    const embedding = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e"];
    const isolating = ["\u2066", "\u2067", "\u2068", "\u2069"];
    for (const sign of [...signs, ...embedding, ...isolating, "\u3164", "\ufeff", "\ud800"])
      expect(hasInvisible(`ali${sign}ce`)).toBe(true);
    expect(hasInvisible("Zoë O'Neill")).toBe(false);
  });
});
