import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { useDeferredValue, useMemo } from "react";
import { type WatchedSymbol, watchedSymbolsOf } from "./watched-symbols.ts";

/**
 * The watched symbols of a status, a moment late where it has just come: rows that many are drawn
 * in slices, so that the page goes on answering. Undefined while there is none.
 */
export function useWatchedSymbols(
  status: WorkerStatusView | undefined,
): readonly WatchedSymbol[] | undefined {
  const shown = useDeferredValue(status);
  return useMemo(() => shown && watchedSymbolsOf(shown), [shown]);
}
