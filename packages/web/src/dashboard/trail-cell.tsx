import type { SymbolStateView, TrailView } from "@sevenfold/contract/worker";
import { usePrice } from "../live/price-store.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { percentText, priceText } from "../ui/figures.ts";
import { distanceAt } from "../ui/live-figures.ts";
import { PatternNote } from "./pattern-note.tsx";
import { trailWordsOf } from "./watched-symbols.ts";

const TONES: Readonly<Record<string, Tone>> = {
  armed: "plain",
  cooldown: "amber",
  halted: "amber",
};
/** A distance of this many percent and more is an empty bar. */
const FAR_PERCENT = 5;

interface TrailCellProps {
  readonly state: SymbolStateView;
  readonly trail: TrailView | undefined;
}

/** The trail's state, the account's own next trigger and how far it is. */
export const TrailCell = ({ state, trail }: TrailCellProps) => (
  <span className="flex items-center gap-2">
    <span className="w-[122px] shrink-0 text-muted">
      {trail?.trigger_side == null ? "–" : <TriggerDistance ticker={state.ticker} trail={trail} />}
    </span>
    <span className="leading-4">
      <Badge tone={TONES[state.trail_status] ?? "plain"}>{trailWordsOf(state)}</Badge>
      <PatternNote patterns={state.patterns} />
    </span>
  </span>
);

export function TriggerDistance({
  ticker,
  trail,
}: {
  readonly ticker: string;
  readonly trail: TrailView;
}) {
  const distance = distanceAt(trail, usePrice(ticker)?.price);
  if (distance === undefined) return null;
  const nearness = Math.min(1, Math.max(0, 1 - distance / FAR_PERCENT));
  return (
    <span className="block leading-4 text-ink">
      <span className="figure flex justify-between gap-1 text-xs">
        <span>
          {trail.trigger_side === "buy" ? "Buy" : "Sell"} {priceText(trail.trigger_price)}
        </span>
        <span className="text-muted">{distance <= 0 ? "now" : percentText(distance, 1)}</span>
      </span>
      <span
        aria-hidden="true"
        data-bar=""
        className="mt-0.5 block h-1 overflow-hidden rounded-full bg-line"
      >
        <span
          className={classNames(
            "block h-full origin-left rounded-full",
            distance < 0.5 ? "bg-amber-fill" : "bg-line-strong",
          )}
          style={{ transform: `scaleX(${nearness.toFixed(3)})` }}
        />
      </span>
    </span>
  );
}
