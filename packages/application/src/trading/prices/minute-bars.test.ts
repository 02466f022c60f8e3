import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import { openMinuteBars } from "./minute-bars.ts";

const second = (count: number) => (count * 1_000) as Instant;
const CLOSED = (MINUTE_MS + 1_000) as Instant;

/** A minute of AAPL from 100 by 101 and 98 to 99, and one of MSFT. */
function heard() {
  const minutes = openMinuteBars(second(0));
  for (const [index, dollars] of [100, 101, 98, 99].entries())
    minutes.take(AAPL, price(dollars * 10_000), second(10 * index));
  minutes.take(MSFT, price(1_000_000), second(5));
  const told = () => minutes.closed(CLOSED).flatMap(({ bars }) => bars.map(({ ticker }) => ticker));
  return { minutes, told };
}

describe("a minute of which a price was taken back", () => {
  it("has no bar of the symbol whose bar it made", () => {
    for (const dollars of [100, 101, 98, 99]) {
      const { minutes, told } = heard();
      minutes.takeBack(AAPL, price(dollars * 10_000), second(20));
      // What comes after is not the whole of it.
      minutes.take(AAPL, price(1_000_000), second(50));
      expect(told()).toEqual([MSFT]);
    }
  });

  it("has its bars where the price was within them, or of another minute", () => {
    const { minutes, told } = heard();
    minutes.takeBack(AAPL, price(995_000), second(20));
    minutes.takeBack(AAPL, price(1_010_000), second(70));
    minutes.takeBack(MSFT, price(1_010_000), second(5));
    expect(told()).toEqual([AAPL, MSFT]);
  });
});

describe("minutes", () => {
  it("are heard again soon after a clock is set right that was ahead", () => {
    const minutes = openMinuteBars(second(24 * 3_600));
    for (let at = 5; at < 200; at += 10) minutes.take(AAPL, price(1_000_000), second(at));
    const told = minutes.closed(second(181)).map(({ closesAt }) => closesAt);
    // The first was heard of in its midst.
    expect(told).toEqual([second(120), second(180)]);
  });

  it("are told once, also where a price of one comes after its end", () => {
    const minutes = openMinuteBars(second(0));
    minutes.take(AAPL, price(1_000_000), second(5));
    expect(minutes.closed(second(121))).toHaveLength(1);
    minutes.take(AAPL, price(1_010_000), second(59));
    expect(minutes.closed(second(181))).toEqual([]);
  });
});
