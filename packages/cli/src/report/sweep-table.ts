import { isParameterName } from "@sevenfold/application/research/sweep/sweep-parameter";
import { valueWords } from "../sweep/axis-text.ts";
import { counted, percent } from "./amounts.ts";
import { settingsSentence } from "./settings-view.ts";
import { SWEEP_COLUMNS, sampleSentence } from "./sweep-columns.ts";
import type { SweepDocument } from "./sweep-document.ts";
import { guardRows } from "./sweep-text.ts";
import type { Paint } from "./terminal-color.ts";
import { type Alignment, textTable } from "./text-table.ts";

const RIGHT: readonly Alignment[] = Array<Alignment>(30).fill("right");

/** The best settings of a sweep, and what to think of them. */
export function sweepTable(document: SweepDocument, top: number, paint: Paint): string {
  const { symbols, bars, start, end, trials } = document;
  const sections = [
    `${paint.bold(
      `${symbolsText(symbols)}: ${counted(trials, "configuration")} on ${counted(bars, "bar")} from ${start.slice(0, 10)} to ${end.slice(0, 10)}`,
    )}\n${notesOf(document).join("\n")}`,
    `${bestTable(document, top)}\n\n${sampleSentence(document.days)}`,
    guardTable(document),
    paint.bold(document.verdict.sentence),
  ];
  return `${sections.join("\n\n")}\n`;
}

const SYMBOLS_NAMED = 6;

const symbolsText = (symbols: readonly string[]): string =>
  symbols.length <= SYMBOLS_NAMED
    ? symbols.join(", ")
    : `${symbols.slice(0, SYMBOLS_NAMED).join(", ")} and ${symbols.length - SYMBOLS_NAMED} more`;

function notesOf(document: SweepDocument): readonly string[] {
  const { repeated, impossible, engineBecause } = document;
  return [
    `Where nothing varies: ${settingsSentence(withoutVarying(document))}`,
    engineBecause === null
      ? "Run by the sweep kernel."
      : `Run by the full engine, because of ${engineBecause}.`,
    ...(repeated === 0
      ? []
      : [`${counted(repeated, "combination")} acted like another one and counted once.`]),
    ...(impossible === 0 ? [] : [`${counted(impossible, "combination")} had an empty entry band.`]),
  ];
}

/** An own strategy's parameters that vary stand in the table. */
function withoutVarying({ axes, settings }: SweepDocument): SweepDocument["settings"] {
  if (settings.own === undefined) return settings;
  const varying = new Set(axes.filter(({ values }) => 1 < values.length).map(({ name }) => name));
  const parameters = Object.fromEntries(
    Object.entries(settings.own.parameters).filter(([name]) => !varying.has(name)),
  );
  return { ...settings, own: { ...settings.own, parameters } };
}

function bestTable({ axes, results, objective }: SweepDocument, top: number): string {
  const rows = results
    .slice(0, top)
    .map((result) => [
      ...axes.map(({ name }) => shown(name, result.values[name]!)),
      ratio(objective === "calmar" ? result.objective : result.sharpe),
      ratio(result.outOfSampleSharpe),
      percent(result.outOfSampleReturn),
      percent(result.totalReturn),
      percent(result.maxDrawdown),
      String(result.trades),
      result.winRate === null ? "–" : percent(result.winRate, 0),
    ]);
  const heading = [
    ...axes.map(({ name }) => name),
    objective === "calmar" ? SWEEP_COLUMNS.calmar : SWEEP_COLUMNS.sharpe,
    SWEEP_COLUMNS.sharpeAfter,
    SWEEP_COLUMNS.returnAfter,
    SWEEP_COLUMNS.return,
    SWEEP_COLUMNS.drawdown,
    SWEEP_COLUMNS.trades,
    SWEEP_COLUMNS.won,
  ];
  return textTable(heading, rows, RIGHT);
}

/** What the headline is worth: every number with what it means. */
const guardTable = (summary: SweepDocument): string =>
  textTable(["Guard", "", ""], guardRows({ summary }), ["left", "right", "left"]);

function shown(name: string, value: number | string): string {
  if (typeof value === "string") return value;
  if (!isParameterName(name)) return String(value);
  const axis = { name, values: [] };
  return name.includes("Pct")
    ? valueWords(axis, Math.round(value * 10_000))
    : name === "minCashReserve" || name === "cash"
      ? valueWords(axis, Math.round(value * 10_000))
      : valueWords(axis, value);
}

const ratio = (value: number | null): string =>
  value === null ? "–" : value.toFixed(2).replace("-", "−");
