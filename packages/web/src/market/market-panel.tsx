import { CALLS } from "@sevenfold/contract/calls";
import type { MarketPanelView } from "@sevenfold/contract/market";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Change, Price } from "../ui/amounts.tsx";
import { Dot } from "../ui/badge.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Sparkline } from "../ui/sparkline.tsx";
import { TickCell } from "../ui/tick-cell.tsx";

const ROWS = 6;

/** The market as it is now, for a visitor: the product itself in place of a picture of it. */
export function MarketPanel() {
  const { data: panel, error, mutate } = useEndpoint(CALLS.readMarketPanel);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-sm">Market now</h2>
        {panel && <FeedBadge panel={panel} />}
      </div>
      {panel ? (
        <PanelTable rows={panel.rows.slice(0, ROWS)} />
      ) : error ? (
        <div className="min-h-[264px]">
          <ProblemNotice
            title="Market data is not available"
            problem={error}
            hint="The rest of this page works."
            onRetry={() => void mutate()}
          />
        </div>
      ) : (
        <PanelSkeleton />
      )}
    </div>
  );
}

export const FeedBadge = ({ panel }: { readonly panel: MarketPanelView }) => (
  <span className="inline-flex items-center gap-1.5 text-13 font-medium text-muted">
    <Dot tone={panel.isLive ? "gain" : "plain"} />
    {panel.isSimulated ? "Simulated market data" : "Live market data"}
  </span>
);

const PanelTable = ({ rows }: { readonly rows: MarketPanelView["rows"] }) => (
  <table className="w-full">
    <caption className="sr-only">Latest prices and changes since the previous close</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">Symbol</th>
        <th scope="col" className="hidden min-[380px]:table-cell">
          Last hours
        </th>
        <th scope="col">Price</th>
        <th scope="col">Change</th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {rows.map((row) => (
        <tr key={row.ticker} className="h-11">
          <th scope="row" className="max-w-0 w-full pl-4 text-left font-normal">
            <span className="font-semibold">{row.ticker}</span>{" "}
            <span className="ml-1 hidden truncate text-13 text-muted min-[420px]:inline">
              {row.name}
            </span>
          </th>
          <td className="hidden px-3 min-[380px]:table-cell">
            <Sparkline points={row.spark} />
          </td>
          <td className="pr-2 text-right">
            <TickCell value={row.price}>
              <Price of={row.price} />
            </TickCell>
          </td>
          <td className="pr-4 text-right">
            {/* Its width stands before the change is known, so that nothing moves. */}
            <Change percent={row.changePercent} className="inline-block min-w-17" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const PanelSkeleton = () => (
  <div role="status" className="divide-y divide-line">
    <span className="sr-only">Loading market data</span>
    {Array.from({ length: ROWS }, (_, index) => index).map((row) => (
      <div key={row} className="flex h-11 items-center gap-4 px-4">
        <Skeleton className="h-3.5 w-16 min-[420px]:w-40" />
        <Skeleton className="ml-auto h-3.5 w-24 min-w-0" />
        <Skeleton className="h-3.5 w-24 min-w-0 min-[420px]:w-30" />
      </div>
    ))}
  </div>
);
