import { useId } from "react";
import { NumberField } from "./number-field.tsx";
import type { TradingConfig } from "./use-trading-config.ts";

const HINT = "Sells all when the price stands this far below your average cost.";

/** The stop: part of HYBRID, a choice elsewhere. */
export function StopFields({ config }: { readonly config: TradingConfig }) {
  const id = useId();
  const [mode, isUsed] = config.form.watch(["strategyMode", "stopLossEnabled"]);
  const isPartOfMode = mode === "HYBRID";
  return (
    <>
      {!isPartOfMode && (
        <label
          htmlFor={id}
          className="flex cursor-pointer items-start gap-3 rounded-control border border-line p-3 sm:col-span-2"
        >
          <input
            id={id}
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            {...config.form.register("stopLossEnabled")}
          />
          <span>
            Use a stop loss
            <span className="block text-13 text-muted">
              Tested before every other exit, also during a cool-down.
            </span>
          </span>
        </label>
      )}
      {(isPartOfMode || isUsed) && (
        <NumberField config={config} name="stopLossPct" label="Stop loss %" hint={HINT} />
      )}
    </>
  );
}
