import { describe, expect, it } from "vitest";
import { lastOf, type Prices } from "./testing/candles.ts";

/** Four bars that fall: 110 to 104. */
const FALL: readonly Prices[] = [
  [111, 112, 109, 110],
  [110, 110, 107, 108],
  [108, 108, 105, 106],
  [106, 106, 103, 104],
];

describe("a hammer", () => {
  it("is a long lower shadow under a small body, after a fall", () => {
    expect(lastOf([...FALL, [104, 104.5, 99.5, 103]])).toEqual(["hammer"]);
  });

  it("is one at exactly its bounds", () => {
    // Range 10: body 3, lower shadow 6, upper shadow 1.
    expect(lastOf([...FALL, [100.5, 104.5, 94.5, 103.5]])).toEqual(["hammer"]);
  });

  it("is none with a longer body, a longer upper shadow, without a fall or without a range", () => {
    expect(lastOf([...FALL, [100.5, 104.51, 94.51, 103.51]])).toEqual([]);
    expect(lastOf([...FALL, [100.5, 104.52, 94.5, 103.5]])).toEqual([]);
    const unfallen: readonly Prices[] = [[102, 103, 101, 102], ...FALL.slice(1)];
    expect(lastOf([...unfallen, [100.5, 104.5, 94.5, 103.5]])).toEqual([]);
    expect(lastOf([...FALL, [104, 104, 104, 104]])).toEqual([]);
  });
});

describe("a bullish engulfing", () => {
  it("is a rising body that covers the falling one before it", () => {
    expect(lastOf([...FALL, [104, 107, 103.5, 106.5]])).toEqual(["bullish-engulfing"]);
    expect(lastOf([...FALL, [103.9, 106.5, 103, 106]])).toEqual(["bullish-engulfing"]);
  });

  it("is none when it opens inside, closes inside, or is no larger", () => {
    expect(lastOf([...FALL, [104.01, 107, 103.5, 106.5]])).toEqual([]);
    expect(lastOf([...FALL, [103, 107, 102, 105.99]])).toEqual([]);
    expect(lastOf([...FALL, [104, 106.5, 103.5, 106]])).toEqual([]);
  });

  it("is none after a rise", () => {
    const risen: readonly Prices[] = [[101, 102, 100, 101], ...FALL.slice(1)];
    expect(lastOf([...risen, [104, 107, 103.5, 106.5]])).toEqual([]);
  });
});

describe("a morning star", () => {
  const LONG_FALL: Prices = [104, 104.5, 97.5, 98];

  it("is a long fall, a pause below it, and a rise over its middle", () => {
    expect(lastOf([...FALL, LONG_FALL, [97.9, 98, 96, 97.5], [97.6, 102, 97, 101]])).toEqual([
      "morning-star",
    ]);
    // The body of the pause may touch the close, a third of the fall, and the rise its middle.
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 96], [97, 102, 97, 101]])).toEqual([
      "morning-star",
    ]);
  });

  it("is none when the pause is long or above the close, or the rise falls short", () => {
    const rise: Prices = [97, 102, 97, 101];
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 95.99], rise])).toEqual([]);
    expect(lastOf([...FALL, LONG_FALL, [97, 98.1, 96, 98.01], rise])).toEqual([]);
    expect(lastOf([...FALL, LONG_FALL, [98, 98, 95, 96], [97, 102, 97, 100.99]])).toEqual([]);
  });

  it("is none when the fall has more shadow than body", () => {
    const shadowed: Prices = [104, 107, 94.5, 98];
    expect(lastOf([...FALL, shadowed, [97.9, 98, 96, 97.5], [97.6, 102, 97, 101]])).toEqual([]);
  });
});

describe("an inside-bar break", () => {
  const MOTHER: Prices = [100, 103, 98, 101];

  it("is a close above a bar whose follower stayed within it", () => {
    expect(lastOf([MOTHER, [101, 102, 99, 100], [100, 104, 100, 103.01]])).toEqual([
      "inside-bar-break",
    ]);
    expect(lastOf([MOTHER, [101, 103, 99, 100], [100, 104, 100, 103.01]])).toEqual([
      "inside-bar-break",
    ]);
  });

  it("is none when the close only reaches the high, or the follower left the range or filled it", () => {
    expect(lastOf([MOTHER, [101, 102, 99, 100], [100, 104, 100, 103]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 103.01, 99, 100], [100, 104, 100, 103.5]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 102, 97.99, 100], [100, 104, 100, 103.5]])).toEqual([]);
    expect(lastOf([MOTHER, [101, 103, 98, 100], [100, 104, 100, 103.5]])).toEqual([]);
  });
});

