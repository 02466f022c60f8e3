import { describe, expect, it } from "vitest";
import { AAPL } from "../../testing/trading-world.ts";
import { stopKeepingOf } from "./stop-step.ts";

describe("stopKeepingOf", () => {
  it("moves a stop by the prices of the account's own venue alone, and leaves it as it is by others", () => {
    const settings = { automationEnabled: true, stopAtBroker: true };
    const by = (prices: "own" | "shown" | "none") =>
      stopKeepingOf({}, settings, { prices, ticker: AAPL });

    expect([by("own"), by("shown"), by("none")]).toEqual(["kept", "left", "left"]);
  });
});
