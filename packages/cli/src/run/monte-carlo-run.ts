import { monteCarloReport } from "../report/html/monte-carlo-report.ts";
import type { MonteCarloDocument } from "../report/monte-carlo-document.ts";
import { type Asked, documentConfig, documentFiles } from "./document-run.ts";
import type { RunFiles } from "./run-folder.ts";

/** Everything a Monte Carlo run leaves in its folder. */
export function monteCarloFiles(document: MonteCarloDocument, asked: Asked): RunFiles {
  const { paths, block, seed } = document;
  const config = documentConfig("monte-carlo", document, {
    ...asked,
    settings: { paths, block, seed },
  });
  return documentFiles(config, document, monteCarloReport(document, config));
}
