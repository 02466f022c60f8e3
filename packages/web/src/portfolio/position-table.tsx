import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { Change, Money, Price, Shares } from "../ui/amounts.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { useMedia } from "../ui/use-media.ts";
import { AtPrice, HeldPrice } from "./live-holding.tsx";
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
    cell: (position) => <HeldPrice position={position} />,
  },
  {
    heading: "Market Value",
    sortBy: ({ currentValue }) => currentValue,
    cell: (position) => (
      <AtPrice position={position}>{({ currentValue }) => <Money of={currentValue} />}</AtPrice>
    ),
  },
  {
    heading: "Cost Basis",
    sortBy: ({ costValue }) => costValue,
    cell: ({ costValue }) => <Money of={costValue} />,
  },
  {
    heading: "Day's Change",
    sortBy: ({ dayGainLoss }) => dayGainLoss,
    cell: (position) => (
      <AtPrice position={position}>
        {({ dayGainLoss, dayChangePercent }) => (
          <Change money={dayGainLoss} percent={dayChangePercent} />
        )}
      </AtPrice>
    ),
  },
  {
    heading: "Total Return",
    sortBy: ({ totalGainLoss }) => totalGainLoss,
    cell: (position) => (
      <AtPrice position={position}>
        {({ totalGainLoss, totalGainLossPercent }) => (
          <Change money={totalGainLoss} percent={totalGainLossPercent} />
        )}
      </AtPrice>
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
            <AtPrice position={position}>
              {({ currentValue, totalGainLossPercent }) => (
                <>
                  <Money of={currentValue} />
                  <p className="text-13">
                    <Change percent={totalGainLossPercent} />
                  </p>
                </>
              )}
            </AtPrice>
          </div>
          <SellAllButton position={position} />
        </div>
        <details className="mt-1.5 text-13 text-muted">
          <summary className="cursor-pointer py-1">More figures</summary>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-1 pt-1 [&>dd]:text-right">
            <dt>Current price</dt>
            <dd>
              <HeldPrice position={position} />
            </dd>
            <dt>Cost basis</dt>
            <dd>
              <Money of={position.costValue} />
            </dd>
            <dt>Day's change</dt>
            <dd>
              <AtPrice position={position}>
                {({ dayGainLoss, dayChangePercent }) => (
                  <Change money={dayGainLoss} percent={dayChangePercent} />
                )}
              </AtPrice>
            </dd>
            <dt>Total return</dt>
            <dd>
              <AtPrice position={position}>
                {({ totalGainLoss }) => <Change money={totalGainLoss} />}
              </AtPrice>
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
