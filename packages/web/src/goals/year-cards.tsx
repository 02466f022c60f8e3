import type { GoalPerformanceView } from "@sevenfold/contract/portfolio";
import { Change } from "../ui/amounts.tsx";
import { sharesText } from "../ui/figures.ts";
import { MetricCard, MetricGrid, MetricPair } from "../ui/metric-card.tsx";

const READ = { isLoading: false, hasFailed: false, onRetry: () => {} };

/** The year in four figures; it began at New York's midnight. */
export const YearCards = ({ totals }: { readonly totals: GoalPerformanceView["totals"] }) => (
  <MetricGrid>
    <MetricPair>
      <MetricCard
        {...READ}
        label="YTD Trades"
        value={<span className="figure">{sharesText(totals.totalTradesYTD)}</span>}
      >
        Executions since January 1
      </MetricCard>
      <MetricCard {...READ} label="YTD Return" value={<Change percent={totals.ytdReturnPct} />}>
        Of the year's first equity
      </MetricCard>
    </MetricPair>
    <MetricPair>
      <MetricCard {...READ} label="Realized P&L" value={<Change money={totals.realizedPL} />}>
        From what was sold this year
      </MetricCard>
      <MetricCard {...READ} label="Unrealized P&L" value={<Change money={totals.unrealizedPL} />}>
        Of what is held now
      </MetricCard>
    </MetricPair>
  </MetricGrid>
);
