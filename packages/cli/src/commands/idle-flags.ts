import type { SettingRow } from "@sevenfold/domain/setting-row";
import { STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import type { Strategy } from "@sevenfold/domain/strategy";

/** In words, what was typed of the built-in rule and does nothing in its mode, or without its stop. */
export function idleFlagsOf(
  { mode, stopLossEnabled }: Pick<Strategy, "mode" | "stopLossEnabled">,
  typed: Readonly<Record<string, string>>,
): readonly string[] {
  const rows: readonly SettingRow[] = Object.values(STRATEGY_SETTINGS);
  const ofOtherModes = rows.flatMap(({ field, flag }) => {
    const isTyped = flag !== undefined && typed[flag.name] !== undefined;
    // The stop is part of hybrid, where there is nothing to switch.
    if (!isTyped || flag.name === "stop" || field?.modes?.includes(mode) !== false) return [];
    return [`--${flag.name} does nothing in --mode ${mode.toLowerCase()}`];
  });
  const ofNoStop =
    typed[STRATEGY_SETTINGS.stopLossBps.flag.name] !== undefined && !stopLossEnabled
      ? ["--stop-loss does nothing without a stop; add --stop on"]
      : [];
  const ofNoReserve =
    typed["min-cash-reserve"] !== undefined && typed.limits === "none"
      ? ["--min-cash-reserve does nothing with --limits none"]
      : [];
  return [...ofOtherModes, ...ofNoStop, ...ofNoReserve];
}
