import { isExit } from "@sevenfold/application/research/backtest/backtest-report";
import { meanOf, percentileOf } from "@sevenfold/application/research/metrics/sample";
import { simpleReturnsOf } from "@sevenfold/application/research/metrics/track-record";
import type { RunRecord } from "../../run/run-record.ts";
import { percent, signedDollars } from "../amounts.ts";
import { heatTable } from "./heat-table.ts";
import { histogram } from "./histogram.ts";
import { markup } from "./markup.ts";
import type { ReportSection } from "./page.ts";
import { monthNames } from "./time-ticks.ts";

/** What each month made, a year a row. */
export function monthsSection(months: RunRecord["summary"]["months"]): ReportSection {
  const returns = new Map(months.map(({ month, return: growth }) => [month, growth]));
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))].sort();
  const rows = years.map((year) => {
    const values = monthNames.map((_, at) =>
      returns.get(`${year}-${String(at + 1).padStart(2, "0")}`),
    );
    const total = values.reduce<number>((growth, value) => growth * (1 + (value ?? 0)), 1) - 1;
    return { name: year, values, total };
  });
  return {
    id: "months",
    title: "Months",
    note: "The last equity of a month ÷ the last one before it − 1, by the date in New York.",
    body: heatTable({ caption: "Return of each month", corner: "Year", columns: monthNames, rows }),
  };
}

/** How the returns of days and the results of trades lie. */
export function distributionSection({ equity, trades }: RunRecord): ReportSection {
  const returns = simpleReturnsOf(equity.map((row) => row.equity)) ?? [];
  const results = trades.filter(isExit).map(({ pnl }) => pnl);
  const days = histogram({
    label: "How often each daily return came",
    values: returns,
    textOf: (value) => percent(value),
    marks:
      returns.length < 2
        ? []
        : [
            { at: meanOf(returns), name: "mean" },
            { at: percentileOf(returns, 0.05), name: "5th percentile" },
          ],
  });
  const exits = histogram({
    label: "How often each result of a trade came",
    values: results,
    textOf: signedDollars,
    marks: results.length < 2 ? [] : [{ at: meanOf(results), name: "mean" }],
  });
  return {
    id: "distribution",
    title: "Distribution",
    body: markup`<div class="pair"><div><h3>Daily returns</h3>${days}</div><div><h3>What a closed trade earned</h3>${exits}</div></div>`,
  };
}
