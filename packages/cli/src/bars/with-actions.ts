import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { inputFailure } from "../failure.ts";
import type { LoadedActions } from "./read-actions.ts";

/** Gives each symbol its actions. Throws a `Failure` where its bars show that they cannot be true. */
export function withActions(
  columns: readonly BarColumns[],
  { bySymbol }: LoadedActions,
): readonly BarColumns[] {
  return columns.map((one) => {
    const actions = bySymbol.get(one.ticker);
    if (actions === undefined) return one;
    checkRaw(one, actions);
    for (const place of actions.keys()) checkDividend(one, actions, place);
    return { ...one, actions };
  });
}

/**
 * What to warn of where some rows of `path` are of symbols without bars. Throws a `Failure` where all
 * of them are: their file was meant for one of the bars and does not say so.
 */
export function strangerWarnings(
  path: string,
  { bySymbol }: LoadedActions,
  known: readonly string[],
): readonly string[] {
  const all = [...bySymbol.keys()];
  const strangers = all.filter((ticker) => !known.includes(ticker));
  if (strangers.length === 0) return [];
  if (strangers.length === all.length)
    throw inputFailure(
      `${path}: its splits and dividends are of ${all.join(", ")}, and the bars of ${known.join(", ")}: name the file by its symbol, as in ${known[0]}.csv, or give it a symbol column`,
    );
  return [`${path}: no bars of ${strangers.join(", ")}; what it says of them is left out`];
}

/** A night moves prices by as much as half of a smaller one: a stock dividend of a few percent proves nothing. */
const TELLING = Math.log(5 / 4);

/**
 * Over a split raw prices jump by its ratio, over several at one opening by all of theirs; adjusted ones
 * go on as if nothing had happened. Throws a `Failure` where they do.
 */
export function checkRaw(columns: BarColumns, actions: readonly CorporateAction[]): void {
  const { ticker, open, close } = columns;
  const splits = actions.filter((action) => action.kind === "split");
  for (const bar of new Set(splits.map((split) => firstBarOf(columns, split)))) {
    if (bar < 1) continue;
    const together = splits.filter((split) => firstBarOf(columns, split) === bar);
    const jump = Math.log(open[bar]! / close[bar - 1]!);
    const now = together.reduce((shares, { numerator }) => shares * numerator, 1);
    const before = together.reduce((shares, { denominator }) => shares * denominator, 1);
    const expected = Math.log(before / now);
    if (Math.abs(expected) < TELLING) continue;
    if (Math.abs(jump - expected) <= Math.abs(jump)) continue;
    const words = together.map(
      ({ day, numerator, denominator }) =>
        `${numerator} for ${denominator} on ${tradingDayFrom(day)}`,
    );
    throw inputFailure(
      `the bars of ${ticker} do not jump at its split of ${words.join(" and of ")}: they look adjusted already; leave --actions away, or give the prices as they were paid`,
    );
  }
}

function checkDividend(
  columns: BarColumns,
  actions: readonly CorporateAction[],
  place: number,
): void {
  const action = actions[place]!;
  if (action.kind !== "dividend") return;
  const last = firstBarOf(columns, action) - 1;
  const { close, day } = columns;
  if (0 <= last) partOfClose(actions, place, { close: close[last]!, day: day[last]! });
}

/** The bar from which on an action is in force; -1 where the bars end before. */
const firstBarOf = ({ day, count }: BarColumns, action: CorporateAction): number =>
  day.subarray(0, count).findIndex((number) => action.day <= number);

const UNITS_PER_MILLIONTH = 0.01;

/**
 * What part of the close before it the dividend at this place is, in the shares that splits between the
 * two have made; 0 of a split. Throws a `Failure` where it is all of it or more.
 */
export function partOfClose(
  actions: readonly CorporateAction[],
  place: number,
  before: { readonly close: number; readonly day: number },
): number {
  const action = actions[place]!;
  if (action.kind !== "dividend") return 0;
  let { close } = before;
  for (const other of actions.slice(0, place))
    if (other.kind === "split" && before.day < other.day)
      close *= other.denominator / other.numerator;
  const part = (action.perShare * UNITS_PER_MILLIONTH) / close;
  if (part < 1) return part;
  throw inputFailure(
    `the dividend of ${tradingDayFrom(action.day)} is as large as the close before it; is it in dollars a share?`,
  );
}
