import type { DecisionView } from "@sevenfold/contract/orders";
import type { InventedWorld } from "./invented-world.ts";

interface Wish {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly ticker?: string | undefined;
  readonly side?: string | undefined;
  readonly year?: number | undefined;
}

interface Listed {
  readonly ticker: string;
  readonly side?: string;
}

/** A page of rows that come newest first; its cursor counts those before it. */
export function pageOf<Row extends Listed>(
  rows: readonly Row[],
  { before = "0", limit, side, ticker, year }: Wish,
  timeOf: (row: Row) => string,
): { rows: Row[]; older: string | null; begins: string | null } {
  const wanted = rows.filter(
    (row) =>
      (ticker === undefined || row.ticker === ticker) &&
      (side === undefined || row.side === side) &&
      (year === undefined || timeOf(row).startsWith(String(year))),
  );
  const times = rows.map(timeOf);
  const end = Number(before) + limit;
  return {
    rows: wanted.slice(Number(before), end),
    older: end < wanted.length ? String(end) : null,
    begins: before === "0" && wanted.length === rows.length ? (times.at(-1) ?? null) : null,
  };
}

export const decisionsOf = ({ decisions, now }: InventedWorld): readonly DecisionView[] =>
  decisions ?? [
    {
      at: new Date(now() - 60_000).toISOString(),
      ticker: "AAPL",
      verdict: "waiting",
      gate: null,
      price: 190.2,
      provider: "built-in",
      providerName: "Built-in exchange",
      priceAt: new Date(now() - 60_500).toISOString(),
      reference: 195,
      trigger: 187.9,
      explanation: "AAPL waits: the price is 1.2% above its trigger.",
      patterns: ["Hammer"],
    },
    {
      at: new Date(now() - 120_000).toISOString(),
      ticker: "NVDA",
      verdict: "blocked",
      gate: "cool-down",
      price: 118.2,
      provider: null,
      providerName: null,
      priceAt: null,
      reference: 122,
      trigger: 117.9,
      explanation: "NVDA cools down after its last trade.",
      patterns: [],
    },
  ];
