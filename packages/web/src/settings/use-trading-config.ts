import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import type { TradingConfigView } from "@sevenfold/contract/settings";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { isClash, isRefusedAs } from "../api/problem-error.ts";
import { RESET, TradingForm, tradingFormOf, tradingInputOf } from "./trading-form.ts";
import { useSavedForm } from "./use-saved-form.ts";

const SOURCE = {
  path: CALLS.readTradingConfig.path,
  read: () => call(CALLS.readTradingConfig),
  save: (fields: object, version: number) =>
    call(CALLS.changeTradingConfig, { ...fields, version }),
  formOf: tradingFormOf,
  wireOf: tradingInputOf,
  resolver: zodResolver(TradingForm),
  moves: [CALLS.listSettingsChanges, CALLS.readWorkerStatus, CALLS.readRisk].map(
    ({ path }) => path,
  ),
  told: ["Configuration Saved", "Your settings are stored."],
  asks: "always",
  onRefused: (thrown: unknown, setError: (field: string, message: string) => void) => {
    if (isRefusedAs(thrown, "entry-range-invalid")) setError("buyDropPctMax", thrown.message);
  },
} as const;

/** The form over the stored configuration, which is saved after a question. */
export function useTradingConfig(stored: TradingConfigView) {
  const { store, submit, ...saved } = useSavedForm<TradingConfigView, TradingForm>(stored, SOURCE);
  const storeDefaults = async () => {
    try {
      return await call(CALLS.changeTradingConfig, { ...RESET, version: stored.version });
    } catch (thrown) {
      // What stands here is not what is stored: it is shown before anything is put over it.
      if (isClash(thrown)) void mutate(CALLS.readTradingConfig.path);
      throw thrown;
    }
  };
  return {
    ...saved,
    ask: submit,
    reset: () =>
      store(storeDefaults, [
        "Reset to Defaults",
        "The defaults are stored; automated trading is off.",
      ]),
  };
}

export type TradingConfig = ReturnType<typeof useTradingConfig>;
