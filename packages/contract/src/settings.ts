import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { z } from "zod";
import { count, rowsWanted } from "./counts.ts";
import { Dollars, Percent, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { inputSchemaOf, shapeOf, viewSchemaOf } from "./setting-schemas.ts";

const CONFIG_SETTINGS = { ...STRATEGY_SETTINGS, ...AUTOMATION_SETTINGS };

/** The version the caller read: refused ("changed-meanwhile") where another is stored by now. */
const SeenVersion = z
  .int("The version must be a whole number")
  .positive()
  .meta({ description: "A count of changes. No upper bound: it is compared with what is stored." })
  .optional();

/** What is answered beside the settings, so that an answer may be changed and sent back whole. */
const AS_READ = {
  version: SeenVersion,
  updatedAt: Timestamp.meta({
    description: "As it was answered. Nothing is made of it.",
  }).optional(),
};

/**
 * What the form of the web app sends; a field left out keeps its stored value. Without a version,
 * whoever saves last has it.
 */
export const TradingConfigInput = z
  .strictObject(shapeOf(CONFIG_SETTINGS, inputSchemaOf))
  .partial()
  .extend(AS_READ);
export type TradingConfigInput = z.infer<typeof TradingConfigInput>;

/** Checked on what the input makes of the stored values, in HYBRID mode. */
export const ENTRY_RANGE_INVALID =
  "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.";

/** Fractions, as stored. */
export const TradingConfigView = z.object({
  ...shapeOf(CONFIG_SETTINGS, viewSchemaOf),
  version: count("changes"),
  updatedAt: Timestamp,
});
export type TradingConfigView = z.infer<typeof TradingConfigView>;

export const readTradingConfig = endpoint("readTradingConfig", {
  input: z.strictObject({}),
  output: TradingConfigView,
});

export const changeTradingConfig = endpoint("changeTradingConfig", {
  input: TradingConfigInput,
  output: TradingConfigView,
});

export const SettingsChangeView = z.object({
  at: Timestamp,
  changedBy: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type SettingsChangeView = z.infer<typeof SettingsChangeView>;

/** Newest first. */
export const listSettingsChanges = endpoint("listSettingsChanges", {
  input: z.strictObject({ limit: rowsWanted(50) }),
  output: z.array(SettingsChangeView),
});

const PreviewRun = z.object({
  returnPct: Percent,
  maxDrawdownPct: Percent,
  /** Bought and sold again, each once. */
  tradesCount: count("trades"),
  endEquity: Dollars,
  points: z.array(z.object({ at: Timestamp, equity: Dollars })).max(400),
});

/** What the last year would have been, with the settings as sent and as stored. */
export const SettingsPreviewView = z.object({
  from: Timestamp,
  to: Timestamp,
  symbols: count("symbols"),
  startEquity: Dollars,
  proposed: PreviewRun,
  current: PreviewRun,
});
export type SettingsPreviewView = z.infer<typeof SettingsPreviewView>;

export const previewSettings = endpoint("previewSettings", {
  input: TradingConfigInput.omit({ enableAutomatedTrading: true, version: true, updatedAt: true }),
  output: SettingsPreviewView,
});

export const RiskInput = z
  .strictObject(shapeOf(LIMIT_SETTINGS, inputSchemaOf))
  .partial()
  .extend(AS_READ);
export type RiskInput = z.infer<typeof RiskInput>;

export const RiskView = z.object({
  ...shapeOf(LIMIT_SETTINGS, viewSchemaOf),
  /** The same as the trading configuration's: they are stored together. */
  version: count("changes"),
  updatedAt: Timestamp,
});
export type RiskView = z.infer<typeof RiskView>;

export const readRisk = endpoint("readRisk", {
  input: z.strictObject({}),
  output: RiskView,
});

export const changeRisk = endpoint("changeRisk", {
  input: RiskInput,
  output: RiskView,
});

const NO_SYMBOLS =
  'Name symbols, 500 at most, or "all". So that the agent enters none, switch automated trading off.';

/** Which symbols the agent may trade; Basic may choose 25. */
export const AutomatedSymbolsView = z.object({
  /** Null where the plan sets none. */
  max: count("symbols").nullable(),
  tickers: z.array(z.string()),
});
export type AutomatedSymbolsView = z.infer<typeof AutomatedSymbolsView>;

export const readAutomatedSymbols = endpoint("readAutomatedSymbols", {
  input: z.strictObject({}),
  output: AutomatedSymbolsView,
});

export const chooseAutomatedSymbols = endpoint("chooseAutomatedSymbols", {
  input: z.strictObject({
    /** "all": also those watched later. An empty list is refused: it would be taken for none. */
    tickers: z.union([z.literal("all"), z.array(TickerInput).min(1, NO_SYMBOLS).max(500)], {
      error: NO_SYMBOLS,
    }),
    /** Those the caller read: refused ("changed-meanwhile") where others are stored by now. */
    seen: z.array(TickerInput).max(500).optional(),
  }),
  output: AutomatedSymbolsView,
});
