import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import { type Command, Option } from "commander";
import { type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";

/** Settings of a single run by the names they have in a sweep. */
export interface SetFlag {
  readonly set: readonly string[];
}

export const addSetFlag = (command: Command): Command =>
  command.addOption(
    new Option(
      "--set <name=value>",
      "a setting by its name in a sweep: buyDropPct=4; may be repeated, and wins",
    )
      .argParser((text: string, before: readonly string[]) => [...before, text])
      .default([], "none"),
  );

/** The run that flags and settings ask for; a setting by its name wins over its flag. */
export async function settingsOfFlags(flags: BacktestFlags & SetFlag): Promise<BacktestSettings> {
  const base = backtestSettingsOf(flags);
  if (flags.set.length === 0) return base;
  const { settingsWith } = await import("./fixed-settings.ts");
  return settingsWith(base, flags.set);
}
