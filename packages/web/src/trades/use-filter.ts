import { useState } from "react";
import { useDebounced } from "../ui/use-debounced.ts";

export type SideShown = "all" | "BUY" | "SELL";

/** What the server is asked for; nothing where everything is shown. */
export interface Narrowing {
  readonly ticker?: string;
  readonly side?: "BUY" | "SELL";
  readonly year?: number;
}

export const isNarrowing = (narrowing: Narrowing): boolean => 0 < Object.keys(narrowing).length;

const TYPING_MS = 300;
const SYMBOL = /^[A-Z]{1,5}(\.[A-Z])?$/;

/** Which rows of a history are wanted: typed, chosen, and as the server is asked for them. */
export function useFilter() {
  const [symbol, setSymbol] = useState("");
  const [side, setSide] = useState<SideShown>("all");
  const [year, setYear] = useState<number>();
  const typed = useDebounced(symbol, TYPING_MS);
  const narrowing: Narrowing = {
    ...(SYMBOL.test(typed) ? { ticker: typed } : {}),
    ...(side === "all" ? {} : { side }),
    ...(year === undefined ? {} : { year }),
  };
  return { symbol, setSymbol, side, setSide, year, setYear, narrowing };
}

export type Filter = ReturnType<typeof useFilter>;

interface Filterable {
  readonly ticker: string;
  readonly side?: "BUY" | "SELL";
}

/** Of rows that are there already: those whose symbol begins with what was typed, of the side chosen. */
export const matching = <Row extends Filterable>(
  rows: readonly Row[],
  { side, symbol }: Pick<Filter, "side" | "symbol">,
): readonly Row[] =>
  rows.filter((row) => row.ticker.startsWith(symbol) && (side === "all" || row.side === side));
