import { STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import { Card } from "../ui/card.tsx";
import { ChoiceSetting } from "./choice-setting.tsx";
import { proposedDropMax, type StrategyMode, type TradingForm } from "./trading-form.ts";
import { isShown, rowsOfCard } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

const RATES = rowsOfCard("rates").filter(({ unit, field }) => unit === "rate" && !field.ofStop);

/** Which of the rules the agent goes by. */
export const StrategyCard = ({ config }: { readonly config: TradingConfig }) => (
  <Card title={STRATEGY_SETTINGS.mode.words}>
    <ChoiceSetting
      config={config}
      row={STRATEGY_SETTINGS.mode}
      onChange={({ target }: { target: { value: StrategyMode } }) =>
        choose(config.form, target.value)
      }
    />
  </Card>
);

/** What follows from a mode: HYBRID has a stop and needs a band; what a mode hides must not bar it. */
function choose(form: TradingConfig["form"], mode: StrategyMode): void {
  const options = { shouldDirty: true, shouldValidate: true } as const;
  const stored = form.formState.defaultValues as TradingForm;
  for (const rate of RATES)
    if (!isShown(rate, { strategyMode: mode, stopLossEnabled: false }))
      if (form.getFieldState(rate.name).invalid) form.resetField(rate.name);
  if (mode !== "HYBRID") {
    const isOn = stored.strategyMode !== "HYBRID" && stored.stopLossEnabled;
    form.setValue("stopLossEnabled", isOn, options);
    return;
  }
  form.setValue("stopLossEnabled", true, options);
  const proposed = proposedDropMax(form.getValues());
  if (proposed !== undefined) form.setValue("buyDropPctMax", proposed, options);
}
