import { basename } from "node:path";
import { METRIC_NAMES, type MetricName } from "@sevenfold/application/research/metrics/metric-name";
import { manifestNamed } from "../history/bar-manifest.ts";
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
    ...(of((run) => inputsOf(run).traded) ? [] : ["the runs traded different files of bars"]),
    ...(isOneFileEach(runs.map(({ run }) => run))
      ? []
      : ["the runs were set against different files of the same benchmark"]),
    ...(of(({ summary }) => [summary.start.slice(0, 10), summary.end.slice(0, 10)])
      ? []
      : ["the runs are of different days"]),
    ...(of(({ summary }) => summary.initialCash) ? [] : ["the runs began with different cash"]),
    ...(of(({ config }) => config.engineVersion)
      ? []
      : ["the runs were made by different versions of the program"]),
  ];
}

/** The hashes of what a run traded, and of what was read for its benchmark alone. */
function inputsOf({ config: { inputs }, summary: { benchmark, symbols } }: RunRecord) {
  const ofBenchmark = ({ path }: (typeof inputs)[number]): boolean => {
    if (benchmark === undefined || benchmark.kind === "hold") return false;
    // What was read for the run and again for the benchmark is there twice.
    if (1 < inputs.filter((input) => input.path === path).length) return false;
    if (benchmark.kind === "file") return path === benchmark.name;
    const { name } = benchmark;
    return !symbols.includes(name) && manifestNamed(basename(path))?.symbol === name;
  };
  const hashesOf = (some: typeof inputs) => [...new Set(some.map(({ sha256 }) => sha256))];
  return {
    traded: hashesOf(inputs.filter((input) => !ofBenchmark(input))),
    benchmark: hashesOf(inputs.filter(ofBenchmark)),
  };
}

/** Whether benchmarks of one name came from equal files. */
function isOneFileEach(runs: readonly RunRecord[]): boolean {
  const named = runs.flatMap((run) => {
    const name = benchmarkOf(run);
    const files = inputsOf(run).benchmark;
    return name === undefined || files.length === 0 ? [] : [{ name, files }];
  });
  const names = new Set(named.map(({ name }) => name));
  return new Set(named.map((each) => JSON.stringify(each))).size === names.size;
}

/** What a run was asked to be set against; undefined where it was nothing but holding the same. */
const benchmarkOf = ({ summary: { benchmark } }: RunRecord): string | undefined =>
  benchmark?.kind === "hold" ? undefined : benchmark?.name;

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

/** Every setting of a run, the cash that it began with, and what it was set against. */
const settingsOf = (run: RunRecord): FlatSettings => ({
  cash: run.summary.initialCash,
  ...flatSettings(run.config.settings),
  benchmark: benchmarkOf(run) ?? null,
  riskFree: run.summary.riskFree,
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
