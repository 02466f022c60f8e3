import { TextField } from "../ui/text-field.tsx";
import { asNumber } from "./percent.ts";
import type { TradingField } from "./trading-form.ts";
import type { TradingConfig } from "./use-trading-config.ts";

interface NumberFieldProps {
  readonly config: TradingConfig;
  readonly name: TradingField;
  readonly label: string;
  readonly hint?: string;
}

/** One figure of the trading configuration. */
export const NumberField = ({ config: { form }, name, label, hint }: NumberFieldProps) => (
  <TextField
    label={label}
    type="number"
    inputMode="decimal"
    step="any"
    registration={form.register(name, name === "buyDropPct" ? LOWER_EDGE : asNumber)}
    problem={form.formState.errors[name]?.message}
    hint={hint}
  />
);

/** Moving the band's lower edge may put its upper edge right or wrong. */
const LOWER_EDGE = { ...asNumber, deps: ["buyDropPctMax" as const] };
