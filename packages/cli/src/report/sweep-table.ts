import { valueWords } from "../sweep/axis-text.ts";
import { counted, percent } from "./amounts.ts";
import { settingsSentence } from "./settings-view.ts";
import type { SweepDocument } from "./sweep-document.ts";
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
    bestTable(document, top),
    guardTable(document),
    paint.bold(verdictOf(document)),
  ];
  return `${sections.join("\n\n")}\n`;
}

const SYMBOLS_NAMED = 6;

const symbolsText = (symbols: readonly string[]): string =>
  symbols.length <= SYMBOLS_NAMED
    ? symbols.join(", ")
    : `${symbols.slice(0, SYMBOLS_NAMED).join(", ")} and ${symbols.length - SYMBOLS_NAMED} more`;

function notesOf(document: SweepDocument): readonly string[] {
  const { repeated, impossible, engineBecause, settings } = document;
  return [
    `Where nothing varies: ${settingsSentence(settings)}`,
    engineBecause === null
      ? "Run by the sweep kernel."
      : `Run by the full engine, because of ${engineBecause}.`.replace(
          "because of several symbols share",
          "because several symbols share",
        ),
    ...(repeated === 0
      ? []
      : [`${counted(repeated, "combination")} acted like another one and counted once.`]),
    ...(impossible === 0 ? [] : [`${counted(impossible, "combination")} had an empty entry band.`]),
  ];
}

function bestTable({ axes, results, objective }: SweepDocument, top: number): string {
  const rows = results
    .slice(0, top)
    .map((result) => [
      ...axes.map(({ name }) => shown(name, result.values[name]!)),
      ratio(objective === "calmar" ? result.objective : result.sharpe),
      percent(result.totalReturn),
      percent(result.maxDrawdown),
      String(result.trades),
      result.winRate === null ? "–" : percent(result.winRate, 0),
      ratio(result.outOfSampleSharpe),
      percent(result.outOfSampleReturn),
    ]);
  const heading = [
    ...axes.map(({ name }) => name),
    objective === "calmar" ? "Calmar" : "Sharpe",
    "Return",
    "Drawdown",
    "Trades",
    "Won",
    "Sharpe after",
    "Return after",
  ];
  return textTable(heading, rows, RIGHT);
}

/** What the headline is worth: every number with what it means. */
function guardTable({ best, days, plateau, overfitting, ledger, trials }: SweepDocument): string {
  const rows: (readonly [string, string, string])[] = [
    [
      "Sharpe of the best",
      ratio(best.sharpe),
      `on the ${counted(days.inSample, "day")} it was chosen by`,
    ],
    [
      "Luck shows",
      ratio(best.luckySharpe),
      `the best of ${counted(ledger.configurations, "configuration")} ever tried on this data, without skill`,
    ],
    [
      "After the haircut",
      ratio(best.sharpeAfterHaircut),
      best.haircut === null ? "nothing to cut" : `${percent(best.haircut, 0)} of it is luck`,
    ],
    ["Deflated Sharpe", share(best.deflatedSharpe), "probability of skill; 95% persuades"],
    [
      "Out of sample",
      ratio(best.outOfSample.sharpe),
      days.outOfSample === 0
        ? "no days were kept aside"
        : `Sharpe of the ${counted(days.outOfSample, "day")} kept aside, on which it made ${percent(best.outOfSample.return ?? 0)}`,
    ],
    [
      "PBO",
      share(overfitting?.probability ?? null),
      overfitting === null
        ? "too few days or trials"
        : `how often the best of one half is below the middle in the other${overfitting.trials < trials ? ` (${counted(overfitting.trials, "trial")} of them)` : ""}`,
    ],
    [
      "Loses when chosen",
      share(overfitting?.lossProbability ?? null),
      overfitting === null
        ? ""
        : `of ${overfitting.splits.toLocaleString("en-US")} halves of the past`,
    ],
    [
      "Plateau",
      ratio(plateau.median),
      plateau.neighbors === 0
        ? "it has no neighbors"
        : `middle of ${counted(plateau.neighbors, "neighbor")}, the lowest ${ratio(plateau.lowest)}; ${share(plateau.shareAtHalf)} reach half of the best`,
    ],
  ];
  return textTable(["Guard", "", ""], rows, ["left", "right", "left"]);
}

function verdictOf({ verdict, trials }: SweepDocument): string {
  if (verdict.label === "noise")
    return `NOISE: the best of ${trials} is not to be trusted, because ${joined(verdict.because)}.`;
  return "HOLDS UP: luck, the days kept aside and the halves of the past do not explain the best one away. A past that went well promises nothing.";
}

const joined = (reasons: readonly string[]): string =>
  reasons.length < 2
    ? reasons.join("")
    : `${reasons.slice(0, -1).join(", ")} and ${reasons.at(-1)}`;

function shown(name: SweepDocument["axes"][number]["name"], value: number | string): string {
  if (typeof value === "string") return value;
  const axis = { name, values: [] };
  return name.includes("Pct")
    ? valueWords(axis, Math.round(value * 10_000))
    : name === "minCashReserve" || name === "cash"
      ? valueWords(axis, Math.round(value * 10_000))
      : valueWords(axis, value);
}

const ratio = (value: number | null): string =>
  value === null ? "–" : value.toFixed(2).replace("-", "−");
const share = (value: number | null): string => (value === null ? "–" : percent(value, 0));
