import { depthsOf } from "@sevenfold/domain/drawdown";
import type { RunRecord } from "../../run/run-record.ts";
import { dollars, percent } from "../amounts.ts";
import { lineChart } from "./line-chart.ts";
import { markup } from "./markup.ts";
import { type BesideCurve, ownBenchmarkOf } from "./own-benchmark.ts";
import type { ReportSection } from "./page.ts";
import { switched } from "./switched.ts";
import { zoomed } from "./zoomed.ts";

type Curve = Pick<RunRecord, "equity">;

/** Equity over its drawdown, alone or beside what holding would have made, and the benchmark. */
export function equitySection(run: BesideCurve): ReportSection {
  const { equity } = run;
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
    isZoomable: true,
  });
  const beside = (name: string, others: readonly (number | undefined)[]) =>
    lineChart({
      label: `${label}, beside ${name === HOLD ? "buy and hold" : name}`,
      times,
      unit: "dollars",
      size: "tall",
      lines: [{ name, values: others, look: "other" }, own],
      floor: first,
      isZoomable: true,
    });
  const benchmark = ownBenchmarkOf(run);
  const hasOther = benchmark.name !== HOLD;
  return {
    id: "equity",
    title: "Equity and drawdown",
    body: zoomed(
      "Equity and drawdown",
      markup`${switched("equity", [
        ["Equity", alone],
        ["With buy and hold", beside(HOLD, held)],
        ...(hasOther
          ? [[`With ${benchmark.name}`, beside(benchmark.name, benchmark.values)] as const]
          : []),
      ])}
<h3>Drawdown</h3>
${lineChart({
  label: `Drawdown, at its deepest ${percent(depths.reduce((one, other) => Math.min(one, other), 0))}`,
  times,
  unit: "percent",
  size: "low",
  lines: [{ name: "Drawdown", values: depths, look: "loss", filledTo: 0 }],
  floor: 0,
  isZoomable: true,
})}`,
    ),
  };
}

const HOLD = "Buy and hold";

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
