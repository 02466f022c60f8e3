import { useMemo, useState } from "react";

export type SideShown = "all" | "BUY" | "SELL";

interface Filterable {
  readonly ticker: string;
  readonly side?: "BUY" | "SELL";
}

/** The rows whose symbol begins with what was typed, of the side that was chosen. */
export function useFilter<Row extends Filterable>(all: readonly Row[] | undefined) {
  const [symbol, setSymbol] = useState("");
  const [side, setSide] = useState<SideShown>("all");
  const rows = useMemo(
    () =>
      all?.filter(
        (row) => row.ticker.startsWith(symbol) && (side === "all" || row.side === side),
      ) ?? [],
    [all, symbol, side],
  );
  return { symbol, setSymbol, side, setSide, rows, isOn: symbol !== "" || side !== "all" };
}

export type Filter = Omit<ReturnType<typeof useFilter>, "rows"> & {
  readonly rows: readonly unknown[];
};
