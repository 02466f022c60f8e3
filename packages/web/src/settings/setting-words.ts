import type { SettingsChangeView } from "@sevenfold/contract/settings";
import { moneyText } from "../ui/figures.ts";
import { percentOf } from "./percent.ts";

const rate = (text: string) => `${percentOf(Number(text))}%`;
const onOff = (text: string) => (text === "true" ? "On" : "Off");
const MODES: Readonly<Record<string, string>> = {
  TRAILING: "Trailing",
  SIMPLE: "Simple",
  HYBRID: "Hybrid",
};
const PATTERNS: Readonly<Record<string, string>> = {
  off: "Off",
  annotate: "Annotate",
  require: "Require",
};

type Words = readonly [label: string, text: (wire: string) => string];

/** Each setting in words, and its value as it travels in the reader's form. */
// prettier-ignore
const WORDS: Readonly<Record<string, Words>> = {
  strategyMode: ["Strategy", (text) => MODES[text] ?? text],
  buyDropPct: ["Buy drop", rate],
  buyDropPctMax: ["Maximum buy drop", rate],
  sellRisePct: ["Sell rise", rate],
  takeProfitFromEntryPct: ["Take profit", rate],
  stopLossPct: ["Stop loss", rate],
  stopLossEnabled: ["Stop loss used", onOff],
  sharesToBuy: ["Shares to buy", String],
  sharesToSell: ["Shares to sell", String],
  maxPositionSize: ["Maximum position size", String],
  minCashReserve: ["Minimum cash reserve", (text) => moneyText(Number(text))],
  patternConfirmation: ["Pattern confirmation", (text) => PATTERNS[text] ?? text],
  stopAtBroker: ["Stop at the broker", onOff],
  enableAutomatedTrading: ["Automated trading", onOff],
  maxPosPct: ["Maximum position", rate],
  dailyLossLimitPct: ["Daily loss limit", rate],
  coolDownSec: ["Cool-down", (text) => `${text} s`],
  allowAfterHours: ["After-hours trading", onOff],
};

/** One setting, before and after. */
export interface SettingDifference {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A value as it travels, in the reader's form. */
export const valueText = (field: string, wire: unknown): string =>
  (WORDS[field]?.[1] ?? String)(String(wire));

/** A change as the server tells it. A setting of a newer server keeps its own name. */
export function differenceOf(change: SettingsChangeView["changes"][number]): SettingDifference {
  const [label, text] = WORDS[change.field] ?? [change.field, String];
  return {
    field: change.field,
    label,
    before: text(change.before),
    after: text(change.after),
  };
}
