import { zodResolver } from "@hookform/resolvers/zod";
import type { TradingConfigInput, TradingConfigView } from "@sevenfold/contract/settings";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import {
  changeTradingConfig,
  listSettingsChanges,
  readTradingConfig,
  readWorkerStatus,
} from "../api/lines.ts";
import { isRefusedAs, wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { NOTHING_KEPT, TYPED_KEPT } from "./kept-values.ts";
import { differencesOf, type SettingDifference } from "./setting-words.ts";
import { RESET, TradingForm, tradingFormOf, tradingInputOf } from "./trading-form.ts";

/** The form over the stored configuration: what is typed stays while somebody else saves. */
export function useTradingConfig(stored: TradingConfigView) {
  const values = useMemo(() => tradingFormOf(stored), [stored]);
  const form = useForm<TradingForm>({
    resolver: zodResolver(TradingForm),
    mode: "onChange",
    defaultValues: values,
    values,
    resetOptions: TYPED_KEPT,
  });
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<readonly SettingDifference[]>();

  const store = async (input: TradingConfigInput, told: readonly [string, string]) => {
    setAsked(undefined);
    setPending(true);
    try {
      const view = await call(changeTradingConfig, input);
      form.reset(tradingFormOf(view), NOTHING_KEPT);
      await mutate(readTradingConfig.path, view, { revalidate: false });
      for (const { path } of [listSettingsChanges, readWorkerStatus]) void mutate(path);
      tellSuccess(...told);
    } catch (thrown) {
      if (isRefusedAs(thrown, "entry-range-invalid"))
        form.setError("buyDropPctMax", { message: thrown.message }, { shouldFocus: true });
      tellError("Save Failed", wordsOf(thrown, "Failed to save configuration."));
    } finally {
      setPending(false);
    }
  };

  return {
    form,
    isPending,
    /** What saving would change, while that is asked. */
    asked,
    ask: form.handleSubmit((wanted) => setAsked(differencesOf(values, wanted))),
    cancel: () => setAsked(undefined),
    discard: () => form.reset(values, NOTHING_KEPT),
    save: () =>
      store(tradingInputOf(form.getValues()), ["Configuration Saved", "Your settings are stored."]),
    reset: () =>
      store(RESET, ["Reset to Defaults", "The defaults are stored; automated trading is off."]),
  };
}

export type TradingConfig = ReturnType<typeof useTradingConfig>;
