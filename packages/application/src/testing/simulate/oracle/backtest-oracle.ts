import type { Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { BacktestReport, BacktestTrade } from "../../../research/backtest/backtest-report.ts";
import type { BacktestSettings } from "../../../research/backtest/backtest-settings.ts";
import { bookFill, openBook } from "./book-fill.ts";
import { type RecordedRows, type Wanted, wantsAt } from "./rule-reading.ts";
import { anchorAt, hearPrice, newStanding, type SymbolStanding } from "./symbol-standing.ts";

/** A bar whose close is a price of the session. */
export interface JudgedBar {
  readonly ticker: Ticker;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly close: number;
  readonly day: number;
}

export interface BacktestVerdict {
  /** What was decided and not wanted, or wanted and not decided, in words, in the order of time. */
  readonly broken: readonly string[];
  /** Orders the rules wanted, by reason. */
  readonly wanted: ReadonlyMap<string, number>;
}

const SESSIONS_BELOW_MAX = 20;
type Ending = Pick<BacktestReport, "canceled" | "decisions" | "trades">;

/**
 * A backtest as the oracle of a live account judges it, by the same reading of the rules: fed with
 * the closes in order and with the fills as they are reported, it says order for order what is wanted
 * at each close. Of the path "close" without resting exits, splits and dividends.
 */
export function judgeBacktest(
  bars: readonly JudgedBar[],
  settings: BacktestSettings,
  report: Ending,
): BacktestVerdict {
  const account = openAccount(bars, settings);
  const broken: string[] = [];
  const wanted = new Map<string, number>();
  const endings = endingsOf(report);
  const decided = groupedBy(report.decisions, ({ at }) => at);
  for (const [at, closing] of closesOf(bars)) {
    while (0 < endings.length && endings[0]!.at < at) account.end(endings.shift()!);
    const wants = account.close(at, closing);
    for (const { reason } of wants) wanted.set(reason, (wanted.get(reason) ?? 0) + 1);
    const made = (decided.get(at) ?? []).map(wordsOf);
    const meant = wants.map(wordsOf);
    if (made.join() !== meant.join())
      broken.push(`${at} decided ${made.join() || "nothing"}, not ${meant.join() || "nothing"}`);
  }
  return { broken, wanted };
}

const wordsOf = ({ quantity, reason, side, ticker }: Omit<Wanted, "reservedCash" | "slot">) =>
  `${side} ${quantity} ${ticker} for ${reason}`;

const closesOf = (bars: readonly JudgedBar[]): readonly (readonly [number, JudgedBar[]])[] =>
  [...groupedBy(bars, ({ closesAt }) => closesAt)].sort(([one], [other]) => one - other);

function groupedBy<Row>(rows: readonly Row[], at: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(at(row), [...(groups.get(at(row)) ?? []), row]);
  return groups;
}

type End = { readonly at: number; readonly ticker: Ticker; readonly fill?: BacktestTrade };

/** Fills, and orders that ended without one, in the order of time. */
const endingsOf = ({ canceled, trades }: Ending): End[] =>
  [
    ...trades.map((fill): End => ({ at: fill.at, ticker: fill.ticker, fill })),
    ...canceled.map(({ at, intent }): End => ({ at, ticker: intent.ticker })),
  ].sort((one, other) => one.at - other.at);

function openAccount(bars: readonly JudgedBar[], settings: BacktestSettings) {
  const { cash, limits, strategy } = settings;
  const symbols = new Map(bars.map(({ ticker }) => [ticker, newStanding()]));
  const dayAt = new Map(
    bars.flatMap(({ closesAt, day, opensAt }) => [
      [opensAt, day],
      [closesAt, day],
    ]),
  );
  const sessionsBelow = new Map<Ticker, number>();
  const account = openBook(cash);
  const { positions } = account;
  const open = new Map<
    string,
    Pick<Order, "filled" | "origin" | "quantity" | "reservedCash" | "ticker">
  >();
  const rows: RecordedRows = { account, positions, open, watched: new Set(symbols.keys()) };
  let entryTimes: number[] = [];
  let day: number | undefined;
  let baseline = cash as number;
  let isHalted = false;

  const equity = () => {
    let sum = account.cash;
    for (const [ticker, { quantity }] of positions) sum += quantity * symbols.get(ticker)!.mark!;
    return sum;
  };
  const roll = (at: number) => {
    const today = dayAt.get(at)!;
    if (day !== undefined && today <= day) return;
    if (day !== undefined) {
      // What filled at the last close is paid for.
      baseline = equity();
      for (const [ticker, symbol] of symbols) countBelow(ticker, symbol);
    }
    day = today;
    isHalted = false;
  };
  /** After twenty sessions in a row that ended below the band, a flat symbol's trail begins anew. */
  const countBelow = (ticker: Ticker, { trails }: SymbolStanding) => {
    const trail = trails?.[1];
    if (trail === undefined) return;
    const floor = BigInt(trail.high) * BigInt(10_000 - strategy.buyDropMaxBps);
    const isBelow =
      strategy.mode === "HYBRID" && !positions.has(ticker) && BigInt(trail.last) * 10_000n < floor;
    const count = isBelow ? (sessionsBelow.get(ticker) ?? 0) + 1 : 0;
    sessionsBelow.set(ticker, count % SESSIONS_BELOW_MAX);
    if (count < SESSIONS_BELOW_MAX) return;
    const anew = { high: trail.last, low: trail.last, last: trail.last };
    symbols.get(ticker)!.trails = [anew, anew];
  };
  const coolDown = (ticker: Ticker, from: number) => {
    const symbol = symbols.get(ticker)!;
    symbol.coolDownUntil = Math.max(symbol.coolDownUntil, from + limits.coolDownSec * 1_000);
  };
  const book = (fill: BacktestTrade) => {
    const { at, price, ticker } = fill;
    bookFill(account, fill);
    sessionsBelow.set(ticker, 0);
    const symbol = symbols.get(ticker)!;
    // Each fill begins the trail anew, and no price heard before belongs to it.
    symbol.heard = [];
    anchorAt(symbol, { at, price });
  };

  return {
    end({ at, fill, ticker }: End): void {
      roll(at);
      open.delete(ticker);
      if (fill) book(fill);
      coolDown(ticker, at);
    },
    close(at: number, closing: readonly JudgedBar[]): readonly Wanted[] {
      roll(at);
      for (const { close, ticker } of closing)
        hearPrice(symbols.get(ticker)!, { at, price: close });
      const least = BigInt(baseline) * BigInt(10_000 - limits.dailyLossBps);
      if (limits.dailyLossBps < 10_000 && BigInt(equity()) * 10_000n <= least) isHalted = true;
      const wants = wantsAt(
        { rows, symbols, settings, collarBps: 0, isHalted, mayEnter: true, trail: 1, entryTimes },
        { at, inSession: true, tickers: closing.map(({ ticker }) => ticker) },
      );
      for (const { quantity, reservedCash, side, ticker } of wants) {
        if (side === "buy") entryTimes = [...entryTimes.filter((time) => at - time < 60_000), at];
        open.set(ticker, {
          ticker,
          origin: "automated",
          quantity: quantity as Quantity,
          filled: 0 as Quantity,
          reservedCash: reservedCash as Money,
        });
      }
      return wants;
    },
  };
}
