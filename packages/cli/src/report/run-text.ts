import { isExit } from "@sevenfold/application/research/backtest/backtest-report";
import { definitionOf } from "@sevenfold/application/research/metrics/metric-definition";
import { METRIC_NAMES } from "@sevenfold/application/research/metrics/metric-name";
import { csvText } from "../run/csv-text.ts";
import type { RunRecord } from "../run/run-record.ts";
import { counted, dollars, percent, shaped, shareText, signedDollars } from "./amounts.ts";
import { BLOCKED_HEADING, blockedRows, leftOutSentence } from "./blocked-view.ts";
import { isMeasured } from "./metrics-view.ts";

/** Every number of a run with its reason or mark and the id of its definition. */
export function metricsCsv({ summary }: RunRecord): string {
  const rows = METRIC_NAMES.map((name) => [
    name,
    definitionOf(name, summary.dialect).label,
    summary.metrics[name] ?? undefined,
    summary.metricNotes[name] ?? (summary.smallSample.includes(name) ? "small sample" : undefined),
    summary.definitions[name],
  ]);
  return csvText(["metric", "label", "value", "note", "definition"], rows);
}

/** A run as Markdown: for a pull request, a wiki, a letter. */
export function runMarkdown({ config, summary, trades }: RunRecord): string {
  const { symbols, start, end, initialCash, finalEquity, buyAndHoldReturn } = summary;
  const sections = [
    `# Backtest of ${symbols.join(", ")}`,
    `${dollars(initialCash)} became ${dollars(finalEquity)} from ${start.slice(0, 10)} to ${end.slice(0, 10)}; the same cash held from first to last would have made ${percent(buyAndHoldReturn)}.`,
    ...(summary.warnings.length === 0 ? [] : [`## Warnings\n\n${bulletsOf(summary.warnings)}`]),
    `## Numbers\n\n${metricRows(summary)}`,
    `## Months\n\n${tableOf(
      ["Month", "Return"],
      summary.months.map(({ month, return: growth }) => [month, percent(growth)]),
    )}`,
    `## Symbols\n\n${symbolRows({ summary, trades })}`,
    ...blockedText(summary),
    `## What the numbers take for granted\n\n${bulletsOf(config.assumptions)}`,
    `${counted(summary.bars, "bar")}, Sevenfold ${config.engineVersion}, run ${config.runId}, inputs ${config.inputsHash}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function metricRows(summary: RunRecord["summary"]): string {
  const rows = METRIC_NAMES.filter((name) => isMeasured(summary, name)).map((name) => {
    const { label, shape, formula } = definitionOf(name, summary.dialect);
    const value = summary.metrics[name];
    const note =
      summary.metricNotes[name] ?? (summary.smallSample.includes(name) ? "small sample" : "");
    return [label, value === null ? "–" : shaped(value, shape), note, formula];
  });
  return tableOf(["Metric", "Value", "Note", "Definition"], rows);
}

function symbolRows({ summary, trades }: Pick<RunRecord, "summary" | "trades">): string {
  const rows = summary.symbols.map((symbol) => {
    const exits = trades.filter((trade) => trade.symbol === symbol && isExit(trade));
    const realized = exits.reduce((sum, { pnl }) => sum + pnl, 0);
    const open = summary.openPositions.find((position) => position.symbol === symbol);
    return [
      symbol,
      String(exits.length),
      signedDollars(realized),
      shareText(open?.shares ?? 0),
      signedDollars(open?.unrealizedPL ?? 0),
    ];
  });
  return tableOf(["Symbol", "Exits", "Realized", "Still held", "Unrealized"], rows);
}

function blockedText({ blocked }: RunRecord["summary"]): readonly string[] {
  if (blocked === undefined || blocked.byGate.length === 0) return [];
  const leftOut = leftOutSentence(blocked);
  return [
    `## Blocked by gate\n\n${tableOf(BLOCKED_HEADING, blockedRows(blocked))}`,
    ...(leftOut === undefined ? [] : [leftOut]),
  ];
}

/** A table of Markdown. */
export const tableOf = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

export const bulletsOf = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `- ${sentence}`).join("\n");
