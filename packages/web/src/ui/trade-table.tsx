import type { TradeView } from "@sevenfold/contract/orders";
import { Fragment } from "react";
import { Money, Price } from "./amounts.tsx";
import { Badge } from "./badge.tsx";
import { classNames } from "./class-names.ts";
import { momentText } from "./eastern-time.ts";
import { sharesText } from "./figures.ts";
import { TABLE_HEAD } from "./table.ts";
import { useMedia } from "./use-media.ts";

interface TradeTableProps {
  readonly trades: readonly TradeView[];
  /** What the last column says of a fill. */
  readonly lastColumn: "status" | "fees";
}

/** Fills, newest first, each with the worker's reason below it; cards on a phone. */
export function TradeTable({ trades, lastColumn }: TradeTableProps) {
  const isPhone = useMedia("(max-width: 639px)");
  if (isPhone) return <TradeCards trades={trades} />;
  return (
    <div className="overflow-x-auto border-t border-line">
      <table className="w-full">
        <thead className={TABLE_HEAD}>
          <tr>
            <th scope="col" className="pl-4 text-left">
              Time (ET)
            </th>
            <th scope="col" className="text-left">
              Symbol
            </th>
            <th scope="col" className="text-left">
              Side
            </th>
            <th scope="col">Quantity</th>
            <th scope="col">Price</th>
            <th scope="col">Total</th>
            <th scope="col" className="pr-4">
              {lastColumn === "status" ? "Status" : "Fees"}
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRows key={trade.id} trade={trade} lastColumn={lastColumn} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const SideBadge = ({ side }: { readonly side: "BUY" | "SELL" }) => (
  <Badge tone={side === "BUY" ? "gain" : "loss"}>{side}</Badge>
);

const TradeRows = ({
  trade,
  lastColumn,
}: {
  readonly trade: TradeView;
  readonly lastColumn: TradeTableProps["lastColumn"];
}) => (
  <Fragment>
    <tr className="h-10 border-t border-line [&>td]:px-2.5">
      <td className="figure !pl-4 text-muted">
        <time dateTime={trade.ts}>{momentText(trade.ts)}</time>
      </td>
      <td className="font-semibold">{trade.ticker}</td>
      <td>
        <SideBadge side={trade.side} />
      </td>
      <td className="figure text-right">{sharesText(trade.shares)}</td>
      <td className="text-right">
        <Price of={trade.price} />
      </td>
      <td className="text-right">
        <Money of={trade.total} />
      </td>
      <td className={classNames("!pr-4 text-right", lastColumn === "status" && "text-13")}>
        {lastColumn === "status" ? <Badge>FILLED</Badge> : <Money of={trade.fees} />}
      </td>
    </tr>
    {trade.reason !== null && (
      <tr>
        <td colSpan={7} className="px-4 pb-2.5 text-13 text-muted">
          {trade.reason}
        </td>
      </tr>
    )}
  </Fragment>
);

const TradeCards = ({ trades }: { readonly trades: readonly TradeView[] }) => (
  <ul className="divide-y divide-line border-t border-line">
    {trades.map((trade) => (
      <li key={trade.id} className="px-4 py-3">
        <div className="flex items-center gap-2">
          <span className="font-semibold">{trade.ticker}</span>
          <SideBadge side={trade.side} />
          <time dateTime={trade.ts} className="figure ml-auto text-13 text-muted">
            {momentText(trade.ts)} ET
          </time>
        </div>
        <p className="figure mt-1 flex justify-between">
          <span>
            {sharesText(trade.shares)} × <Price of={trade.price} />
          </span>
          <Money of={trade.total} className="font-medium" />
        </p>
        {trade.reason !== null && (
          <details className="mt-1.5 text-13 text-muted">
            <summary className="cursor-pointer py-0.5">Why</summary>
            <p className="pt-1">{trade.reason}</p>
          </details>
        )}
      </li>
    ))}
  </ul>
);
