import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { Change, Money, Price, Shares } from "../ui/amounts.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { TickCell } from "../ui/tick-cell.tsx";
import { useMedia } from "../ui/use-media.ts";
import { ManageHolding, PositionName } from "./position-name.tsx";
import { SellAllButton } from "./sell-all-button.tsx";

interface PositionTableProps {
  readonly positions: readonly PricedPositionView[];
}

export function PositionTable({ positions }: PositionTableProps) {
  const isPhone = useMedia("(max-width: 639px)");
  if (isPhone) return <PositionCards positions={positions} />;
  return (
    <DataTable
      label="Active positions"
      rows={positions}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      below={(position) => (position.isManaged ? null : <ManageHolding position={position} />)}
    />
  );
}

const COLUMNS: readonly TableColumn<PricedPositionView>[] = [
  {
    heading: "Symbol",
    isText: true,
    sortBy: ({ ticker }) => ticker,
    cell: (position) => <PositionName position={position} />,
  },
  {
    heading: "Shares",
    sortBy: ({ shares }) => shares,
    cell: ({ shares }) => <Shares of={shares} />,
  },
  {
    heading: "Avg Cost",
    sortBy: ({ avgCostBasis }) => avgCostBasis,
    cell: ({ avgCostBasis }) => <Price of={avgCostBasis} />,
  },
  {
    heading: "Current Price",
    sortBy: ({ currentPrice }) => currentPrice,
    cell: ({ currentPrice }) => (
      <TickCell value={currentPrice}>
        <Price of={currentPrice} />
      </TickCell>
    ),
  },
  {
    heading: "Market Value",
    sortBy: ({ currentValue }) => currentValue,
    cell: ({ currentValue }) => <Money of={currentValue} />,
  },
  {
    heading: "Cost Basis",
    sortBy: ({ costValue }) => costValue,
    cell: ({ costValue }) => <Money of={costValue} />,
  },
  {
    heading: "Day's Change",
    sortBy: ({ dayGainLoss }) => dayGainLoss,
    cell: ({ dayGainLoss, dayChangePercent }) => (
      <Change money={dayGainLoss} percent={dayChangePercent} />
    ),
  },
  {
    heading: "Total Return",
    sortBy: ({ totalGainLoss }) => totalGainLoss,
    cell: ({ totalGainLoss, totalGainLossPercent }) => (
      <Change money={totalGainLoss} percent={totalGainLossPercent} />
    ),
  },
  { heading: "Actions", cell: (position) => <SellAllButton position={position} /> },
];

const PositionCards = ({ positions }: PositionTableProps) => (
  <ul className="divide-y divide-line border-t border-line">
    {positions.map((position) => (
      <li key={position.id} className="px-4 py-3">
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1 leading-5">
            <PositionName position={position} />
            <p className="text-13 text-muted">
              <Shares of={position.shares} /> at <Price of={position.avgCostBasis} />
            </p>
          </div>
          <div className="text-right leading-5">
            <Money of={position.currentValue} />
            <p className="text-13">
              <Change percent={position.totalGainLossPercent} />
            </p>
          </div>
          <SellAllButton position={position} />
        </div>
        <details className="mt-1.5 text-13 text-muted">
          <summary className="cursor-pointer py-1">More figures</summary>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 pt-1 [&>dd]:text-right">
            <dt>Current price</dt>
            <dd>
              <Price of={position.currentPrice} />
            </dd>
            <dt>Cost basis</dt>
            <dd>
              <Money of={position.costValue} />
            </dd>
            <dt>Day's change</dt>
            <dd>
              <Change money={position.dayGainLoss} percent={position.dayChangePercent} />
            </dd>
            <dt>Total return</dt>
            <dd>
              <Change money={position.totalGainLoss} />
            </dd>
          </dl>
        </details>
        {!position.isManaged && (
          <div className="mt-2 text-13 text-muted">
            <ManageHolding position={position} />
          </div>
        )}
      </li>
    ))}
  </ul>
);
