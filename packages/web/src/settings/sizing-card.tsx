import { Card } from "../ui/card.tsx";
import { SettingControl } from "./setting-control.tsx";
import { rowsOfCard } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

const ROWS = rowsOfCard("sizing");

/** How much one order buys or sells. */
export const SizingCard = ({ config }: { readonly config: TradingConfig }) => (
  <Card title="Position sizing">
    <div className="grid gap-4 sm:grid-cols-2">
      {ROWS.map((row) => (
        <SettingControl key={row.name} config={config} row={row} />
      ))}
    </div>
  </Card>
);
