import { useIsPartUnderWay } from "./apart.ts";
import { useDebounced } from "./use-debounced.ts";

/** What comes sooner needs no sign. */
const SHOWN_AFTER_MS = 300;

/**
 * A line along the top of the window while the page that a link leads to is on its way: until it comes,
 * the page before stays as it is.
 */
export function ArrivalBar() {
  const isUnderWay = useIsPartUnderWay();
  const isSlow = useDebounced(isUnderWay, SHOWN_AFTER_MS);
  if (!(isUnderWay && isSlow)) return null;
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent-tint">
      <div aria-hidden="true" className="passing h-full w-1/3 bg-accent" />
      <span className="sr-only">Still loading</span>
    </div>
  );
}
