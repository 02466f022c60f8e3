import type { PricedPositionView } from "@sevenfold/contract/portfolio";
import { ChevronDown } from "lucide-react";
import { AgedPrice } from "../ui/aged-price.tsx";
import { Change, Money, Price, Shares } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { useOverlays } from "../ui/overlays.ts";
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
      below={wordsBelow}
    />
  );
}

const wordsBelow = (position: PricedPositionView) =>
  position.isManaged ? null : <ManageHolding position={position} />;

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
  { heading: "Actions", isDeeds: true, cell: (position) => <SellAllButton position={position} /> },
];

const PositionCards = ({ positions }: PositionTableProps) => (
  <ul className="divide-y divide-line border-t border-line">
    {positions.map((position) => (
      <li key={position.id}>
        <AtPrice position={position}>{(live) => <PositionCard position={live} />}</AtPrice>
      </li>
    ))}
  </ul>
);

/** Three figures; the row itself opens the rest. */
function PositionCard({ position }: { readonly position: PricedPositionView }) {
  const { openSymbol } = useOverlays();
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <details className="group min-w-0 flex-1">
        <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2">
          <span className="min-w-0 flex-1 leading-5">
            <span className="flex flex-wrap items-center gap-x-2 font-semibold">
              {position.ticker}
              {!position.isManaged && <Badge tone="amber">Unmanaged</Badge>}
            </span>
            <span className="block text-13 text-muted">
              <Shares of={position.shares} /> at <Price of={position.avgCostBasis} />
            </span>
          </span>
          <span className="text-right leading-5">
            <Money of={position.currentValue} />
            <span className="block text-13">
              <Change percent={position.totalGainLossPercent} />
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-13 text-muted [&>dd]:text-right">
          <dt>Current price</dt>
          <dd>
            <AgedPrice ticker={position.ticker} of={position.currentPrice} />
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
        {!position.isManaged && (
          <div className="mt-2 text-13 text-muted">
            <ManageHolding position={position} />
          </div>
        )}
        <Button
          size="small"
          className="mt-2 h-10 w-full"
          aria-label={`Chart of ${position.ticker}`}
          onClick={() => openSymbol(position.ticker)}
        >
          Chart
        </Button>
      </details>
      <span className="mt-1.5">
        <SellAllButton position={position} />
      </span>
    </div>
  );
}
