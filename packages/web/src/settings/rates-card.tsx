import { Card } from "../ui/card.tsx";
import { SettingControl } from "./setting-control.tsx";
import { isShown, rowsOfCard } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

const ROWS = rowsOfCard("rates");

/** What the chosen mode works with. */
export function RatesCard({ config }: { readonly config: TradingConfig }) {
  const [strategyMode, stopLossEnabled] = config.form.watch(["strategyMode", "stopLossEnabled"]);
  return (
    <Card title="Strategy parameters">
      <div className="grid gap-4 sm:grid-cols-2">
        {ROWS.filter((row) => isShown(row, { strategyMode, stopLossEnabled })).map((row) => (
          <SettingControl key={row.name} config={config} row={row} mode={strategyMode} />
        ))}
      </div>
    </Card>
  );
}
