import { CALLS } from "@sevenfold/contract/calls";
import type { PortfolioSummaryView } from "@sevenfold/contract/portfolio";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useAccountNow, useDayNow } from "../equity/account-now.ts";
import { useGain } from "../equity/use-gain.ts";
import { Change, Money } from "../ui/amounts.tsx";
import { sharesText } from "../ui/figures.ts";
import { MetricCard, MetricGrid, MetricPair } from "../ui/metric-card.tsx";

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
  const { summary, state, ofValue, ofGain, ofDay, ofCost } = useLiveSummary();
  const count = summary?.positionCount;
  return (
    <MetricGrid>
      <MetricPair>
        <MetricCard
          label="Total Value"
          {...state}
          {...ofValue}
          value={<Money of={summary?.totalValue} />}
        >
          {count === 0
            ? "Cash only"
            : `${sharesText(count)} ${count === 1 ? "position" : "positions"} and cash`}
        </MetricCard>
        <MetricCard
          label="Total Return"
          {...state}
          {...ofGain}
          value={<Change money={summary?.totalGainLoss} />}
        >
          {count === 0 ? (
            "Unrealized: nothing is held"
          ) : (
            <>
              <Change percent={summary?.totalGainLossPercent} /> unrealized
            </>
          )}
        </MetricCard>
      </MetricPair>
      <MetricPair>
        <MetricCard
          label="Day's Change"
          {...state}
          {...ofDay}
          value={<Change money={summary?.totalDayChange} />}
        >
          <DayChangeNote summary={summary} />
        </MetricCard>
        <MetricCard
          label="Cost Basis"
          {...state}
          {...ofCost}
          value={<Money of={summary?.totalCostBasis} />}
        >
          What the positions cost
        </MetricCard>
      </MetricPair>
    </MetricGrid>
  );
}

/** The summary, with what is pushed of it as it was pushed last, at the newest prices known. */
function useLiveSummary() {
  const asked = useEndpoint(CALLS.readPortfolioSummary);
  const account = useAccountNow();
  const day = useDayNow();
  const { gain, ...positions } = useGain();
  const summary: PortfolioSummaryView | undefined = asked.data && {
    ...asked.data,
    ...(account.account && { totalValue: account.account.equity }),
    ...(day.day && {
      totalDayChange: day.day.dailyChange,
      totalDayChangePercent: day.day.dailyChangePercent,
      unknownBecause: day.day.unknownBecause,
    }),
    ...(gain && {
      totalGainLoss: gain.money ?? null,
      totalGainLossPercent: gain.percent ?? null,
    }),
  };
  const ofCost = sourceAt(CALLS.readPortfolioSummary.path, asked);
  // Each figure is as old as what it is taken from: the sums as they were asked for, or what is pushed.
  const taken = (isPushed: boolean, path: string, source: Source) =>
    summary !== undefined && isPushed ? sourceAt(path, source) : ofCost;
  return {
    summary,
    state: {
      isLoading: summary === undefined && !asked.error,
      hasFailed: summary === undefined,
    },
    ofValue: taken(account.account !== undefined, CALLS.readAccount.path, account),
    ofGain: taken(gain !== undefined, CALLS.listPositions.path, positions),
    ofDay: taken(day.day !== undefined, CALLS.readDailyChange.path, day),
    ofCost,
  };
}

interface Source {
  readonly error: unknown;
  readonly mutate: () => Promise<unknown>;
}

/** What says how old a figure is where it was not read anew, and what asks for it again. */
const sourceAt = (address: string, { error, mutate }: Source) => ({
  staleAddress: error !== undefined && address,
  onRetry: () => void mutate(),
});
