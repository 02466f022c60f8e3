import { CALLS } from "@sevenfold/contract/calls";
import type { DailyChangeView, PortfolioSummaryView } from "@sevenfold/contract/portfolio";
import { useEndpoint } from "../api/use-endpoint.ts";
import { unrealizedOf } from "../equity/unrealized.ts";
import { useMoved } from "../equity/use-moved.ts";
import { useIsPushed } from "../live/connection.ts";
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
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: day } = useEndpoint(CALLS.readDailyChange);
  const { data: positions } = useEndpoint(CALLS.listPositions);
  const moved = useMoved(positions);
  const movedBeside = useArePushed() ? moved : 0;
  const gain = positions && unrealizedOf(positions, moved);
  const summary: PortfolioSummaryView | undefined = asked && {
    ...asked,
    ...(account && { totalValue: account.equity === null ? null : account.equity + movedBeside }),
    ...(day && dayAt(day, account?.equity ?? null, movedBeside)),
    ...(gain && {
      totalGainLoss: gain.money ?? null,
      totalGainLossPercent: gain.percent ?? null,
    }),
  };
  return { summary, error, mutate };
}

/**
 * Whether account, day and positions come with one push, and so by the same prices. Where each is
 * asked for by itself, nobody can say what the others have moved since.
 */
function useArePushed(): boolean {
  const isAccount = useIsPushed(CALLS.readAccount.path);
  const isDay = useIsPushed(CALLS.readDailyChange.path);
  const arePositions = useIsPushed(CALLS.listPositions.path);
  return isAccount && isDay && arePositions;
}

/** The day's change by what has moved since it was told; its percent is of the equity at the close. */
function dayAt(day: DailyChangeView, equity: number | null, moved: number) {
  const { dailyChange, dailyChangePercent, unknownBecause } = day;
  if (dailyChange === null || equity === null || moved === 0)
    return {
      totalDayChange: dailyChange,
      totalDayChangePercent: dailyChangePercent,
      unknownBecause,
    };
  const change = dailyChange + moved;
  const atClose = equity - dailyChange;
  return {
    totalDayChange: change,
    totalDayChangePercent: atClose === 0 ? null : (change / atClose) * 100,
    unknownBecause,
  };
}
