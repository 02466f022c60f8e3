import type { BacktestReport } from "@sevenfold/application/research/backtest/backtest-report";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { benchmarkOn } from "@sevenfold/application/research/backtest/market";
import { daysOf } from "@sevenfold/application/research/sweep/open-sweep";
import { dollarsOf, type Money } from "@sevenfold/domain/money";
import type { NamedMarket } from "../metrics/read-market.ts";
import { holdCurveOf } from "./hold-curve.ts";
import type { EquityRow } from "./run-record.ts";

/** The start and every close of a day, with what was invested and what holding would have made. */
export function equityRowsOf(
  { start, equityCurve, ledger }: BacktestReport,
  columns: readonly BarColumns[],
  initialCash: Money,
  market: NamedMarket,
): readonly EquityRow[] {
  const times = equityCurve.map(({ at }) => at);
  const held = holdCurveOf(columns, times, dollarsOf(initialCash));
  const worth = market.kind === "hold" ? undefined : worthOf(market, daysOf(columns));
  const inMarket = (place: number) => {
    const share = worth?.[place];
    return share === undefined ? {} : { benchmark: roundedOf(dollarsOf(initialCash) * share) };
  };
  let cash = 0;
  let booked = 0;
  const closes = equityCurve.map(({ at, equity }, index) => {
    for (; booked < ledger.length && ledger[booked]!.at <= at; booked++)
      for (const { account, amount } of ledger[booked]!.postings)
        if (account === "cash") cash += amount;
    return {
      time: at,
      equity: dollarsOf(equity),
      invested: dollarsOf(equity - cash),
      buyAndHold: held[index]!,
      ...inMarket(index + 1),
    };
  });
  const cashAlone = dollarsOf(initialCash);
  const first = { time: start, equity: cashAlone, invested: 0, buyAndHold: cashAlone };
  return [{ ...first, ...inMarket(0) }, ...closes];
}

/** What a dollar put into the market at the start was worth then and on each day it has. */
function worthOf({ market }: NamedMarket, days: Int32Array): readonly (number | undefined)[] {
  const places = [...Array(days.length + 1).keys()];
  const { values, closes } = benchmarkOn(market, days, places);
  const worth: (number | undefined)[] = places.map(() => undefined);
  values.forEach((place, at) => {
    worth[place] = closes[at]! / closes[0]!;
  });
  return worth;
}

const roundedOf = (dollars: number): number => Math.round(dollars * 10_000) / 10_000;
