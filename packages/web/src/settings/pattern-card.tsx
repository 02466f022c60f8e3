import { Card } from "../ui/card.tsx";
import { SettingControl } from "./setting-control.tsx";
import { rowsOfCard } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

const ROWS = rowsOfCard("pattern");

/** What a recognised bar pattern means for an entry. */
export const PatternCard = ({ config }: { readonly config: TradingConfig }) => (
  <Card title="Pattern confirmation">
    {ROWS.map((row) => (
      <SettingControl key={row.name} config={config} row={row} />
    ))}
  </Card>
);
