import { agreementOf } from "@sevenfold/application/research/metrics/dialect-agreement";
import {
  definitionOf,
  isMetricName,
} from "@sevenfold/application/research/metrics/metric-definition";
import {
  DIALECTS,
  type Dialect,
  METRIC_NAMES,
  type MetricName,
} from "@sevenfold/application/research/metrics/metric-name";
import { Command, InvalidArgumentError, Option } from "commander";
import { isZone } from "../bars/zone-offset.ts";
import { engineVersion } from "../engine-version.ts";
import { usageFailure } from "../failure.ts";
import { alignedValues, keptBeside } from "../metrics/aligned-values.ts";
import { readBenchmarkFile, readEquityFile, readKeptEquity } from "../metrics/equity-file.ts";
import { keptRunOf } from "../metrics/kept-run.ts";
import { type MetricsDocument, metricsDocument } from "../metrics/metrics-document.ts";
import { readTradeFile } from "../metrics/trade-file.ts";
import { dollars } from "../report/amounts.ts";
import { inputsHashOf } from "../report/inputs-hash.ts";
import { metricsTable } from "../report/metrics-table.ts";
import { jstatNormal } from "../system/jstat-normal.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { riskFreeFlag } from "./benchmark-flags.ts";

interface MetricsFlags {
  readonly benchmark?: string;
  readonly trades?: string;
  readonly dialect: Dialect;
  readonly riskFree: number;
  readonly periods?: number;
  readonly tz: string;
  readonly json: boolean;
}

/** Whether a flag was given, rather than left to its default. */
type IsTyped = (flag: keyof MetricsFlags) => boolean;

/** `sevenfold metrics EQUITY.csv`, `sevenfold metrics RUN`, `sevenfold metrics explain [NAME]` */
export function metricsCommand(terminal: Terminal): Command {
  const command = new Command("metrics")
    .description(
      "Measures any equity curve: columns date and equity, the first row the starting value; or a kept run with its trades. docs/backtesting.md",
    )
    .argument(
      "<equity>",
      "CSV file with the columns date and equity, or a kept run: its folder, its name, or latest",
    )
    .addOption(new Option("--benchmark <file>", "CSV file with date and close: alpha, beta, R²"))
    .addOption(new Option("--trades <file>", "CSV file of trades with a pnl column: win rate …"))
    .addOption(dialectFlag())
    .addOption(riskFreeFlag())
    .addOption(
      new Option("--periods <n>", "periods of a year")
        .argParser(periodCount)
        .default(undefined, "252"),
    )
    .addOption(
      new Option("--tz <zone>", "zone of times without an offset")
        .argParser(zone)
        .default("America/New_York"),
    )
    .addOption(new Option("--json", "print one JSON document").default(false, "a table"))
    .action((path: string, flags: MetricsFlags, of: Command) =>
      measure(path, flags, (flag) => of.getOptionValueSource(flag) === "cli", terminal),
    );
  command.addCommand(
    new Command("explain")
      .description("Says how a number is computed, in every dialect.")
      .argument("[name]", "one metric, such as sharpe; without it, all of them")
      .action((name: string | undefined) => {
        terminal.stdout.write(explanationOf(name));
      }),
  );
  return command;
}

export const dialectFlag = (): Option =>
  new Option("--dialect <name>", "whose definitions the numbers follow")
    .choices(DIALECTS)
    .default("sevenfold");

