import { type ChangeEvent, type RefCallback, useState } from "react";
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  useController,
} from "react-hook-form";
import { figureOf, groupedText } from "./figure-text.ts";

interface FigureOptions<Form extends FieldValues, Sent> {
  readonly control: Control<Form, unknown, Sent>;
  readonly name: FieldPath<Form>;
  /** Other fields that are judged anew with this one. */
  readonly deps?: RegisterOptions<Form>["deps"];
  /** What an empty field says: no number, which is a mistake, unless the field may be left empty. */
  readonly empty?: number | undefined;
  /** Counted in whole ones: "1.000" is a thousand to some and one to others, so it is no number. */
  readonly isWhole?: boolean;
}

/** For an input. It is one of text: the wheel changes nothing, and thousands have their separators. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly ref: RefCallback<HTMLInputElement>;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

export function useFigure<Form extends FieldValues, Sent>({
  control,
  name,
  deps,
  isWhole = false,
  ...options
}: FigureOptions<Form, Sent>): Figure {
  const { field } = useController({
    control,
    name,
    ...(deps !== undefined && { rules: { deps } }),
  });
  // As it is being typed: "1." and "1.0" are on the way to something.
  const [typed, setTyped] = useState<string>();
  const empty = "empty" in options ? options.empty : Number.NaN;
  const read = (text: string) => {
    if (text.trim() === "") return empty;
    return isWhole && text.includes(".") ? Number.NaN : figureOf(text);
  };
  const isCurrent = typed !== undefined && Object.is(read(typed), field.value);
  return {
    name,
    value: isCurrent ? typed : groupedText(field.value),
    ref: field.ref,
    onChange: ({ target }) => {
      setTyped(target.value);
      field.onChange(read(target.value));
    },
    onBlur: () => {
      // What is no number stays as it was typed, beside the words that say so.
      if (Number.isFinite(field.value)) setTyped(undefined);
      field.onBlur();
    },
  };
}
