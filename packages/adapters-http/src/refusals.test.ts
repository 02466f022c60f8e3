import { describe, expect, it } from "vitest";
import { RequestRefused } from "./refusals.ts";

describe("a refusal", () => {
  it("says where it was made, but not of a flood, and leaves other errors as they are", () => {
    const ofFlood = new RequestRefused({ kind: "rate-limited", retryAfterSec: 1 });
    const other = new RequestRefused({ kind: "temporarily-unavailable" });

    expect(ofFlood.stack).toBe("RequestRefused: rate-limited");
    expect(other.stack).toContain("refusals.test");
    expect(new Error("afterwards").stack).toContain("refusals.test");
  });
});
