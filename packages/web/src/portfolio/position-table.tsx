import type { PositionView } from "@sevenfold/contract/portfolio";
import { Change, Money, Price } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { sharesText } from "../ui/figures.ts";
import { useOverlays } from "../ui/overlays.ts";
import { TABLE_HEAD } from "../ui/table.ts";
import { TickCell } from "../ui/tick-cell.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useOnline } from "../ui/use-online.ts";

interface PositionTableProps {
  readonly positions: readonly PositionView[];
}

export function PositionTable({ positions }: PositionTableProps) {
  const isPhone = useMedia("(max-width: 639px)");
  if (isPhone) return <PositionCards positions={positions} />;
  return (
    <div className="overflow-x-auto border-t border-line">
      <table className="w-full">
        <thead className={TABLE_HEAD}>
          <tr>
            <th scope="col" className="pl-4 text-left">
              Symbol
            </th>
            <th scope="col">Shares</th>
            <th scope="col">Avg Cost</th>
            <th scope="col">Current Price</th>
            <th scope="col">Market Value</th>
            <th scope="col">Cost Basis</th>
            <th scope="col">Total Return</th>
            <th scope="col" className="pr-4">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <PositionRow key={position.id} position={position} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PositionRow = ({ position }: { readonly position: PositionView }) => (
  <tr className="h-10 border-t border-line hover:bg-raised [&>td]:px-2.5 [&>td]:text-right">
    <th scope="row" className="pl-4 text-left font-normal">
      <SymbolButton position={position} />
    </th>
    <td className="figure">{sharesText(position.shares)}</td>
    <td>
      <Price of={position.avgCostBasis} />
    </td>
    <td>
      <TickCell value={position.currentPrice}>
        <Price of={position.currentPrice} />
      </TickCell>
    </td>
    <td>
      <Money of={position.marketValue} />
    </td>
    <td>
      <Money of={position.costBasis} />
    </td>
    <td>
      <Change money={position.unrealizedPL} percent={position.unrealizedPLPercent} />
    </td>
    <td className="!pr-4">
      <SellButton position={position} />
    </td>
  </tr>
);

function SymbolButton({ position: { ticker, isManaged } }: { readonly position: PositionView }) {
  const { openSymbol } = useOverlays();
  return (
    <button
      type="button"
      className="inline-flex items-center gap-2 rounded-[5px] font-semibold underline-offset-4 hover:underline"
      onClick={() => openSymbol(ticker)}
    >
      {ticker}
      {!isManaged && <Badge>Unmanaged</Badge>}
    </button>
  );
}

function SellButton({ position: { ticker } }: { readonly position: PositionView }) {
  const { openTicket } = useOverlays();
  const isOnline = useOnline();
  return (
    <Button
      size="small"
      disabled={!isOnline}
      aria-label={`Trade ${ticker}`}
      onClick={() => openTicket({ ticker, side: "sell" })}
    >
      Trade
    </Button>
  );
}

const PositionCards = ({ positions }: PositionTableProps) => (
  <ul className="divide-y divide-line border-t border-line">
    {positions.map((position) => (
      <li key={position.id} className="flex items-center gap-3 px-4 py-3">
        <div className="min-w-0 flex-1 leading-5">
          <SymbolButton position={position} />
          <p className="figure text-13 text-muted">
            {sharesText(position.shares)} at <Price of={position.avgCostBasis} />
          </p>
        </div>
        <div className="text-right leading-5">
          <Money of={position.marketValue} />
          <p className="text-13">
            <Change percent={position.unrealizedPLPercent} />
          </p>
        </div>
        <SellButton position={position} />
      </li>
    ))}
  </ul>
);
