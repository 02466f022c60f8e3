import { Card } from "../ui/card.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { proposedDropMax, RATES_OF, type StrategyMode, type TradingForm } from "./trading-form.ts";
import type { TradingConfig } from "./use-trading-config.ts";

const OPTIONS = [
  {
    value: "TRAILING",
    title: "Trailing",
    words: "Trails price lows: sells once the price has risen from the lowest it saw.",
  },
  {
    value: "SIMPLE",
    title: "Simple 4% rule",
    words: "A fixed 4% profit from entry, or the percentage you set.",
  },
  {
    value: "HYBRID",
    title: "Hybrid",
    words: "Multiple exits plus stop-loss, and an entry band in place of a single drop.",
  },
] as const;

/** Which of the rules the agent goes by. */
export function StrategyCard({ config: { form } }: { readonly config: TradingConfig }) {
  return (
    <Card title="Strategy">
      <ChoiceCards
        legend="How the agent buys and sells"
        registration={form.register("strategyMode", {
          onChange: ({ target }: { target: { value: StrategyMode } }) => choose(form, target.value),
        })}
        problem={form.formState.errors.strategyMode?.message}
        options={OPTIONS}
      />
    </Card>
  );
}

/** What follows from a mode: HYBRID has a stop and needs a band; what a mode hides must not bar it. */
function choose(form: TradingConfig["form"], mode: StrategyMode): void {
  const options = { shouldDirty: true, shouldValidate: true } as const;
  const stored = form.formState.defaultValues as TradingForm;
  for (const rate of ["buyDropPctMax", "sellRisePct", "takeProfitFromEntryPct"] as const)
    if (!RATES_OF[mode].includes(rate) && form.getFieldState(rate).invalid) form.resetField(rate);
  if (mode !== "HYBRID") {
    const isOn = stored.strategyMode !== "HYBRID" && stored.stopLossEnabled;
    form.setValue("stopLossEnabled", isOn, options);
    return;
  }
  form.setValue("stopLossEnabled", true, options);
  const proposed = proposedDropMax(form.getValues());
  if (proposed !== undefined) form.setValue("buyDropPctMax", proposed, options);
}
