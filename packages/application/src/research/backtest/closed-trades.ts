import type { Instant } from "@sevenfold/domain/market";
import { mulDivFloor } from "@sevenfold/domain/money";
import { partsPerShareOf } from "../parts/parts-of-shares.ts";
import type { BacktestReport, BacktestTrade } from "./backtest-report.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import { type BarColumns, touchesSession } from "./bar-columns.ts";
import type { AppliedAction } from "./corporate-action.ts";

/** A fill that closed a position or a part of it. */
export interface ClosedFill {
  readonly trade: BacktestTrade;
  /** When the position began that it belonged to. */
  readonly enteredAt: Instant;
  /** `net` ÷ what the shares had cost; undefined where they had cost nothing. A fraction. */
  readonly growth: number | undefined;
  /**
   * How far the price went against the position and for it from entry to exit, ÷ its average entry
   * price − 1: at most 0, and at least 0. Of the bars in between, the range; of the bar inside which
   * it was entered or left, what is known to lie on the right side of the fill: its close, or its
   * open. Prices from before a split are rescaled.
   */
  readonly adverse: number;
  readonly favorable: number;
}

/** Every fill that closed something, in the order of time. */
export function closedFillsOf(
  { trades, actions }: Pick<BacktestReport, "trades" | "actions">,
  columns: readonly BarColumns[],
  settings: Pick<BacktestSettings, "fill" | "path" | "resting" | "fractional">,
): readonly ClosedFill[] {
  const watches = new Map(
    columns.map((one) => [one.ticker, openWatch(one, partsPerShareOf(settings))]),
  );
  const splits = actions.filter(({ action }) => action.kind === "split");
  const closed: ClosedFill[] = [];
  let split = 0;
  for (const trade of trades) {
    for (; split < splits.length && splits[split]!.at <= trade.at; split++)
      watches.get(splits[split]!.ticker)!.rescale(splits[split]!);
    const fill = watches.get(trade.ticker)!.fill(trade, isInsideBar(trade, settings));
    if (fill !== undefined) closed.push(fill);
  }
  return closed;
}

/** Whether a fill that is dated to a bar's close came about before it. */
function isInsideBar(
  { reason }: BacktestTrade,
  { path = "close", resting = "none" }: Pick<BacktestSettings, "path" | "resting">,
): boolean {
  if (path === "ohlc") return true;
  if (reason === "stop-loss") return resting === "stop" || resting === "both";
  return reason === "take-profit" && (resting === "target" || resting === "both");
}

/** Follows one symbol's position along its bars. Prices are kept in shares of the entry. */
function openWatch(columns: BarColumns, partsPerShare: number) {
  const { count, opensAt, closesAt, open, close, high = close, low = close } = columns;
  let [shares, bar, factor] = [0, 0, 1];
  let enteredAt = 0 as Instant;
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];

  function note(down: number, up: number): void {
    lowest = Math.min(lowest, down * factor);
    highest = Math.max(highest, up * factor);
  }

  function noteBar(at: number): void {
    if (shares === 0 || !touchesSession(columns, at)) return;
    if (opensAt[at]! >= enteredAt)
      note(Math.min(open[at]!, low[at]!), Math.max(open[at]!, high[at]!));
    else if (enteredAt < closesAt[at]!) note(close[at]!, close[at]!);
  }

  /** The bar that has begun by then. */
  function noteOpen(at: number): void {
    if (bar === count || !touchesSession(columns, bar)) return;
    if (enteredAt <= opensAt[bar]! && opensAt[bar]! < at) note(open[bar]!, open[bar]!);
  }

  function passUntil(at: number, isIncluded: boolean): void {
    for (; bar < count && (isIncluded ? closesAt[bar]! <= at : closesAt[bar]! < at); bar++)
      noteBar(bar);
  }

  function closed(trade: BacktestTrade, isShort: boolean): ClosedFill {
    const value = trade.notional;
    const cost = isShort ? value + trade.realized : value - trade.realized;
    const entry = (cost / (trade.quantity / partsPerShare)) * factor;
    const [down, up] = [lowest / entry - 1, highest / entry - 1];
    return {
      trade,
      enteredAt,
      growth: cost <= 0 ? undefined : trade.net / cost,
      adverse: entry <= 0 ? 0 : Math.min(0, isShort ? -up : down),
      favorable: entry <= 0 ? 0 : Math.max(0, isShort ? -down : up),
    };
  }

  return {
    /** Its first bar of the new shares has not been seen yet: fills and splits come at openings. */
    rescale({ action, at, held }: AppliedAction): void {
      if (action.kind !== "split") return;
      passUntil(at, true);
      factor *= action.numerator / action.denominator;
      const { numerator, denominator } = action;
      shares = mulDivFloor(Math.abs(held), numerator, denominator) * Math.sign(shares);
    },
    fill(trade: BacktestTrade, isInside: boolean): ClosedFill | undefined {
      const signed = trade.side === "buy" ? trade.quantity : -trade.quantity;
      passUntil(trade.at, !isInside);
      const before = shares;
      shares += signed;
      if (before === 0 || before * signed > 0) {
        if (before === 0) {
          enteredAt = trade.at;
          [factor, lowest, highest] = [1, trade.price, trade.price];
        }
        note(trade.price, trade.price);
        return undefined;
      }
      // The bar it is left in opened before: what came after the fill was not held any more.
      const seen = [lowest, highest] as const;
      noteOpen(trade.at);
      note(trade.price, trade.price);
      const fill = closed(trade, before < 0);
      // What is still held goes on from what it had seen.
      [lowest, highest] = seen;
      note(trade.price, trade.price);
      return fill;
    },
  };
}
