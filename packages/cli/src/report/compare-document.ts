import { METRIC_NAMES, type MetricName } from "@sevenfold/application/research/metrics/metric-name";
import type { RunRecord } from "../run/run-record.ts";
import type { CompareDocument as Published } from "../schema/compare-schema.ts";

/** A kept run under the name of its folder. */
export interface NamedRun {
  readonly name: string;
  readonly run: RunRecord;
}

export type CompareDocument = Published;

/** Runs side by side: every number of each, and the settings they differ in. */
export function compareDocument(runs: readonly NamedRun[], engineVersion: string): CompareDocument {
  return {
    schemaVersion: 1 as const,
    engineVersion,
    warnings: warningsOf(runs),
    runs: runs.map(({ name, run: { config, summary } }) => ({
      name,
      runId: config.runId,
      startedAt: config.startedAt,
      symbols: summary.symbols,
      start: summary.start,
      end: summary.end,
      finalEquity: summary.finalEquity,
    })),
    settings: differencesOf(runs.map(({ run }) => settingsOf(run))),
    metrics: Object.fromEntries(
      METRIC_NAMES.map((name) => [name, runs.map(({ run }) => run.summary.metrics[name])]),
    ) as Record<MetricName, (number | null)[]>,
  };
}

/** What makes numbers that stand side by side incomparable. */
function warningsOf(runs: readonly NamedRun[]): readonly string[] {
  const of = (what: (run: RunRecord) => unknown): boolean =>
    new Set(runs.map(({ run }) => JSON.stringify(what(run)))).size === 1;
  return [
    ...(of(({ config }) => config.inputs.map(({ sha256 }) => sha256))
      ? []
      : ["the runs traded different files of bars"]),
    ...(of(({ summary }) => [summary.start.slice(0, 10), summary.end.slice(0, 10)])
      ? []
      : ["the runs are of different days"]),
    ...(of(({ summary }) => summary.initialCash) ? [] : ["the runs began with different cash"]),
    ...(of(({ config }) => config.engineVersion)
      ? []
      : ["the runs were made by different versions of the program"]),
  ];
}

type FlatSettings = Readonly<Record<string, unknown>>;

/** `{limits: {coolDownSec: 600}}` as `{"limits.coolDownSec": 600}`. */
export const flatSettings = (settings: FlatSettings): FlatSettings =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  );

/** Every setting of a run, and the cash that it began with. */
const settingsOf = ({ config, summary }: RunRecord): FlatSettings => ({
  cash: summary.initialCash,
  ...flatSettings(config.settings),
});

/** The settings that are not the same everywhere, with each run's value. */
function differencesOf(all: readonly FlatSettings[]): Readonly<Record<string, readonly unknown[]>> {
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  return Object.fromEntries(
    names
      .map((name) => [name, all.map((settings) => settings[name] ?? null)] as const)
      .filter(([, values]) => 1 < new Set(values.map((value) => JSON.stringify(value))).size),
  );
}
