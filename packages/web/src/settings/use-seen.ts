import { type RefObject, useRef } from "react";
import type { FieldValues, FormState } from "react-hook-form";

/** What is stored, as it was when typing began: it stays so until what was typed is saved or given up. */
export function useSeen<Stored, Form extends FieldValues>(
  stored: Stored,
  { dirtyFields, isDirty }: FormState<Form>,
): RefObject<Stored> {
  const seen = useRef(stored);
  // While something is stored elsewhere, a form calls itself clean for a moment; its fields do not.
  if (!isDirty && Object.keys(dirtyFields).length === 0) seen.current = stored;
  return seen;
}
