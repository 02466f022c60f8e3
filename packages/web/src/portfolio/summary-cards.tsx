import { CALLS } from "@sevenfold/contract/calls";
import type { PortfolioSummaryView } from "@sevenfold/contract/portfolio";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useAccountNow, useDayNow } from "../equity/account-now.ts";
import { unrealizedOf } from "../equity/unrealized.ts";
import { useMoved } from "../equity/use-moved.ts";
import { Change, Money } from "../ui/amounts.tsx";
import { sharesText } from "../ui/figures.ts";
import { MetricCard, MetricGrid } from "../ui/metric-card.tsx";

const DayChangeNote = ({ summary }: { readonly summary: PortfolioSummaryView | undefined }) =>
  summary?.unknownBecause != null ? (
    summary.unknownBecause
  ) : (
    <>
      <Change percent={summary?.totalDayChangePercent} /> since previous close
    </>
  );

/** The portfolio in four figures. */
export function SummaryCards() {
  const { summary, error, mutate } = useLiveSummary();
  const state = {
    isLoading: summary === undefined && !error,
    hasFailed: summary === undefined,
    onRetry: () => void mutate(),
  };
  const count = summary?.positionCount;
  return (
    <MetricGrid>
      <MetricCard label="Total Value" {...state} value={<Money of={summary?.totalValue} />}>
        {count === 0
          ? "Cash only"
          : `${sharesText(count)} ${count === 1 ? "position" : "positions"} and cash`}
      </MetricCard>
      <MetricCard label="Total Return" {...state} value={<Change money={summary?.totalGainLoss} />}>
        {count === 0 ? (
          "Unrealized: nothing is held"
        ) : (
          <>
            <Change percent={summary?.totalGainLossPercent} /> unrealized
          </>
        )}
      </MetricCard>
      <MetricCard
        label="Day's Change"
        {...state}
        value={<Change money={summary?.totalDayChange} />}
      >
        <DayChangeNote summary={summary} />
      </MetricCard>
      <MetricCard label="Cost Basis" {...state} value={<Money of={summary?.totalCostBasis} />}>
        What the positions cost
      </MetricCard>
    </MetricGrid>
  );
}

/** The summary, with what is pushed of it as it was pushed last, at the newest prices known. */
function useLiveSummary() {
  const { data: asked, error, mutate } = useEndpoint(CALLS.readPortfolioSummary);
  const { account } = useAccountNow();
  const { day } = useDayNow();
  const { data: positions } = useEndpoint(CALLS.listPositions);
  const moved = useMoved(positions);
  const gain = positions && unrealizedOf(positions, moved);
  const summary: PortfolioSummaryView | undefined = asked && {
    ...asked,
    ...(account && { totalValue: account.equity }),
    ...(day && {
      totalDayChange: day.dailyChange,
      totalDayChangePercent: day.dailyChangePercent,
      unknownBecause: day.unknownBecause,
    }),
    ...(gain && {
      totalGainLoss: gain.money ?? null,
      totalGainLossPercent: gain.percent ?? null,
    }),
  };
  return { summary, error, mutate };
}
