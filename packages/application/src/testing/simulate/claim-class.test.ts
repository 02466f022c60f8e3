import { describe, expect, it } from "vitest";

import { claimClassOf } from "./claim-class.ts";

describe("claimClassOf", () => {
  it.each([
    [
      "account 2: 7 shares of AAPL at the venue, 3 in the books",
      "account 1: 12 shares of F at the venue, 0 in the books",
    ],
    [
      "order 3K9QWE2R7T8Y1U2I4O5P: filled twice at 10:31:02.250",
      "order 0000AAAA1111BBBB2222: filled twice at 9:30:00.000",
    ],
    ["cash is $1,204.10, not $1,204.11", "cash is $-3.5, not $0"],
    ["a1 hash differs", "a12 hash differs"],
  ])("is the same for %j and %j", (one, other) => {
    expect(claimClassOf(one)).toBe(claimClassOf(other));
  });

  it("parts claims that say different things", () => {
    expect(claimClassOf("account 1: 7 shares were sold twice")).not.toBe(
      claimClassOf("account 1: 7 shares were bought twice"),
    );
  });
});
