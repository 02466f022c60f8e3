import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomIdentifiers } from "./random-identifiers.ts";

describe("clientKeyOf", () => {
  it("is twenty characters of base32, the first hundred bits of the digest", () => {
    // SHA-256("") begins e3b0c44298fc1c149afbf4c8 99…
    expect(randomIdentifiers.clientKeyOf("")).toBe("4OYMIQUY7QOBJGX36TEJ");
  });

  it("always asks for the same order for the same cause, and another for another", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (cause, other) => {
        const key = randomIdentifiers.clientKeyOf(cause);
        expect(key).toMatch(/^[A-Z2-7]{20}$/);
        expect(randomIdentifiers.clientKeyOf(cause)).toBe(key);
        expect(randomIdentifiers.clientKeyOf(other) === key).toBe(cause === other);
      }),
    );
  });
});
