import { sweepReport } from "../report/html/sweep-report.ts";
import { runIdOf } from "../report/inputs-hash.ts";
import type { SweepDocument } from "../report/sweep-document.ts";
import { csvText } from "./csv-text.ts";
import { configFile, jsonText } from "./run-files.ts";
import type { RunFiles } from "./run-folder.ts";
import type { RunConfig } from "./run-schema.ts";
import { type SweepRecord, TRIAL_COLUMNS } from "./sweep-schema.ts";

/** Everything a sweep leaves in its folder. */
export function sweepFiles(
  document: SweepDocument,
  asked: Pick<RunConfig, "startedAt" | "bars" | "flags" | "inputs">,
): RunFiles {
  const { results, settings, ...summary } = document;
  const record: SweepRecord = {
    config: {
      schemaVersion: 1,
      command: "sweep",
      runId: runIdOf(document),
      ...asked,
      engineVersion: document.engineVersion,
      inputsHash: document.inputsHash,
      settings,
      assumptions: assumptionsOf(document),
    },
    summary,
    results,
  };
  return {
    ...configFile(record.config),
    "metrics.json": jsonText(record.summary),
    ...trialsFile(record),
    "report.html": sweepReport(record),
  };
}

function trialsFile({ summary, results }: SweepRecord): RunFiles {
  const axes = summary.axes.map(({ name }) => name);
  const rows = results.map((trial) => [
    ...axes.map((name) => trial.values[name]),
    ...TRIAL_COLUMNS.map((column) => trial[column] ?? undefined),
  ]);
  return { "trials.csv": csvText([...axes, ...TRIAL_COLUMNS], rows) };
}

const OBJECTIVES = {
  sharpe: "Sharpe ratio",
  return: "return",
  calmar: "return per year ÷ |deepest drawdown|",
} as const;

function assumptionsOf({
  days,
  objective,
  accounts,
  engineBecause,
  costs,
}: SweepDocument): string[] {
  return [
    `The best configuration is the one with the highest ${OBJECTIVES[objective]} on the first ${days.inSample} days; the last ${days.outOfSample} took no part in the choice.`,
    `Every configuration trades ${costs.words}; the fees of a sale are borne by halves by the purchase and the sale.`,
    "Skill is what is left of a configuration's returns after holding the same symbols at the exposure these returns show; that holding pays for one purchase.",
    accounts === "each"
      ? "Each symbol trades from an account of its own with all of the cash, and the accounts are added up."
      : "All symbols trade from one cash.",
    engineBecause === null
      ? "The sweep kernel ran all of it; it trades as the full engine does, order for order."
      : `The full engine ran what the kernel does not do: ${engineBecause}.`,
    "Every configuration ever tried on these bars is counted, those of earlier sweeps too: of many tries the best one looks better than it is.",
  ];
}
