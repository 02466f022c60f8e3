import { Card } from "../ui/card.tsx";
import { NumberField } from "./number-field.tsx";
import type { TradingConfig } from "./use-trading-config.ts";

/** How much one order buys or sells. */
export const SizingCard = ({ config }: { readonly config: TradingConfig }) => (
  <Card title="Position sizing">
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        config={config}
        name="sharesToBuy"
        label="Shares to buy"
        hint="At most, at each entry. 1 to 1,000."
      />
      <NumberField
        config={config}
        name="sharesToSell"
        label="Shares to sell"
        hint="At most, at each exit; a stop sells all. 1 to 1,000."
      />
      <NumberField
        config={config}
        name="maxPositionSize"
        label="Maximum position size"
        hint="Shares of one stock the agent holds at most. 1 to 10,000."
      />
      <NumberField
        config={config}
        name="minCashReserve"
        label="Minimum cash reserve ($)"
        hint="Cash the agent never spends. 0 to 100,000."
      />
    </div>
  </Card>
);
