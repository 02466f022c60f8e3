import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useGlances } from "./use-glances.ts";
import type { WatchedSymbol } from "./watched-symbols.ts";
import {
  ALPHABETICAL,
  inOrderOf,
  pressed,
  SORT_COLUMNS,
  type SortColumn,
  sortedSymbols,
  type WatchlistSort,
} from "./watchlist-sort.ts";

const KEPT_AS = "sevenfold.watchlist-sort";

/** How the watchlist is sorted, and what changes that. */
export interface SortedWatchlist {
  readonly sort: WatchlistSort;
  readonly press: (column: SortColumn) => void;
  /** While somebody is at the rows they stay where they are: no button slips away under a finger. */
  readonly hold: (isHeld: boolean) => void;
}

/** The watched symbols in the order that was chosen in this window; alphabetical at first. */
export function useWatchlistSort(
  symbols: readonly WatchedSymbol[] | undefined,
): SortedWatchlist & { readonly symbols: readonly WatchedSymbol[] | undefined } {
  const [sort, setSort] = useState(keptSort);
  const isHeld = useRef(false);
  const shown = useRef<{ readonly sort: WatchlistSort; readonly tickers: readonly string[] }>(null);
  const glances = useGlances();
  const sorted = useMemo(() => {
    if (symbols === undefined) return undefined;
    const before = shown.current;
    const order =
      isHeld.current && before?.sort === sort
        ? inOrderOf(before.tickers, symbols)
        : sortedSymbols(symbols, glances, sort);
    shown.current = { sort, tickers: order.map(({ state }) => state.ticker) };
    return order;
  }, [symbols, glances, sort]);
  useEffect(() => keep(sort), [sort]);
  return {
    symbols: sorted,
    sort,
    press: useCallback((column: SortColumn) => setSort((before) => pressed(before, column)), []),
    hold: useCallback((held: boolean) => {
      isHeld.current = held;
    }, []),
  };
}

/** For what the rows stand in: held while the pointer or the focus is within. */
export const holding = (hold: SortedWatchlist["hold"]) => ({
  onPointerEnter: () => hold(true),
  onPointerLeave: () => hold(false),
  onFocus: () => hold(true),
  onBlur: () => hold(false),
});

function keep(sort: WatchlistSort): void {
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(sort));
  } catch {
    // Without storage the order lasts as long as the page.
  }
}

function keptSort(): WatchlistSort {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "null");
    return isSort(kept) ? kept : ALPHABETICAL;
  } catch {
    return ALPHABETICAL;
  }
}

/** Another version may have written it. */
const isSort = (kept: unknown): kept is WatchlistSort =>
  typeof kept === "object" &&
  kept !== null &&
  "by" in kept &&
  "direction" in kept &&
  SORT_COLUMNS.some(({ by }) => by === kept.by) &&
  (kept.direction === "asc" || kept.direction === "desc");
