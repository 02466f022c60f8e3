import type { ChoiceRow } from "@sevenfold/domain/setting-row";
import type { RegisterOptions } from "react-hook-form";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import type { TradingForm } from "./trading-form.ts";
import type { ShownRow, TradingField } from "./trading-rows.ts";
import type { TradingConfig } from "./use-trading-config.ts";

interface ChoiceSettingProps {
  readonly config: TradingConfig;
  readonly row: ChoiceRow & ShownRow;
  readonly onChange?: RegisterOptions<TradingForm, TradingField>["onChange"];
}

/** A setting of a few words, each with a sentence on it. */
export const ChoiceSetting = ({ config: { form }, row, onChange }: ChoiceSettingProps) => (
  <ChoiceCards
    legend={row.field.label}
    registration={form.register(row.name, onChange && { onChange })}
    problem={form.formState.errors[row.name]?.message}
    options={row.choices.map(({ value, title, hint }) => ({ value, title, words: hint }))}
  />
);
