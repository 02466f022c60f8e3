import { depthsOf } from "@sevenfold/domain/metrics/drawdown-measures";
import { rollingSharpeOf } from "@sevenfold/domain/metrics/rolling";
import { simpleReturnsOf } from "@sevenfold/domain/metrics/track-record";
import type { RunRecord } from "../../run/run-record.ts";
import { dollars, percent } from "../amounts.ts";
import { lineChart } from "./line-chart.ts";
import { markup } from "./markup.ts";
import type { ReportSection } from "./page.ts";
import { switched } from "./switched.ts";

type Curve = Pick<RunRecord, "equity">;

/** Equity over its drawdown, alone or beside what holding would have made. */
export function equitySection({ equity }: Curve): ReportSection {
  const times = equity.map(({ time }) => time);
  const values = equity.map((row) => row.equity);
  const held = equity.map(({ buyAndHold }) => buyAndHold);
  // At the start nothing has fallen yet.
  const depths = [0, ...depthsOf(values)];
  const first = values[0] ?? 0;
  const own = { name: "Equity", values, look: "main" as const };
  const label = `Equity from ${dollars(first)} to ${dollars(values.at(-1) ?? 0)}`;
  const alone = lineChart({
    label,
    times,
    unit: "dollars",
    size: "tall",
    lines: [{ ...own, filledTo: first }],
    floor: first,
  });
  const beside = lineChart({
    label: `${label}, beside buy and hold`,
    times,
    unit: "dollars",
    size: "tall",
    lines: [{ name: "Buy and hold", values: held, look: "other" }, own],
    floor: first,
  });
  return {
    id: "equity",
    title: "Equity and drawdown",
    body: markup`${switched("equity", [
      ["Equity", alone],
      ["With buy and hold", beside],
    ])}
${lineChart({
  label: `Drawdown, at its deepest ${percent(depths.reduce((one, other) => Math.min(one, other), 0))}`,
  times,
  unit: "percent",
  size: "low",
  lines: [{ name: "Drawdown", values: depths, look: "loss", filledTo: 0 }],
  floor: 0,
})}`,
  };
}

/** Windows of returns, longest first: a quarter's, else a month's. */
const WINDOWS = [126, 63, 21] as const;

/** The Sharpe ratio of the days before each day. */
export function rollingSection({ equity }: Curve): ReportSection | undefined {
  const returns = simpleReturnsOf(equity.map((row) => row.equity));
  const window = WINDOWS.find((days) => 2 * days <= (returns?.length ?? 0));
  if (returns === undefined || window === undefined) return undefined;
  const ratios = rollingSharpeOf(returns, window);
  return {
    id: "rolling",
    title: "Rolling Sharpe ratio",
    note: `Of the ${window} trading days before each day: mean ÷ standard deviation (n − 1) × √252.`,
    body: lineChart({
      label: `Sharpe ratio of the last ${window} days, over time`,
      times: equity.slice(window).map(({ time }) => time),
      unit: "ratio",
      size: "low",
      lines: [{ name: "Sharpe ratio", values: ratios.slice(window - 1), look: "main" }],
      floor: 0,
    }),
  };
}

/** The share of equity that was not cash, at the close of each day. */
export function exposureSection({ equity }: Curve): ReportSection {
  const shares = equity.map((row) => (row.equity <= 0 ? undefined : row.invested / row.equity));
  return {
    id: "exposure",
    title: "Exposure",
    note: "The share of equity that was not cash, at the close of each day.",
    body: lineChart({
      label: "Share of equity invested, over time",
      times: equity.map(({ time }) => time),
      unit: "percent",
      size: "low",
      lines: [{ name: "Invested", values: shares, look: "other", filledTo: 0 }],
      floor: 0,
    }),
  };
}
