import {
  ENTRY_RANGE_INVALID,
  type TradingConfigInput,
  type TradingConfigView,
} from "@sevenfold/contract/settings";
import { STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import { z } from "zod";
import { fractionOf, percentOf } from "./percent.ts";
import { formShapeOf, withRates } from "./setting-form.ts";
import { TRADING_ROWS } from "./trading-rows.ts";

/** The form of the trading configuration: rates as percentages. */
export const TradingForm = z
  .object(formShapeOf(TRADING_ROWS))
  .refine(
    ({ strategyMode, buyDropPct, buyDropPctMax }) =>
      strategyMode !== "HYBRID" || buyDropPct <= buyDropPctMax,
    { error: ENTRY_RANGE_INVALID, path: ["buyDropPctMax"] },
  );
export type TradingForm = z.infer<typeof TradingForm>;
export type StrategyMode = TradingForm["strategyMode"];

/** The stored configuration as the form shows it. */
export function tradingFormOf(view: TradingConfigView): TradingForm {
  const { enableAutomatedTrading: _, version: __, updatedAt: ___, ...fields } = view;
  return withRates(TRADING_ROWS, fields, percentOf);
}

/** The form as it is sent: fractions. */
export const tradingInputOf = (
  form: TradingForm,
): Omit<TradingConfigInput, "enableAutomatedTrading"> => withRates(TRADING_ROWS, form, fractionOf);

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

const PROPOSED_MAX = 5;
const RATE_MAX = STRATEGY_SETTINGS.buyDropMaxBps.max / 100;

/** A band of one point is no band: what HYBRID is offered in its place, if it is one. */
export function proposedDropMax({
  buyDropPct,
  buyDropPctMax,
}: Pick<TradingForm, "buyDropPct" | "buyDropPctMax">): number | undefined {
  if (!(buyDropPctMax <= buyDropPct)) return undefined;
  return buyDropPct < PROPOSED_MAX ? PROPOSED_MAX : Math.min(RATE_MAX, buyDropPct + 2);
}
