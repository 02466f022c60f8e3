import { useLayoutEffect, useRef } from "react";

/** Gives what stands in a new place the focus once, so that a step's change is heard and seen. */
export function useFocusOnce<Part extends HTMLElement>(when = true) {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    if (when) part.current?.focus();
  }, [when]);
  return part;
}
