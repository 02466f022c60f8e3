import { openSimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import { instant, isTicker } from "@sevenfold/domain/market";
import { STOCKS } from "@sevenfold/domain/stocks";
import { nyseSessionOn } from "@sevenfold/domain/trading-session";
import { Command, InvalidArgumentError, Option } from "commander";
import type { BarSeries } from "../bars/bar-series.ts";
import { grow, growingSeries, grownSeries, widen } from "../bars/growing-series.ts";
import { usageFailure } from "../failure.ts";
import { intervalMsOf, SIMULATED } from "../history/bar-manifest.ts";
import { keepBars } from "../history/bar-store.ts";
import type { Terminal } from "../terminal.ts";
import { checkPeriod, dayFlag, folderFlag, intervalFlag, symbolsFlag } from "./data-flags.ts";
import { keptLine } from "./data-lines.ts";

interface Flags {
  readonly data: string;
  readonly symbols: readonly string[];
  readonly interval: string;
  readonly seed: number;
  readonly volatility: number;
  readonly start: number;
  readonly end: number;
  readonly replace?: true;
}

const FIRST_DAY = "2025-01-02";
const LAST_DAY = "2026-12-31";
const ROWS_MAX = 20_000_000;

/** `sevenfold data generate` */
export function dataGenerateCommand(terminal: Terminal): Command {
  return new Command("generate")
    .description(
      "Makes bars of the simulated market: prices without a drift, the same for the same seed for ever.",
    )
    .addOption(folderFlag())
    .addOption(symbolsFlag("symbols to make; the market lists those of the watchlist"))
    .addOption(intervalFlag("how long a bar is, within a session").default("1d"))
    .addOption(
      new Option("--seed <n>", "which market")
        .argParser(numberFrom(0, 2 ** 32 - 1, true))
        .default(2447),
    )
    .addOption(
      new Option("--volatility <factor>", "multiplies each stock's own")
        .argParser(numberFrom(0.01, 20, false))
        .default(1),
    )
    .addOption(
      new Option("--start <day>", "first day")
        .argParser(dayFlag)
        .default(dayFlag(FIRST_DAY), FIRST_DAY),
    )
    .addOption(
      new Option("--end <day>", "last day").argParser(dayFlag).default(dayFlag(LAST_DAY), LAST_DAY),
    )
    .option("--replace", "take the new bars alone where some of the symbol are kept")
    .action((flags: Flags) => generate(flags, terminal));
}

async function generate(flags: Flags, { stdout }: Terminal): Promise<void> {
  const { data, interval, seed, volatility, start, end, replace = false } = flags;
  checkPeriod(start, end);
  const market = openSimulatedMarket({ seed, stocks: STOCKS, volatility });
  const listed = market.stocks.map(({ ticker }) => ticker);
  const strange = flags.symbols.filter((symbol) => !market.has(symbol));
  if (0 < strange.length)
    throw usageFailure(
      `the simulated market does not list ${strange.join(", ")}; it lists ${listed.join(", ")}`,
    );
  if (Date.UTC(1970, 0, 1 + start) < market.startsAt)
    throw usageFailure(
      `the simulated market begins on ${new Date(market.startsAt).toISOString().slice(0, 10)}`,
    );
  const symbols = flags.symbols.length === 0 ? listed : flags.symbols.filter(isTicker);
  for (const symbol of symbols) {
    const series = seriesOf(market, symbol, flags);
    const kept = await keepBars(
      data,
      {
        ...{ symbol, interval, basis: "raw", series },
        source: {
          from: `${SIMULATED}, seed ${seed}, volatility ${volatility}`,
          addedAt: new Date().toISOString(),
        },
      },
      { replaces: replace },
    );
    stdout.write(keptLine(kept, data));
  }
}

type Market = ReturnType<typeof openSimulatedMarket>;
type Symbol = Parameters<Market["barOf"]>[0];

function seriesOf(
  market: Market,
  symbol: Symbol,
  { interval, start, end }: Pick<Flags, "interval" | "start" | "end">,
): BarSeries {
  const series = growingSeries(symbol, true, {});
  const isDated = interval === "1d";
  const length = intervalMsOf(interval);
  for (let day = start; day <= end; day++) {
    const session = nyseSessionOn(day);
    if (session === undefined) continue;
    const step = isDated ? session.closes - session.opens : length;
    for (let at: number = session.opens; at < session.closes; at += step) {
      const until = Math.min(at + step, session.closes);
      const bar = market.barOf(symbol, instant(at), instant(until));
      if (bar === undefined) continue;
      if (ROWS_MAX <= series.count)
        throw usageFailure(
          `more than ${ROWS_MAX} rows of ${symbol}; make longer bars or fewer days`,
        );
      if (series.count === series.times.length) grow(series);
      widen(series, bar.high, bar.volume);
      const row = series.count++;
      series.times[row] = isDated ? day : at;
      series.open[row] = bar.open;
      series.high[row] = bar.high;
      series.low[row] = bar.low;
      series.close[row] = bar.close;
      series.volume![row] = bar.volume;
    }
  }
  if (series.count === 0) throw usageFailure("the exchange was closed on all of these days");
  return grownSeries(series);
}

const numberFrom =
  (min: number, max: number, isWhole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (
      text.trim() === "" ||
      !(min <= value && value <= max) ||
      (isWhole && !Number.isInteger(value))
    )
      throw new InvalidArgumentError(
        `It is a ${isWhole ? "whole " : ""}number from ${min} to ${max}.`,
      );
    return value;
  };
