import { walkReport } from "../report/html/walk-report.ts";
import type { WalkDocument } from "../report/walk-document.ts";
import { csvText } from "./csv-text.ts";
import { type Asked, documentConfig, documentFiles } from "./document-run.ts";
import type { RunFiles } from "./run-folder.ts";

/** Everything a walk-forward run leaves in its folder; `sevenfold metrics` reads equity.csv. */
export function walkFiles(document: WalkDocument, asked: Asked): RunFiles {
  const { settings, initialCash } = document;
  const config = documentConfig("walk-forward", document, { ...asked, settings });
  const rows = document.curve.map(({ day, growth }) => [day, initialCash * (1 + growth)]);
  return {
    ...documentFiles(config, document, walkReport(document, config)),
    "equity.csv": csvText(["date", "equity"], rows),
    "steps.csv": csvText(
      ["trainFrom", "trainTo", "testFrom", "testTo", ...document.axes, ...NUMBERS],
      document.steps.map((step) => [
        step.train.from,
        step.train.to,
        step.test.from,
        step.test.to,
        ...document.axes.map((name) => step.values[name]),
        ...NUMBERS.map((name) => step[name] ?? undefined),
      ]),
    ),
  };
}

const NUMBERS = [
  "sharpe",
  "outOfSampleSharpe",
  "return",
  "outOfSampleReturn",
  "trades",
  "winRate",
] as const;