describe("a gap and reclaim", () => {
  const BEFORE: readonly Prices[] = [
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 101, 99, 100],
    [100, 102, 100, 101],
  ];

  it("is an opening below the bar before and a close back at that bar's close", () => {
    expect(lastOf([...BEFORE, [99.8, 101.5, 99.5, 101]])).toEqual(["gap-and-reclaim"]);
  });

  it("may take five bars, and counts once", () => {
    const pause: Prices = [99.9, 100.8, 99.4, 100.5];
    const gapped: readonly Prices[] = [...BEFORE, [99.8, 100.9, 99.5, 100.2], pause, pause, pause];
    const back: Prices = [100.5, 102, 100.4, 101];
    expect(lastOf([...gapped, back])).toContain("gap-and-reclaim");
    expect(lastOf([...gapped, pause, back])).not.toContain("gap-and-reclaim");
    expect(lastOf([...gapped, back, back])).not.toContain("gap-and-reclaim");
  });

  it("is none when the gap is under 0.2% or the close falls short", () => {
    expect(lastOf([...BEFORE, [99.81, 101.5, 99.5, 101]])).toEqual([]);
    expect(lastOf([...BEFORE, [99.8, 101.5, 99.5, 100.99]])).toEqual([]);
  });
});

describe("a double bottom", () => {
  it("is two lows at one level and the first close above the rise between them", () => {
    expect(lastOf(doubleBottom({ second: 100, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 101.5, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 98.53, between: 104, last: 104.51 }))).toContain(
      "double-bottom",
    );
  });

  it("is none when the lows differ by more than 1.5%", () => {
    const higher = doubleBottom({ second: 101.51, between: 104, last: 104.51 });
    const lower = doubleBottom({ second: 98.51, between: 104, last: 104.51 });
    expect(lastOf(higher)).not.toContain("double-bottom");
    expect(lastOf(lower)).not.toContain("double-bottom");
  });

  it("is none when the rise between them is under 2%", () => {
    expect(lastOf(doubleBottom({ second: 100, between: 101.5, last: 102.01 }))).toContain(
      "double-bottom",
    );
    expect(lastOf(doubleBottom({ second: 100, between: 101.49, last: 102.01 }))).not.toContain(
      "double-bottom",
    );
  });

  it("is none while the close is not above the rise, nor at the second close above it", () => {
    const reached = doubleBottom({ second: 100, between: 104, last: 104.5 });
    const broken = doubleBottom({ second: 100, between: 104, last: 104.51 });
    expect(lastOf(reached)).not.toContain("double-bottom");
    expect(lastOf([...broken, [104.51, 106, 104, 105]])).not.toContain("double-bottom");
  });

  it("is none when the lows are less than five bars apart", () => {
    const apart = (bars: number) =>
      lastOf(doubleBottom({ second: 100, between: 104, last: 104.51, bars }));
    expect(apart(5)).toContain("double-bottom");
    expect(apart(4)).not.toContain("double-bottom");
  });
});

describe("the two bottoms", () => {
  it("lie with the break within forty bars", () => {
    const apart = (bars: number) =>
      lastOf(doubleBottom({ second: 100, between: 104, last: 104.51, bars }));
    expect(apart(37)).toContain("double-bottom");
    expect(apart(38)).not.toContain("double-bottom");
  });

  it("are the lowest: a lower low between them breaks the figure", () => {
    const [undercut, kept] = [99, 100].map((low) =>
      doubleBottom({ second: 100, between: 104, last: 104.51 }).with(-6, [104, 104.5, low, 104]),
    );
    expect(lastOf(kept ?? [])).toContain("double-bottom");
    expect(lastOf(undercut ?? [])).not.toContain("double-bottom");
  });

  it("are no higher than the bars beside them", () => {
    const shape = { second: 100.5, between: 104, last: 104.51, bars: 5 };
    const [lower, level] = [100.2, 100.5].map((low) =>
      doubleBottom(shape).with(-4, [104, 104.5, low, 104]),
    );
    expect(lastOf(level ?? [])).toContain("double-bottom");
    expect(lastOf(lower ?? [])).not.toContain("double-bottom");
  });
});

/** Quiet bars at 110, a low of 100, a rise, a second low so many bars later, and a last close. */
function doubleBottom(shape: {
  readonly second: number;
  readonly between: number;
  readonly last: number;
  readonly bars?: number;
}): readonly Prices[] {
  const { second, between, last, bars = 6 } = shape;
  const quiet = Array.from({ length: 45 }, (): Prices => [110, 111, 109, 110]);
  const top = between + 0.5;
  const rise = Array.from({ length: bars - 1 }, (): Prices => [between, top, 101.7, between]);
  return [
    ...quiet,
    [105, 105, 102, 102.5],
    [102.5, 102.5, 100, 101],
    ...rise,
    [102, 102, second, second + 0.1],
    [second + 0.1, 101.69, 101.6, 101.65],
    [101.65, last, 101.65, last],
  ];
}
