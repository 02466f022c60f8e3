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

/** Fills of the account, together by bar and side; those before the first bar are left out. */
export function tradeNotes(
  trades: readonly TradeView[],
  bars: readonly Pick<BarView, "start">[],
): readonly ChartNote[] {
  const together = new Map<string, { readonly start: string; readonly trades: TradeView[] }>();
  for (const trade of trades) {
    const bar = bars.findLast(({ start }) => Date.parse(start) <= Date.parse(trade.ts));
    if (bar === undefined) continue;
    const id = `${trade.side} ${bar.start}`;
    const known = together.get(id) ?? { start: bar.start, trades: [] };
    known.trades.push(trade);
    together.set(id, known);
  }
  return [...together].map(([id, { start, trades: own }]) => ({
    id,
    kind: own[0]!.side === "BUY" ? ("entry" as const) : ("exit" as const),
    start,
    label: sharesText(own.reduce((sum, { shares }) => sum + shares, 0)),
    ...wordsOf(own),
  }));
}

const LISTED_MAX = 5;

/** One fill with its reason; of several when, how many and at what price. */
function wordsOf(trades: readonly TradeView[]): Pick<ChartNote, "title" | "words"> {
  const [first, ...others] = trades;
  const verb = first!.side === "BUY" ? "Bought" : "Sold";
  const fillText = ({ shares, price: each }: TradeView) =>
    `${sharesText(shares)} at ${priceText(each)}`;
  if (others.length === 0)
    return {
      title: `${verb} ${fillText(first!)}, ${momentText(first!.ts)} ET`,
      words: first!.reason ?? "By hand.",
    };
  const listed = trades
    .slice(0, LISTED_MAX)
    .map((trade) => `${fillText(trade)}, ${momentText(trade.ts)} ET`);
  const rest = trades.length - listed.length;
  return {
    title: `${verb} ${trades.length} times`,
    words: [...listed, ...(rest === 0 ? [] : [`and ${rest} more`])].join("; "),
  };
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
