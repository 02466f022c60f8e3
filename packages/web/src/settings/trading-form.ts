import {
  ENTRY_RANGE_INVALID,
  type TradingConfigInput,
  type TradingConfigView,
} from "@sevenfold/contract/settings";
import { PATTERN_CONFIRMATIONS, STRATEGY_BOUNDS, STRATEGY_MODES } from "@sevenfold/domain/strategy";
import { z } from "zod";
import { fractionOf, percentField, percentOf, wholeField } from "./percent.ts";

const { tradeBps, stopLossBps, sharesPerOrder, maxPositionSize, minCashReserveDollars } =
  STRATEGY_BOUNDS;

/** The form of the trading configuration: rates as percentages. The switch is not part of it. */
export const TradingForm = z
  .object({
    strategyMode: z.enum(STRATEGY_MODES, "Please select a strategy"),
    buyDropPct: percentField("Buy drop", tradeBps),
    buyDropPctMax: percentField("Maximum buy drop", tradeBps),
    sellRisePct: percentField("Sell rise", tradeBps),
    takeProfitFromEntryPct: percentField("Take profit", tradeBps),
    stopLossPct: percentField("Stop loss", stopLossBps),
    stopLossEnabled: z.boolean(),
    sharesToBuy: wholeField("Shares to buy", sharesPerOrder),
    sharesToSell: wholeField("Shares to sell", sharesPerOrder),
    maxPositionSize: wholeField("Maximum position size", maxPositionSize),
    minCashReserve: z
      .number("Minimum cash reserve must be a number")
      .min(minCashReserveDollars.min, "Minimum cash reserve must be at least 0")
      .max(minCashReserveDollars.max, "Minimum cash reserve must be at most 100000")
      .multipleOf(0.01, "Minimum cash reserve must be in whole cents"),
    patternConfirmation: z.enum(PATTERN_CONFIRMATIONS),
    stopAtBroker: z.boolean(),
  })
  .refine(
    ({ strategyMode, buyDropPct, buyDropPctMax }) =>
      strategyMode !== "HYBRID" || buyDropPct <= buyDropPctMax,
    { error: ENTRY_RANGE_INVALID, path: ["buyDropPctMax"] },
  );
export type TradingForm = z.infer<typeof TradingForm>;
export type TradingField = keyof TradingForm;
export type StrategyMode = TradingForm["strategyMode"];

const RATES = [
  "buyDropPct",
  "buyDropPctMax",
  "sellRisePct",
  "takeProfitFromEntryPct",
  "stopLossPct",
] as const satisfies readonly TradingField[];

/** The stored configuration as the form shows it. */
export function tradingFormOf(view: TradingConfigView): TradingForm {
  const { enableAutomatedTrading: _, version: __, updatedAt: ___, ...fields } = view;
  return { ...fields, ...rates(fields, percentOf) };
}

/** The form as it is sent: fractions. */
export const tradingInputOf = (
  form: TradingForm,
): Omit<TradingConfigInput, "enableAutomatedTrading"> => ({ ...form, ...rates(form, fractionOf) });

type Rates = Pick<TradingForm, (typeof RATES)[number]>;

const rates = (from: Rates, turn: (rate: number) => number): Rates =>
  Object.fromEntries(RATES.map((name) => [name, turn(from[name])])) as unknown as Rates;

/** What Reset Defaults stores at once. */
export const RESET = {
  strategyMode: "SIMPLE",
  buyDropPct: 0.04,
  takeProfitFromEntryPct: 0.04,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 50,
  minCashReserve: 1_000,
  enableAutomatedTrading: false,
} as const satisfies TradingConfigInput;

/** A rate some mode works with; the stop is apart, as any mode may have it. */
export type Rate = Exclude<(typeof RATES)[number], "stopLossPct">;

/** Which rates each mode works with. */
export const RATES_OF: Readonly<Record<StrategyMode, readonly Rate[]>> = {
  TRAILING: ["buyDropPct", "sellRisePct"],
  SIMPLE: ["buyDropPct", "takeProfitFromEntryPct"],
  HYBRID: ["buyDropPct", "buyDropPctMax", "takeProfitFromEntryPct", "sellRisePct"],
};

const PROPOSED_MAX = 5;
const RATE_MAX = tradeBps.max / 100;

/** A band of one point is no band: what HYBRID is offered in its place, if it is one. */
export function proposedDropMax({
  buyDropPct,
  buyDropPctMax,
}: Pick<TradingForm, "buyDropPct" | "buyDropPctMax">): number | undefined {
  if (!(buyDropPctMax <= buyDropPct)) return undefined;
  return buyDropPct < PROPOSED_MAX ? PROPOSED_MAX : Math.min(RATE_MAX, buyDropPct + 2);
}
