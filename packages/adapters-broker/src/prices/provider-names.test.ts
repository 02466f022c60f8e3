import { describe, expect, it } from "vitest";
import { PROVIDER_NAMES } from "./provider-names.ts";

describe("the names of price providers", () => {
  it("stand by the ids that orders keep, of those that are not set up too", () => {
    expect([...PROVIDER_NAMES]).toEqual([
      ["built-in", "Built-in exchange"],
      ["alpaca-iex", "Alpaca"],
      ["alpaca-sip", "Alpaca"],
      ["yahoo", "Yahoo"],
      ["twelve-data", "Twelve Data"],
      ["tiingo", "Tiingo"],
    ]);
  });
});
