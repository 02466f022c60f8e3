import { describe, expect, it } from "vitest";
import { LISTED_PLANS } from "./plans.ts";

const includedIn = (wanted: string) => LISTED_PLANS.find(({ plan }) => plan === wanted)!.includes;

describe("the plans that are sold", () => {
  it.each(["Trailing, simple and hybrid modes", "Pattern recognition", "Real-time analytics"])(
    "sell to nobody as more what every plan may do: %s",
    (line) => {
      expect(includedIn("basic")).toContain(line);
      expect(includedIn("premium")).not.toContain(line);
      expect(includedIn("pro")).not.toContain(line);
    },
  );

  it("each include all of the one before", () => {
    for (const [rank, { includes }] of LISTED_PLANS.entries())
      if (0 < rank) expect(includes[0]).toBe(`Everything in ${LISTED_PLANS[rank - 1]!.name}`);
  });
});
