import type { OrderView } from "@sevenfold/contract/orders";
import type { ReactNode } from "react";
import { Price, Shares } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { CoveredWords } from "../ui/covered-words.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { firstColumns, SideBadge } from "../ui/order-columns.tsx";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { useMedia } from "../ui/use-media.ts";
import { CancelButton } from "./cancel-button.tsx";
import { DecidedOn } from "./decided-on.tsx";
import { PART_SIZE } from "./history-card.tsx";
import { ORIGINS, statusTone, statusWords } from "./order-words.ts";

interface OrderTableProps {
  readonly orders: readonly OrderView[];
  /** Below the rows, once all of them stand. */
  readonly after?: ReactNode;
}

export function OrderTable({ after, orders }: OrderTableProps) {
  const isPhone = useMedia("(max-width: 639px)");
  if (isPhone) return <OrderCards orders={orders} after={after} />;
  return (
    <DataTable
      label="Orders"
      rows={orders}
      keyOf={({ clientKey }) => clientKey}
      columns={COLUMNS}
      below={wordsBelow}
      partSize={PART_SIZE}
      after={after}
    />
  );
}

const wordsBelow = ({ message }: OrderView) => message !== null && <CoveredWords of={message} />;

const StatusBadge = ({ order: { status } }: { readonly order: OrderView }) => (
  <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
);

const FilledOf = ({ order: { filled, quantity } }: { readonly order: OrderView }) => (
  <>
    <Shares of={filled} /> of <Shares of={quantity} />
  </>
);

const TypeText = ({ order: { limitPrice, stopPrice } }: { readonly order: OrderView }) => {
  if (limitPrice === null && stopPrice === null) return "Market";
  return (
    <>
      {stopPrice !== null && (
        <>
          Stop <Price of={stopPrice} />{" "}
        </>
      )}
      {limitPrice !== null && (
        <>
          Limit <Price of={limitPrice} />
        </>
      )}
    </>
  );
};

const COLUMNS: readonly TableColumn<OrderView>[] = [
  ...firstColumns<OrderView>(({ createdAt }) => createdAt),
  { heading: "Type", isText: true, cell: (order) => <TypeText order={order} /> },
  {
    heading: "Filled",
    sortBy: ({ filled }) => filled,
    cell: (order) => <FilledOf order={order} />,
  },
  {
    heading: "Avg Price",
    sortBy: ({ averagePrice }) => averagePrice,
    cell: ({ averagePrice }) => <Price of={averagePrice} />,
  },
  {
    heading: "By",
    isText: true,
    sortBy: ({ origin }) => origin,
    cell: ({ origin }) => ORIGINS[origin],
  },
  {
    heading: "Status",
    isText: true,
    sortBy: ({ status }) => status,
    cell: (order) => <StatusBadge order={order} />,
  },
  { heading: "Decided on", isText: true, cell: (order) => <DecidedOn order={order} /> },
  { heading: "Actions", isDeeds: true, cell: (order) => <CancelButton order={order} /> },
];

function OrderCards({ after, orders }: OrderTableProps) {
  const part = usePartOfList(orders, PART_SIZE);
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {part.shown.map((order) => (
          <OrderCard key={order.clientKey} order={order} />
        ))}
      </ul>
      <ShowMore part={part} after={after} />
    </>
  );
}

const OrderCard = ({ order }: { readonly order: OrderView }) => (
  <li className="px-4 py-3">
    <div className="flex items-center gap-2">
      <span className="font-semibold">{order.ticker}</span>
      <SideBadge side={order.side} />
      <time dateTime={order.createdAt} className="figure ml-auto text-13 text-muted">
        {momentText(order.createdAt)} ET
      </time>
    </div>
    <div className="mt-1.5 flex min-h-7 flex-wrap items-center gap-2 text-13">
      <span className="figure">
        <FilledOf order={order} /> · <TypeText order={order} />
      </span>
      <span className="ml-auto flex items-center gap-2">
        <StatusBadge order={order} />
        <CancelButton order={order} />
      </span>
    </div>
    <p className="mt-1 text-13 text-muted">
      Decided on: <DecidedOn order={order} />
    </p>
    {order.message !== null && (
      <p className="mt-1 text-13 text-muted">
        <CoveredWords of={order.message} />
      </p>
    )}
  </li>
);
