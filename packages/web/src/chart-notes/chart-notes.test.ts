import type { BarView } from "@sevenfold/contract/market";
import type { TradeView } from "@sevenfold/contract/orders";
import { describe, expect, it } from "vitest";
import { patternNotes, tradeNotes } from "./chart-notes.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 15, minute)).toISOString();
const bar = (minute: number, open: number, high: number, low: number, close: number): BarView => ({
  start: at(minute),
  open,
  high,
  low,
  close,
  volume: 1,
  isRegular: true,
});
const trade = (minute: number, side: "BUY" | "SELL"): TradeView => ({
  id: `t${minute}`,
  ts: new Date(Date.parse(at(minute)) + 20_000).toISOString(),
  ticker: "AAPL",
  side,
  shares: 10,
  price: 99.5,
  fees: 0,
  total: 995,
  realizedPL: null,
  origin: "automated",
  reason: side === "BUY" ? "AAPL fell 3% from its trail high." : null,
});

describe("the notes of trades", () => {
  it("stand at the bar the fill lies in and give its reason", () => {
    const bars = [bar(0, 100, 101, 99, 100), bar(1, 100, 100, 99, 99)];

    expect(tradeNotes([trade(1, "BUY"), trade(-5, "SELL")], bars)).toEqual([
      {
        id: `BUY ${at(1)}`,
        kind: "entry",
        start: at(1),
        label: "10",
        title: expect.stringMatching(/^Bought 10 at \$99\.50, .*10:01.* ET$/),
        words: "AAPL fell 3% from its trail high.",
      },
    ]);
  });

  it("of one bar and side stand together", () => {
    const day = { ...bar(0, 100, 101, 99, 100), start: at(0) };
    const notes = tradeNotes([trade(3, "BUY"), trade(2, "SELL"), trade(1, "BUY")], [day]);

    expect(notes.map(({ kind, label, title }) => [kind, label, title])).toEqual([
      ["entry", "20", "Bought 2 times"],
      ["exit", "10", expect.stringMatching(/^Sold 10 at/)],
    ]);
    expect(notes[0]?.words).toMatch(/^10 at \$99\.50, .* ET; 10 at/);
  });
});

describe("the notes of patterns", () => {
  const falling = [
    bar(0, 110, 111, 108, 109),
    bar(1, 109, 109.5, 106, 107),
    bar(2, 107, 107.5, 104, 105),
    bar(3, 105, 105.2, 102, 103),
  ];
  const hammer = bar(4, 103, 103.1, 99, 102.9);

  it("name what a finished bar completes", () => {
    const [note, ...others] = patternNotes([...falling, hammer, bar(5, 103, 104, 102, 103)]);

    expect(note).toMatchObject({ kind: "pattern", start: at(4), title: "Hammer" });
    expect(others).toEqual([]);
  });

  it("say nothing of a bar that still grows", () => {
    expect(patternNotes([...falling, hammer])).toEqual([]);
  });
});
