import type { BarView } from "@sevenfold/contract/market";
import type { TradeView } from "@sevenfold/contract/orders";
import { price } from "@sevenfold/domain/money";
import { patternLabel, patternsAt } from "@sevenfold/domain/pattern";
import { momentText } from "../ui/eastern-time.ts";
import { priceText, sharesText } from "../ui/figures.ts";

/** Something a chart marks at a bar, and what it says when pointed at. */
export interface ChartNote {
  readonly id: string;
  readonly kind: "entry" | "exit" | "pattern";
  /** Start of its bar. */
  readonly start: string;
  /** Beside the mark; a pattern has none. */
  readonly label: string;
  readonly title: string;
  readonly words: string;
}

/** Fills of the account at the bars they lie in; those before the first bar are left out. */
export function tradeNotes(
  trades: readonly TradeView[],
  bars: readonly BarView[],
): readonly ChartNote[] {
  return trades.flatMap((trade) => {
    const bar = bars.findLast(({ start }) => Date.parse(start) <= Date.parse(trade.ts));
    if (bar === undefined) return [];
    const isEntry = trade.side === "BUY";
    return [
      {
        id: `trade ${trade.id}`,
        kind: isEntry ? ("entry" as const) : ("exit" as const),
        start: bar.start,
        label: sharesText(trade.shares),
        title: `${isEntry ? "Bought" : "Sold"} ${sharesText(trade.shares)} at ${priceText(trade.price)}, ${momentText(trade.ts)} ET`,
        words: trade.reason ?? "By hand.",
      },
    ];
  });
}

/** The patterns that finished bars complete, as docs/strategy.md defines them. */
export function patternNotes(bars: readonly BarView[]): readonly ChartNote[] {
  const candles = bars.map(({ open, high, low, close }) => ({
    open: unitsOf(open),
    high: unitsOf(high),
    low: unitsOf(low),
    close: unitsOf(close),
  }));
  // The last bar still grows: what it looks like is not decided.
  return bars.slice(0, -1).flatMap(({ start }, index) => {
    const names = patternsAt(candles, index);
    if (names.length === 0) return [];
    return [
      {
        id: `pattern ${start}`,
        kind: "pattern" as const,
        start,
        label: "",
        title: names.map(patternLabel).join(", "),
        words: `${momentText(start)} ET. A description of the bars, not a forecast.`,
      },
    ];
  });
}

const unitsOf = (dollars: number) => price(Math.round(dollars * 10_000));
