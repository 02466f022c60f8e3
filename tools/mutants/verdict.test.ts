import { describe, expect, it } from "vitest";

const { verdictOf } = await import("../../scripts/mutants/verdict.mjs" as string);

describe("a mutant", () => {
  it("is killed where each named case fails by what it claims", () => {
    expect(verdictWith(failing("AssertionError", "expected 1 to be 2"))).toBe("killed");
    expect(verdictWith(failing("InvariantViolation", "money is whole"))).toBe("killed");
    expect(verdictWith(failing("Error", PROPERTY, "AssertionError"))).toBe("killed");
  });

  it("survives where a named case passes", () => {
    expect(verdictWith({ state: "passed", errors: [] })).toBe("survived");
  });

  it("is an error where the case fails by something else than its claim", () => {
    expect(verdictWith(failing("TypeError", "a is not a function"))).toBe("error");
    expect(verdictWith(failing("Error", "Test timed out in 60000ms."))).toBe("error");
    expect(verdictWith(failing("Error", PROPERTY, "TypeError"))).toBe("error");
  });

  it("is an error where the file cannot be loaded, or has no such case", () => {
    const broken = [{ name: "SyntaxError", message: "Unexpected token" }];
    expect(verdictOf(MUTANT, { "a.test.ts": { cases: [], errors: broken } }).kind).toBe("error");
    expect(verdictOf(MUTANT, { "a.test.ts": { cases: [], errors: [] } }).kind).toBe("error");
    expect(verdictOf(MUTANT, {}).kind).toBe("error");
  });
});

const MUTANT = { foundBy: { "a.test.ts": ["holds"] } };

const PROPERTY = "Property failed after 3 tests\n{ seed: 1 }\nCounterexample: [0]";

const failing = (name: string, message: string, cause?: string) => ({
  state: "failed",
  errors: [{ name, message, cause }],
});

const verdictWith = (ended: object): string =>
  verdictOf(MUTANT, { "a.test.ts": { cases: [{ title: "holds", ...ended }], errors: [] } }).kind;
