import { Card } from "../ui/card.tsx";
import { NumberField } from "./number-field.tsx";
import { StopFields } from "./stop-fields.tsx";
import { RATES_OF, type Rate } from "./trading-form.ts";
import type { TradingConfig } from "./use-trading-config.ts";

// prettier-ignore
const WORDS: Readonly<Record<Rate, readonly [label: string, hint: string]>> = {
  buyDropPct: ["Buy drop %", "Buys when the price stands this far below the trail's high."],
  buyDropPctMax: ["Maximum drop %", "Does not buy below this. A band of some width is needed."],
  sellRisePct: ["Sell rise %", "Sells when the price stands this far above the trail's low."],
  takeProfitFromEntryPct: [
    "Take profit %",
    "Sells when the price stands this far above your average cost.",
  ],
};

/** The rates the chosen mode works with. */
export function RatesCard({ config }: { readonly config: TradingConfig }) {
  const mode = config.form.watch("strategyMode");
  return (
    <Card title="Strategy parameters">
      <div className="grid gap-4 sm:grid-cols-2">
        {RATES_OF[mode].map((rate) => {
          const [label, hint] = WORDS[rate];
          return (
            <NumberField
              key={rate}
              config={config}
              name={rate}
              label={mode === "HYBRID" && rate === "buyDropPct" ? "Minimum drop %" : label}
              hint={hint}
            />
          );
        })}
        <StopFields config={config} />
      </div>
    </Card>
  );
}
