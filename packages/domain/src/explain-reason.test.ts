import { describe, expect, it } from "vitest";
import { instant } from "./market.ts";
import { price } from "./money.ts";
import { explainReason } from "./reason.ts";
import { bookOf, see } from "./testing/judged-book.ts";
import { percentToTrigger, verdictOf } from "./verdict.ts";

describe("percentToTrigger", () => {
  it("is the way that is left in percent of the price, negative by how far it went beyond", () => {
    const book = bookOf({});
    see(book, 100);
    const percent = () => percentToTrigger(verdictOf(book, 0, instant(1), true));
    expect(percent()).toBe(4);
    book.automation = "off";
    see(book, 96);
    expect(percent()).toBe(0);
    see(book, 80);
    expect(percent()).toBe(-20);
  });

  it("is not known before the first price, nor while an order is at work", () => {
    const book = bookOf({});
    expect(percentToTrigger(verdictOf(book, 0, instant(1), true))).toBeUndefined();
    see(book, 100);
    see(book, 96);
    expect(verdictOf(book, 0, instant(1), true).verdict).toBe("entered");
    expect(percentToTrigger(verdictOf(book, 0, instant(1), true))).toBeUndefined();
  });
});

describe("explainReason", () => {
  it("names what each exit is a distance to", () => {
    const [at, low] = [price(1_282_000), price(1_231_500)];
    expect(
      explainReason({ reason: "trail-rise", price: at, reference: low, trigger: price(1_280_760) }),
    ).toBe("Sold because $128.20 is 4.1% above the low of $123.15 (trigger $128.08).");
    expect(
      explainReason({
        reason: "take-profit",
        price: at,
        reference: low,
        trigger: price(1_280_800),
      }),
    ).toBe(
      "Sold because $128.20 is 4.1% above the average cost of $123.15 (take profit at $128.08).",
    );
    expect(
      explainReason({
        reason: "stop-loss",
        price: price(900_000),
        reference: price(1_000_000),
        trigger: price(900_000),
      }),
    ).toBe("Sold because $90.00 is 10.0% below the average cost of $100.00 (stop at $90.00).");
  });
});
