import { configFile, jsonText } from "./run-files.ts";
import type { RunFiles } from "./run-folder.ts";
import type { RunConfig } from "./run-schema.ts";

/** What was asked of a run, and when. */
export type Asked = Pick<RunConfig, "startedAt" | "bars" | "flags" | "inputs">;

interface Computed {
  readonly runId: string;
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly assumptions: readonly string[];
}

/** config.json of a run whose whole result is one document. */
export const documentConfig = (
  command: string,
  { runId, engineVersion, inputsHash, assumptions }: Computed,
  asked: Asked & Pick<RunConfig, "settings">,
): RunConfig => ({
  schemaVersion: 1,
  command,
  runId,
  engineVersion,
  inputsHash,
  assumptions,
  ...asked,
});

/** config.json, the document as metrics.json, and the report. */
export const documentFiles = (config: RunConfig, document: unknown, report: string): RunFiles => ({
  ...configFile(config),
  "metrics.json": jsonText(document),
  "report.html": report,
});
