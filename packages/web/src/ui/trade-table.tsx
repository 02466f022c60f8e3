import type { TradeView } from "@sevenfold/contract/orders";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Money, Price, Shares } from "./amounts.tsx";
import { Badge } from "./badge.tsx";
import { DataTable, type TableColumn } from "./data-table.tsx";
import { momentText } from "./eastern-time.ts";
import { firstColumns, SideBadge } from "./order-columns.tsx";
import { ShowMore, usePartOfList } from "./part-of-list.tsx";
import { useMedia } from "./use-media.ts";

interface TradeTableProps {
  readonly trades: readonly TradeView[];
  /** What the last column says of a fill. */
  readonly lastColumn: "status" | "fees";
  /** Fills shown at a time; without it all of them. */
  readonly partSize?: number;
  /** Below the fills, once all of them stand. */
  readonly after?: ReactNode;
}

/** Fills, newest first, each with the worker's reason below it; cards on a phone. */
export function TradeTable({ trades, lastColumn, partSize, after }: TradeTableProps) {
  const isPhone = useMedia("(max-width: 639px)");
  const size = partSize === undefined ? {} : { partSize };
  if (isPhone) return <TradeCards trades={trades} after={after} {...size} />;
  return (
    <DataTable
      label="Trades"
      rows={trades}
      keyOf={({ id }) => id}
      columns={lastColumn === "status" ? WITH_STATUS : WITH_FEES}
      below={reasonOf}
      after={after}
      {...size}
    />
  );
}

const COLUMNS: readonly TableColumn<TradeView>[] = [
  ...firstColumns<TradeView>(({ ts }) => ts),
  {
    heading: "Quantity",
    sortBy: ({ shares }) => shares,
    cell: ({ shares }) => <Shares of={shares} />,
  },
  { heading: "Price", sortBy: ({ price }) => price, cell: ({ price }) => <Price of={price} /> },
  { heading: "Total", sortBy: ({ total }) => total, cell: ({ total }) => <Money of={total} /> },
];
const reasonOf = ({ reason }: TradeView) => reason;

const WITH_STATUS: readonly TableColumn<TradeView>[] = [
  ...COLUMNS,
  { heading: "Status", cell: () => <Badge>FILLED</Badge> },
];
const WITH_FEES: readonly TableColumn<TradeView>[] = [
  ...COLUMNS,
  { heading: "Fees", sortBy: ({ fees }) => fees, cell: ({ fees }) => <Money of={fees} /> },
];

function TradeCards({ trades, partSize, after }: Omit<TradeTableProps, "lastColumn">) {
  const part = usePartOfList(trades, partSize);
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {part.shown.map((trade) => (
          <TradeCard key={trade.id} trade={trade} />
        ))}
      </ul>
      <ShowMore part={part} after={after} />
    </>
  );
}

/** A fill; the card itself opens the reason, where there is one. */
const TradeCard = ({ trade }: { readonly trade: TradeView }) =>
  trade.reason === null ? (
    <li className="px-4 py-3">
      <FillFigures trade={trade} />
    </li>
  ) : (
    <li>
      <details className="group">
        <summary className="cursor-pointer list-none px-4 py-3">
          <FillFigures trade={trade} />
        </summary>
        <p className="-mt-1 px-4 pb-3 text-13 text-muted">{trade.reason}</p>
      </details>
    </li>
  );

const FillFigures = ({ trade }: { readonly trade: TradeView }) => (
  <>
    <span className="flex items-center gap-2">
      <span className="font-semibold">{trade.ticker}</span>
      <SideBadge side={trade.side} />
      <time dateTime={trade.ts} className="figure ml-auto text-13 text-muted">
        {momentText(trade.ts)} ET
      </time>
      {trade.reason !== null && (
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      )}
    </span>
    <span className="figure mt-1 flex justify-between">
      <span>
        <Shares of={trade.shares} /> × <Price of={trade.price} />
      </span>
      <Money of={trade.total} className="font-medium" />
    </span>
  </>
);
