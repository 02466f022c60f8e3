import type { PositionView } from "@sevenfold/contract/portfolio";
import { readDailyChange } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Change, Money } from "../ui/amounts.tsx";
import { MetricCard } from "../ui/metric-card.tsx";
import { totalsOf } from "./totals.ts";

interface SummaryCardsProps {
  readonly positions: readonly PositionView[] | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** The positions in four figures. */
export function SummaryCards({ positions, hasFailed, onRetry }: SummaryCardsProps) {
  const day = useEndpoint(readDailyChange, {}, { everyMs: 5_000 });
  const totals = positions && totalsOf(positions);
  const state = {
    isLoading: positions === undefined && !hasFailed,
    hasFailed: positions === undefined,
    onRetry,
  };
  const count = positions?.length ?? 0;
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <MetricCard label="Total Value" {...state} value={<Money of={totals?.value} />}>
        {count} {count === 1 ? "position" : "positions"}
      </MetricCard>
      <MetricCard label="Total Return" {...state} value={<Change money={totals?.gain} />}>
        <Change percent={totals?.gainPercent} /> unrealized
      </MetricCard>
      <MetricCard
        label="Day's Change"
        isLoading={!day.data && !day.error}
        hasFailed={!day.data}
        onRetry={() => void day.mutate()}
        value={<Change money={day.data?.dailyChange} />}
      >
        <Change percent={day.data?.dailyChangePercent} /> of the account
      </MetricCard>
      <MetricCard label="Cost Basis" {...state} value={<Money of={totals?.cost} />}>
        What the positions cost
      </MetricCard>
    </div>
  );
}
