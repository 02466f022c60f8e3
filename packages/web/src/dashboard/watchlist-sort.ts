import type { GlanceView } from "@sevenfold/contract/market";
import type { WatchedSymbol } from "./watched-symbols.ts";

/** What the watchlist can be sorted by, in the order of its columns. */
export const SORT_COLUMNS = [
  { by: "symbol", words: "Symbol", begins: "asc" },
  { by: "price", words: "Price", begins: "desc" },
  { by: "change", words: "Change", begins: "desc" },
  { by: "sessions", words: "30 Sessions", begins: "desc" },
  { by: "position", words: "Position", begins: "desc" },
  { by: "gain", words: "P&L", begins: "desc" },
  // The nearest trigger first.
  { by: "trail", words: "Trail Status", begins: "asc" },
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number]["by"];

export interface WatchlistSort {
  readonly by: SortColumn;
  readonly direction: "asc" | "desc";
}

export const ALPHABETICAL: WatchlistSort = { by: "symbol", direction: "asc" };

/** Pressed again a column turns round; pressed first it begins with what one looks for. */
export function pressed({ by, direction }: WatchlistSort, column: SortColumn): WatchlistSort {
  if (by === column) return { by, direction: direction === "asc" ? "desc" : "asc" };
  return { by: column, direction: SORT_COLUMNS.find((each) => each.by === column)!.begins };
}

type Glances = ReadonlyMap<string, GlanceView>;

/** What is unknown comes last, whichever way; what is equal stands in alphabetical order. */
export function sortedSymbols(
  symbols: readonly WatchedSymbol[],
  glances: Glances,
  { by, direction }: WatchlistSort,
): readonly WatchedSymbol[] {
  if (by === "symbol") return direction === "asc" ? symbols : symbols.toReversed();
  const sign = direction === "asc" ? 1 : -1;
  const figures = new Map(symbols.map((each) => [each, figureOf(each, by, glances)] as const));
  return symbols.toSorted((one, other) => {
    const [left, right] = [figures.get(one), figures.get(other)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}

/** The order that stood before, with what has come since at its end. */
export function inOrderOf(
  before: readonly string[],
  symbols: readonly WatchedSymbol[],
): readonly WatchedSymbol[] {
  const places = new Map(before.map((ticker, place) => [ticker, place] as const));
  const placeOf = ({ state }: WatchedSymbol) => places.get(state.ticker) ?? before.length;
  return symbols.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function figureOf(
  { state, trail }: WatchedSymbol,
  by: Exclude<SortColumn, "symbol">,
  glances: Glances,
): number | undefined {
  switch (by) {
    case "price":
      return state.current_price ?? undefined;
    case "change":
      return state.change_percent ?? undefined;
    case "sessions":
      return rangeOf(glances.get(state.ticker));
    case "position":
      return state.cost_basis ?? undefined;
    case "gain":
      return state.unrealized_pl ?? undefined;
    case "trail":
      return trail?.trigger_distance_percent ?? undefined;
  }
}

function rangeOf(glance: GlanceView | undefined): number | undefined {
  const [first, last] = [glance?.closes[0], glance?.closes.at(-1)];
  return first === undefined || last === undefined ? undefined : last / first;
}
