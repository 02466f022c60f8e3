import type { SymbolStateView } from "@sevenfold/contract/worker";
import { Badge } from "./badge.tsx";

const BARS = { day: "daily bars", minute: "minute bars" } as const;

/** The bar patterns that stand at a symbol. Nothing where none does. */
export const PatternBadges = ({ patterns }: Pick<SymbolStateView, "patterns">) =>
  patterns.map(({ label, interval }) => (
    <Badge key={`${label} ${interval}`} tone="accent">
      {label}
      <span className="font-normal text-muted">{BARS[interval]}</span>
    </Badge>
  ));
