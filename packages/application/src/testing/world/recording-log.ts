import type { Log } from "../../ports/log.ts";

export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const LINES_MAX = 2_000;

/** Keeps the latest lines for whoever wants to know how it came about. */
export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const keep =
    (level: LogLine["level"]) =>
    (event: string, facts: LogLine["facts"] = {}) => {
      if (LINES_MAX <= lines.length) lines.shift();
      lines.push({ level, event, facts });
    };
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}
