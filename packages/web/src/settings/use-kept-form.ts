import type { RefObject } from "react";
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from "react-hook-form";
import { useKeptDraft } from "../api/use-kept-draft.ts";

interface KeptForm<Form extends FieldValues, Seen> {
  readonly name: string;
  readonly form: UseFormReturn<Form>;
  /** What is stored, as the form has it. */
  readonly values: Form;
  /** What was stored when it was typed: what comes between is asked about. */
  readonly seen: RefObject<Seen>;
}

/** What is typed over stored settings outlives the end of a sign-in, with what it was decided on. */
export function useKeptForm<Form extends FieldValues, Seen>({
  name,
  form,
  values,
  seen,
}: KeptForm<Form, Seen>): void {
  useKeptDraft<{ readonly typed: readonly (readonly [string, unknown])[]; readonly seen: Seen }>({
    name,
    read: () => {
      const typed = Object.entries(form.getValues()).filter(
        // What is no number has no text any more.
        ([field, value]) => !Object.is(value, values[field]) && !Number.isNaN(value),
      );
      return typed.length === 0 ? undefined : { typed, seen: seen.current };
    },
    restore: (draft) => {
      for (const [field, value] of draft.typed)
        form.setValue(field as FieldPath<Form>, value as FieldPathValue<Form, FieldPath<Form>>, {
          shouldDirty: true,
          shouldValidate: true,
        });
      seen.current = draft.seen;
    },
  });
}
