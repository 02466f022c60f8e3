import type { TrailView } from "@sevenfold/contract/worker";
import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "../ui/class-names.ts";
import { priceText } from "../ui/figures.ts";
import type { Edge } from "./use-trigger-edge.ts";

/** The next trigger where it lies outside the picture: at the edge it lies beyond. */
export function TriggerMark({ trail, edge }: { readonly trail: TrailView; readonly edge: Edge }) {
  const Arrow = edge === "above" ? ArrowUp : ArrowDown;
  return (
    <p
      className={classNames(
        "figure pointer-events-none absolute right-20 z-10 flex items-center gap-1 rounded-[5px] border border-accent/40 bg-accent-tint px-1.5 text-xs font-medium text-accent",
        edge === "above" ? "top-1" : "bottom-9",
      )}
    >
      <Arrow aria-hidden="true" className="size-3" />
      {trail.trigger_side === "sell" ? "Sell" : "Buy"} {priceText(trail.trigger_price)}
      <span className="sr-only">, {edge} the picture</span>
    </p>
  );
}
