import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { ActivityKind } from "../ports/activity.ts";
import { explainActivity } from "./explain-activity.ts";

const told = (shares: number, amount: number, kind: ActivityKind = "shares-journal") =>
  explainActivity({
    ...{ accountId: "account", activityId: "1", kind, at: instant(0) },
    ...{ ticker: "AAPL" as Ticker, shares, amount: money(amount), isTakenOver: false },
  });

describe("shares that moved without an order, in a sentence", () => {
  it("say what was paid for them, where an option brought or took them", () => {
    expect(told(200, -300_000_000)).toBe(
      "200 shares of AAPL came in outside Sevenfold, for $30,000.00 taken.",
    );
    expect(told(-1, 1_500_000)).toBe(
      "1 share of AAPL left outside Sevenfold, for $150.00 paid in.",
    );
    expect(told(0, 1_500_000)).toBe("AAPL was sold short by an option: $150.00 paid in.");
    expect(told(5, 0)).toBe("5 shares of AAPL came in without a trade.");
  });

  it("say what became of those of a company that is no more", () => {
    expect(told(-100, 30_000_000, "cash-merger")).toBe(
      "Merger of AAPL: 100 shares became $3,000.00.",
    );
    expect(told(-1, 0, "cash-merger")).toBe("1 share of AAPL became worthless.");
  });
});
