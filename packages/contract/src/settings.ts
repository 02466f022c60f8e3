import { PATTERN_CONFIRMATIONS, STRATEGY_BOUNDS, STRATEGY_MODES } from "@sevenfold/domain/strategy";
import { z } from "zod";
import { Dollars, Fraction, Percent, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { rateInput } from "./rate-input.ts";

const { tradeBps, stopLossBps, sharesPerOrder, maxPositionSize, minCashReserveDollars } =
  STRATEGY_BOUNDS;

const whole = (name: string, { min, max }: { readonly min: number; readonly max: number }) =>
  z
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

const fields = {
  strategyMode: z.enum(STRATEGY_MODES, "Please select a strategy"),
  buyDropPct: rateInput("Buy drop", tradeBps),
  buyDropPctMax: rateInput("Maximum buy drop", tradeBps),
  sellRisePct: rateInput("Sell rise", tradeBps),
  takeProfitFromEntryPct: rateInput("Take profit", tradeBps),
  stopLossPct: rateInput("Stop loss", stopLossBps),
  stopLossEnabled: z.boolean(),
  sharesToBuy: whole("Shares to buy", sharesPerOrder),
  sharesToSell: whole("Shares to sell", sharesPerOrder),
  maxPositionSize: whole("Maximum position size", maxPositionSize),
  minCashReserve: z
    .number("Minimum cash reserve must be a number")
    .min(minCashReserveDollars.min, "Minimum cash reserve must be at least 0")
    .max(minCashReserveDollars.max, "Minimum cash reserve must be at most 100000")
    .multipleOf(0.01, "Minimum cash reserve must be in whole cents"),
  patternConfirmation: z.enum(PATTERN_CONFIRMATIONS),
  stopAtBroker: z.boolean(),
  enableAutomatedTrading: z.boolean(),
};

/** The version the caller read: refused ("changed-meanwhile") where another is stored by now. */
const SeenVersion = z.int("The version must be a whole number").positive().optional();

/**
 * What the form of the web app sends; a field left out keeps its stored value. Without a version,
 * whoever saves last has it.
 */
export const TradingConfigInput = z.strictObject(fields).partial().extend({ version: SeenVersion });
export type TradingConfigInput = z.infer<typeof TradingConfigInput>;

/** Checked on what the input makes of the stored values, in HYBRID mode. */
export const ENTRY_RANGE_INVALID =
  "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.";

/** Fractions, as stored. */
export const TradingConfigView = z.object({
  strategyMode: z.enum(STRATEGY_MODES),
  buyDropPct: Fraction,
  buyDropPctMax: Fraction,
  sellRisePct: Fraction,
  takeProfitFromEntryPct: Fraction,
  stopLossPct: Fraction,
  stopLossEnabled: z.boolean(),
  sharesToBuy: z.int(),
  sharesToSell: z.int(),
  maxPositionSize: z.int(),
  minCashReserve: Dollars,
  patternConfirmation: z.enum(PATTERN_CONFIRMATIONS),
  /** The rule's stop also rests at the broker, for each position the agent manages. */
  stopAtBroker: z.boolean(),
  enableAutomatedTrading: z.boolean(),
  version: z.int(),
  updatedAt: Timestamp,
});
export type TradingConfigView = z.infer<typeof TradingConfigView>;

export const readTradingConfig = endpoint({
  method: "get",
  path: "/api/trading-config",
  input: z.strictObject({}),
  output: TradingConfigView,
  access: "signed-in",
  tokens: "read",
});

export const changeTradingConfig = endpoint({
  method: "put",
  path: "/api/trading-config",
  input: TradingConfigInput,
  output: TradingConfigView,
  access: "signed-in",
  tokens: "manage",
});

export const SettingsChangeView = z.object({
  at: Timestamp,
  changedBy: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type SettingsChangeView = z.infer<typeof SettingsChangeView>;

/** Newest first. */
export const listSettingsChanges = endpoint({
  method: "get",
  path: "/api/trading-config/history",
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
  output: z.array(SettingsChangeView),
  access: "signed-in",
  tokens: "read",
});

const PreviewRun = z.object({
  returnPct: Percent,
  maxDrawdownPct: Percent,
  tradesCount: z.int().nonnegative(),
  endEquity: Dollars,
  points: z.array(z.object({ at: Timestamp, equity: Dollars })).max(400),
});

/** What the last year would have been, with the settings as sent and as stored. */
export const SettingsPreviewView = z.object({
  from: Timestamp,
  to: Timestamp,
  symbols: z.int().nonnegative(),
  startEquity: Dollars,
  proposed: PreviewRun,
  current: PreviewRun,
});
export type SettingsPreviewView = z.infer<typeof SettingsPreviewView>;

export const previewSettings = endpoint({
  method: "post",
  path: "/api/trading-config/preview",
  input: TradingConfigInput.omit({ enableAutomatedTrading: true, version: true }),
  output: SettingsPreviewView,
  access: "signed-in",
  tokens: "read",
});

/** Of the limits, in basis points. */
export const RISK_BOUNDS = {
  position: { min: 100, max: 10_000 },
  dailyLoss: { min: 10, max: 5_000 },
} as const;

export const RiskInput = z
  .strictObject({
    maxPosPct: rateInput("Maximum position", RISK_BOUNDS.position),
    dailyLossLimitPct: rateInput("Daily loss limit", RISK_BOUNDS.dailyLoss),
    coolDownSec: whole("Cool-down", { min: 0, max: 86_400 }),
    allowAfterHours: z.boolean(),
  })
  .partial()
  .extend({ version: SeenVersion });
export type RiskInput = z.infer<typeof RiskInput>;

export const RiskView = z.object({
  maxPosPct: Fraction,
  dailyLossLimitPct: Fraction,
  coolDownSec: z.int(),
  allowAfterHours: z.boolean(),
  /** The same as the trading configuration's: they are stored together. */
  version: z.int(),
  updatedAt: Timestamp,
});
export type RiskView = z.infer<typeof RiskView>;

export const readRisk = endpoint({
  method: "get",
  path: "/api/risk",
  input: z.strictObject({}),
  output: RiskView,
  access: "signed-in",
  tokens: "read",
});

export const changeRisk = endpoint({
  method: "put",
  path: "/api/risk",
  input: RiskInput,
  output: RiskView,
  access: "signed-in",
  tokens: "manage",
});

/** Which symbols the agent may trade; Basic may choose 25. */
export const AutomatedSymbolsView = z.object({
  /** Null where the plan sets none. */
  max: z.int().nullable(),
  tickers: z.array(z.string()),
});
export type AutomatedSymbolsView = z.infer<typeof AutomatedSymbolsView>;

export const readAutomatedSymbols = endpoint({
  method: "get",
  path: "/api/automated-symbols",
  input: z.strictObject({}),
  output: AutomatedSymbolsView,
  access: "signed-in",
  tokens: "read",
});

export const chooseAutomatedSymbols = endpoint({
  method: "put",
  path: "/api/automated-symbols",
  input: z.strictObject({
    tickers: z.array(TickerInput).max(500),
    /** Those the caller read: refused ("changed-meanwhile") where others are stored by now. */
    seen: z.array(TickerInput).max(500).optional(),
  }),
  output: AutomatedSymbolsView,
  access: "signed-in",
  tokens: "manage",
});
