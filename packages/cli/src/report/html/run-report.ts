import type { RunRecord } from "../../run/run-record.ts";
import { counted, dollars, percent, shaped } from "../amounts.ts";
import { flatSettings } from "../compare-document.ts";
import { benchmarkSection } from "./benchmark-section.ts";
import { candleSection } from "./candle-section.ts";
import { equitySection, exposureSection } from "./curve-sections.ts";
import { excursionSection } from "./excursion-section.ts";
import { type KeyFigure, keyFigures, plainTable } from "./figures.ts";
import { type Markup, markup } from "./markup.ts";
import { metricSection } from "./metric-section.ts";
import { type ReportSection, reportPage } from "./page.ts";
import { provenance } from "./provenance.ts";
import { distributionSection, monthsSection } from "./return-sections.ts";
import { rollingSection } from "./rolling-section.ts";
import { blockedSection, drawdownSection, symbolSection, tradeSection } from "./trade-sections.ts";
import { yearSection } from "./year-section.ts";

/** report.html of a backtest. */
export function runReport(run: RunRecord): string {
  const { summary } = run;
  const candles = candleSection(run.candles, run.trades);
  return reportPage({
    kind: "Backtest",
    title: titleOf(run),
    lead: leadOf(run),
    hasCandles: candles !== undefined,
    sections: [
      equitySection(run),
      benchmarkSection(run),
      yearSection(run),
      monthsSection(summary.months),
      candles && { id: "candles", title: "Prices and trades", body: candles },
      distributionSection(run),
      excursionSection(run),
      rollingSection(run),
      exposureSection(run),
      drawdownSection(summary.drawdowns),
      symbolSection(run),
      tradeSection(run),
      blockedSection(summary),
      { id: "metrics", title: "Every number", body: metricSection(summary) },
      assumptionSection(run),
    ],
    footer: provenance(run.config),
  });
}

const SYMBOLS_NAMED = 6;

function titleOf({ summary: { symbols } }: RunRecord): string {
  const named = symbols.slice(0, SYMBOLS_NAMED).join(", ");
  const more = symbols.length - SYMBOLS_NAMED;
  return `${named}${0 < more ? ` and ${more} more` : ""}`;
}

function leadOf({ summary, config }: RunRecord): Markup {
  const { initialCash, finalEquity, buyAndHoldReturn, warnings, start, end, bars } = summary;
  return markup`<p class="period">${start.slice(0, 10)} to ${end.slice(0, 10)}, ${counted(bars, "bar")}</p><p class="lead">${dollars(initialCash)} became <strong>${dollars(finalEquity)}</strong>. The same cash held from first to last would have made ${percent(buyAndHoldReturn)}.</p>
<p class="note">${config.assumptions[0]}</p>
${warnings.map((warning) => markup`<p class="warning">${warning}</p>`)}
${keyFigures(figuresOf(summary))}`;
}

function figuresOf(summary: RunRecord["summary"]): readonly KeyFigure[] {
  const { metrics, metricNotes, smallSample } = summary;
  const figure = (
    name: string,
    metric: keyof typeof metricNotes,
    shape: "fraction" | "ratio",
    isSigned: boolean,
  ): KeyFigure => {
    const value = metrics[metric];
    return {
      name,
      text: value === null ? "–" : shaped(value, shape),
      sign: isSigned ? value : 0,
      note: metricNotes[metric] ?? (smallSample.includes(metric) ? "small sample" : undefined),
    };
  };
  return [
    figure("Total return", "totalReturn", "fraction", true),
    figure("Return per year", "cagr", "fraction", true),
    figure("Deepest drawdown", "maxDrawdown", "fraction", true),
    figure("Sharpe ratio", "sharpe", "ratio", false),
    figure("Sortino ratio", "sortino", "ratio", false),
    figure("Trades won", "winRate", "fraction", false),
    figure("Profit factor", "profitFactor", "ratio", false),
    { name: "Closed trades", text: metrics.closedTrades.toLocaleString("en-US") },
  ];
}

function assumptionSection({ config }: RunRecord): ReportSection {
  const settings = Object.entries(flatSettings(config.settings));
  return {
    id: "assumptions",
    title: "What the numbers take for granted",
    body: markup`<ul class="prose">${config.assumptions.map((each) => markup`<li>${each}</li>`)}</ul>
<details><summary>Every setting</summary>${plainTable(
      "Settings",
      ["Setting", "Value"],
      settings.map(([name, value]) => [name, value === null ? "no limit" : String(value)]),
    )}</details>`,
  };
}
