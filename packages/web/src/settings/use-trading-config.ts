import { zodResolver } from "@hookform/resolvers/zod";
import type { TradingConfigView } from "@sevenfold/contract/settings";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import {
  changeTradingConfig,
  listSettingsChanges,
  readRisk,
  readTradingConfig,
  readWorkerStatus,
} from "../api/lines.ts";
import { isClash, isRefusedAs } from "../api/problem-error.ts";
import { RESET, TradingForm, tradingFormOf, tradingInputOf } from "./trading-form.ts";
import { useSavedForm } from "./use-saved-form.ts";

const SOURCE = {
  path: readTradingConfig.path,
  read: () => call(readTradingConfig),
  save: (fields: object, version: number) => call(changeTradingConfig, { ...fields, version }),
  formOf: tradingFormOf,
  wireOf: tradingInputOf,
  resolver: zodResolver(TradingForm),
  moves: [listSettingsChanges, readWorkerStatus, readRisk].map(({ path }) => path),
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
      return await call(changeTradingConfig, { ...RESET, version: stored.version });
    } catch (thrown) {
      // What stands here is not what is stored: it is shown before anything is put over it.
      if (isClash(thrown)) void mutate(readTradingConfig.path);
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
