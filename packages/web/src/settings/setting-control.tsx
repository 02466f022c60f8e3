import { useId } from "react";
import { useFigure } from "../fields/use-figure.ts";
import { TextField } from "../ui/text-field.tsx";
import { ChoiceSetting } from "./choice-setting.tsx";
import type { ShownRow } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

interface SettingControlProps {
  readonly config: TradingConfig;
  readonly row: ShownRow;
  readonly mode?: string;
}

/** One setting of the trading configuration, as its row of the table says it. */
export function SettingControl({ config, row, mode = "" }: SettingControlProps) {
  if (row.unit === "choice")
    return (
      <div className="sm:col-span-2">
        <ChoiceSetting config={config} row={row} />
      </div>
    );
  const { label, labelIn = {} } = row.field;
  const props = { config, row, label: labelIn[mode] ?? label };
  return row.unit === "switch" ? <Tick {...props} /> : <Figure {...props} />;
}

interface FieldProps extends Omit<SettingControlProps, "mode"> {
  readonly label: string;
}

function Figure({ config: { form }, label, row: { name, field } }: FieldProps) {
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
      hint={field.hint}
    />
  );
}

/** Moving the band's lower edge may put its upper edge right or wrong. */
const UPPER_EDGE = ["buyDropPctMax" as const];

function Tick({ config: { form }, label, row: { name, field } }: FieldProps) {
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
        {...form.register(name)}
      />
      <span>
        {label}
        <span className="block text-13 text-muted">{field.hint}</span>
      </span>
    </label>
  );
}
