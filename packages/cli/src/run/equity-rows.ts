import type { BacktestReport } from "@sevenfold/application/backtest/backtest-report";
import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import { dollarsOf, type Money } from "@sevenfold/domain/money";
import { holdCurveOf } from "./hold-curve.ts";
import type { EquityRow } from "./run-record.ts";

/** The start and every close of a day, with what was invested and what holding would have made. */
export function equityRowsOf(
  { start, equityCurve, ledger }: BacktestReport,
  columns: readonly BarColumns[],
  initialCash: Money,
): readonly EquityRow[] {
  const times = equityCurve.map(({ at }) => at);
  const held = holdCurveOf(columns, times, dollarsOf(initialCash));
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
    };
  });
  const cashAlone = dollarsOf(initialCash);
  return [{ time: start, equity: cashAlone, invested: 0, buyAndHold: cashAlone }, ...closes];
}