async function measure(
  path: string,
  flags: MetricsFlags,
  isTyped: IsTyped,
  terminal: Terminal,
): Promise<void> {
  const run = await keptRunOf(path, terminal.runsFolder ?? "runs");
  const { dialect, periods } = flags;
  const zone = isTyped("tz") ? flags.tz : (run?.zone ?? flags.tz);
  const riskFree = isTyped("riskFree") ? flags.riskFree : (run?.riskFree ?? flags.riskFree);
  const kept = run && (await readKeptEquity(run.equity, zone));
  const equity = kept ?? (await readEquityFile(path, zone));
  const benchmark =
    flags.benchmark === undefined ? undefined : await readBenchmarkFile(flags.benchmark, zone);
  const aligned = benchmark && alignedValues(equity, benchmark);
  const beside = aligned?.benchmark ?? (kept && keptBeside(kept));
  const trades =
    flags.trades !== undefined
      ? await readTradeFile(flags.trades, zone)
      : run?.trades && (await readTradeFile(run.trades, zone, run.splits));
  const files = [equity, benchmark, trades].flatMap((file) => (file ? [file.sha256] : []));
  const document = metricsDocument(
    {
      values: equity.values,
      times: equity.times,
      riskFree,
      normal: jstatNormal,
      ...(beside && { benchmark: beside }),
      ...(trades && { trades: trades.trades, open: trades.open }),
      ...(periods !== undefined && { periodsPerYear: periods }),
    },
    {
      dialect,
      engineVersion: engineVersion(),
      inputsHash: inputsHashOf(files, { dialect, riskFree, periods }),
      warnings: [
        ...(aligned?.warnings ?? []),
        ...(periods === undefined ? spacingWarnings(equity.days) : []),
      ],
    },
  );
  if (flags.json) {
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  terminal.stdout.write(tableOf(document));
  for (const warning of document.warnings) sayWarning(terminal, warning);
}

/** Annual numbers take rows for trading days; rows further apart need their own count. */
function spacingWarnings(days: readonly number[]): readonly string[] {
  const spacings = days.slice(1).map((day, index) => day - days[index]!);
  const middle = spacings.toSorted((one, other) => one - other)[Math.floor(spacings.length / 2)];
  const periods = middle === undefined || middle < 5 ? 252 : Math.round(365.25 / middle);
  return periods === 252
    ? []
    : [
        `the rows are ${middle} days apart and count as trading days, 252 a year; --periods ${periods} would make annual numbers right`,
      ];
}

function tableOf(document: MetricsDocument): string {
  const { start, end, startEquity, endEquity } = document;
  const title = `${dollars(startEquity ?? 0)} on ${start} became ${dollars(endEquity ?? 0)} on ${end}.`;
  return `${title}\n\n${metricsTable(document)}\n`;
}

function explanationOf(wanted: string | undefined): string {
  if (wanted !== undefined && !isMetricName(wanted))
    throw usageFailure(`there is no metric ${wanted}; there are ${METRIC_NAMES.join(", ")}`);
  const names = wanted === undefined ? METRIC_NAMES : [wanted];
  return names.map(paragraphOf).join("\n");
}

/** Our formula, then what each library makes of the number. */
function paragraphOf(name: MetricName): string {
  const { label, shape } = definitionOf(name, "sevenfold");
  const lines = DIALECTS.map((dialect) => lineOf(name, dialect));
  return [`${name}: ${label} (${SHAPES[shape]})`, ...lines, ""].join("\n");
}

function lineOf(name: MetricName, dialect: Dialect): string {
  const { id, formula } = definitionOf(name, dialect);
  if (dialect === "sevenfold") return `  ${id.padEnd(ID_WIDTH)} ${formula}`;
  const { kind, called, note } = agreementOf(name, dialect);
  const more = note === undefined ? "" : `; ${note}`;
  if (kind === "differs") return `  ${id.padEnd(ID_WIDTH)} differs (${called}): ${formula}${more}`;
  const said = kind === "same" ? `as ours (${called})` : "has no such number, ours stands in";
  return `  ${dialect.padEnd(ID_WIDTH)} ${said}${more}`;
}

const ID_WIDTH = 36;

const SHAPES = {
  fraction: "a fraction: 0.1 is 10%",
  ratio: "a number",
  dollars: "dollars",
  days: "days",
  duration: "days of the calendar, and parts of them",
  count: "a count",
} as const;

function periodCount(text: string): number {
  const value = Number(text);
  if (!(1 <= value && value <= 1_000_000))
    throw new InvalidArgumentError("It is a number of periods from 1 to 1000000, such as 252.");
  return value;
}

function zone(text: string): string {
  if (!isZone(text))
    throw new InvalidArgumentError('It is a zone of the tz database, such as "Europe/Berlin".');
  return text;
}
