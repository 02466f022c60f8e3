import type { Command } from "commander";

/** Where a run goes and how it is shown: no part of what was computed. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  ...["out", "name", "run-folder", "json", "config"],
  ...["resume", "parquet"],
]);

/**
 * Collects the flags of a command as they are typed, by their long names; a switch is "", and what
 * may be repeated stands in lines.
 * To be called before the command is parsed.
 */
export function typedFlagsOf(command: Command): Readonly<Record<string, string>> {
  const typed: Record<string, string> = {};
  for (const option of command.options) {
    const name = option.long?.replace(/^--(no-)?/, "") ?? option.name();
    if (NOT_KEPT.has(name)) continue;
    command.on(`option:${option.name()}`, (text: string | null) => {
      const before = typed[option.name()];
      const isRepeated = before !== undefined && option.long === "--set";
      typed[option.name()] = isRepeated ? `${before}\n${text}` : (text ?? "");
    });
  }
  return typed;
}
