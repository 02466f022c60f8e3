import { Badge } from "./badge.tsx";
import type { TableColumn } from "./data-table.tsx";
import { momentText } from "./eastern-time.ts";

interface WhatWasTraded {
  readonly ticker: string;
  readonly side: "BUY" | "SELL";
}

export const SideBadge = ({ side }: Pick<WhatWasTraded, "side">) => (
  <Badge tone={side === "BUY" ? "gain" : "loss"}>{side}</Badge>
);

/** What a row of an order and a row of a fill begin with: when, what, and which way. */
export const firstColumns = <Row extends WhatWasTraded>(
  timeOf: (row: Row) => string,
): readonly TableColumn<Row>[] => [
  {
    heading: "Time (ET)",
    isText: true,
    sortBy: timeOf,
    cell: (row) => (
      <time dateTime={timeOf(row)} className="figure whitespace-nowrap text-muted">
        {momentText(timeOf(row))}
      </time>
    ),
  },
  {
    heading: "Symbol",
    isText: true,
    sortBy: ({ ticker }) => ticker,
    cell: ({ ticker }) => <span className="font-semibold">{ticker}</span>,
  },
  {
    heading: "Side",
    isText: true,
    sortBy: ({ side }) => side,
    cell: ({ side }) => <SideBadge side={side} />,
  },
];
