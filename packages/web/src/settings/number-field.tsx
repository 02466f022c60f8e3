import { useFigure } from "../fields/use-figure.ts";
import { TextField } from "../ui/text-field.tsx";
import type { TradingField } from "./trading-form.ts";
import type { TradingConfig } from "./use-trading-config.ts";

interface NumberFieldProps {
  readonly config: TradingConfig;
  readonly name: TradingField;
  readonly label: string;
  readonly hint?: string;
}

/** One figure of the trading configuration. */
export function NumberField({ config: { form }, name, label, hint }: NumberFieldProps) {
  const figure = useFigure({
    control: form.control,
    name,
    ...(name === "buyDropPct" && { deps: UPPER_EDGE }),
  });
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      registration={figure}
      problem={form.formState.errors[name]?.message}
      hint={hint}
    />
  );
}

/** Moving the band's lower edge may put its upper edge right or wrong. */
const UPPER_EDGE = ["buyDropPctMax" as const];
