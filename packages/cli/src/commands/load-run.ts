import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import { type BarColumns, barsBetween } from "@sevenfold/application/research/backtest/bar-columns";
import { dayNumberFrom } from "@sevenfold/domain/calendar-date";
import { isTicker } from "@sevenfold/domain/market";
import { spelledAsHere } from "../bars/bar-symbols.ts";
import type { InputFile } from "../bars/file-lines.ts";
import { loadBars } from "../bars/load-bars.ts";
import { readActions } from "../bars/read-actions.ts";
import { strangerWarnings, withActions } from "../bars/with-actions.ts";
import { inputFailure } from "../failure.ts";
import { type NamedMarket, readMarket } from "../metrics/read-market.ts";
import type { BacktestFlags } from "./backtest-flags.ts";
import { type DayWindow, windowOf } from "./window-flags.ts";

/** What a run trades: the bars of the wanted days with what happened to the shares. */
export interface LoadedRun {
  readonly columns: readonly BarColumns[];
  /** The files of bars and actions, in their order. */
  readonly files: readonly InputFile[];
  readonly warnings: readonly string[];
  readonly window: DayWindow;
  /** What it is set against; its warnings are among those above. */
  readonly market: NamedMarket;
}

/** Reads all that the flags name. Throws a `Failure` where it is missing or not enough for them. */
export async function loadRun(
  paths: readonly string[],
  flags: BacktestFlags,
  settings: BacktestSettings,
): Promise<LoadedRun> {
  const clock = { zone: flags.tz, session: flags.session, interval: flags.interval };
  const loaded = await loadTraded(paths, flags, settings);
  const { benchmark: word, actions } = flags;
  const market = await readMarket({ word, actions, paths, columns: loaded.columns, clock });
  return { ...loaded, market, warnings: [...loaded.warnings, ...market.warnings] };
}

async function loadTraded(
  paths: readonly string[],
  flags: BacktestFlags,
  settings: BacktestSettings,
): Promise<Omit<LoadedRun, "market">> {
  const window = windowOf(flags);
  const clock = { zone: flags.tz, session: flags.session, interval: flags.interval };
  const actions =
    flags.actions === undefined ? undefined : await readActions(flags.actions, flags.tz);
  const loaded = await loadBars(paths, flags.symbols, clock, actions?.bySymbol);
  const { columns, files, warnings, bases } = loaded;
  if (columns.length === 0) throw inputFailure("the files hold no bars");
  checkVolume(columns, settings);
  const between = within(columns, window);
  if (flags.actions === undefined || actions === undefined)
    return { columns: between, files, warnings, window };
  const adjusted = bases.find((basis) => basis === "split" || basis === "total");
  if (adjusted !== undefined)
    throw inputFailure(
      `the bars are adjusted already (${adjusted}): leave --actions away, or give raw ones`,
    );
  const known = knownOf(columns, flags.benchmark);
  return {
    columns: withActions(between, actions),
    files: [...files, ...actions.files],
    warnings: [...warnings, ...strangerWarnings(flags.actions, actions, known)],
    window,
  };
}

/** Whose splits and dividends a run has a use for; a benchmark that is a file has none. */
const knownOf = (columns: readonly BarColumns[], benchmark = ""): readonly string[] =>
  [...new Set([...columns.map(({ ticker }) => ticker), spelledAsHere(benchmark)])].filter(isTicker);

function within(columns: readonly BarColumns[], { start, end }: DayWindow): readonly BarColumns[] {
  if (start === undefined && end === undefined) return columns;
  const first = start === undefined ? Number.NEGATIVE_INFINITY : dayNumberFrom(start);
  const last = end === undefined ? Number.POSITIVE_INFINITY : dayNumberFrom(end);
  const some = columns.map((one) => barsBetween(one, first, last)).filter(({ count }) => 0 < count);
  if (some.length === 0)
    throw inputFailure(
      `the files hold no bars${start === undefined ? "" : ` from ${start} on`}${end === undefined ? "" : ` until ${end}`}`,
    );
  return some;
}

function checkVolume(
  columns: readonly BarColumns[],
  { volumeLimitBps, slippage }: BacktestSettings,
): void {
  const flag =
    volumeLimitBps !== undefined
      ? "--volume-limit"
      : 0 < (slippage?.impactBps ?? 0)
        ? "--slippage impact"
        : undefined;
  const without = columns.filter(({ volume }) => volume === undefined);
  if (flag === undefined || without.length === 0) return;
  throw inputFailure(
    `${flag} needs a volume column; the bars of ${without.map(({ ticker }) => ticker).join(", ")} have none`,
  );
}
