import { useId } from "react";
import { NumberField } from "./number-field.tsx";
import type { TradingConfig } from "./use-trading-config.ts";

const HINT = "Sells all when the price stands this far below your average cost.";

/** The stop: part of HYBRID, a choice elsewhere. */
export function StopFields({ config }: { readonly config: TradingConfig }) {
  const [mode, isUsed] = config.form.watch(["strategyMode", "stopLossEnabled"]);
  const isPartOfMode = mode === "HYBRID";
  return (
    <>
      {!isPartOfMode && (
        <Choice
          config={config}
          name="stopLossEnabled"
          label="Use a stop loss"
          hint="Tested before every other exit, also during a cool-down."
        />
      )}
      {(isPartOfMode || isUsed) && (
        <>
          <NumberField config={config} name="stopLossPct" label="Stop loss %" hint={HINT} />
          <Choice
            config={config}
            name="stopAtBroker"
            label="Keep the stop at the broker too"
            hint="A stop order for all shares of each position the agent manages rests at the broker while automated trading is on. It sells even if Sevenfold is down. Before any other order of the symbol it is taken back."
          />
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly config: TradingConfig;
  readonly name: "stopAtBroker" | "stopLossEnabled";
  readonly label: string;
  readonly hint: string;
}

function Choice({ config, hint, label, name }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-start gap-3 rounded-control border border-line p-3 sm:col-span-2"
    >
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        {...config.form.register(name)}
      />
      <span>
        {label}
        <span className="block text-13 text-muted">{hint}</span>
      </span>
    </label>
  );
}
