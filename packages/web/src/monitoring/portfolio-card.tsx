import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Change, Money } from "../ui/amounts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { sharesText } from "../ui/figures.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { toneOfState } from "../worker/account-state.ts";
import { FactRow } from "./status-row.tsx";

/** The account in four figures. */
export function PortfolioCard() {
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: summary, error, mutate } = useEndpoint(CALLS.readPortfolioSummary);
  return (
    <Card title="Portfolio Status" isPadded={false}>
      {summary !== undefined ? (
        <>
          {error && (
            <StaleNotice address={CALLS.readPortfolioSummary.path} onRetry={() => void mutate()} />
          )}
          <dl>
            {account && (
              <FactRow name="Account">
                <Badge tone={toneOfState(account.state)}>{account.state.label}</Badge>
              </FactRow>
            )}
            <FactRow name="Total value">
              <Money of={summary.totalValue} />
            </FactRow>
            <FactRow name="Cash">
              <Money of={account?.cash} />
            </FactRow>
            <FactRow name="Positions">
              <span className="figure">{sharesText(summary.positionCount)}</span>
            </FactRow>
            <FactRow name="Day's change">
              <Change money={summary.totalDayChange} percent={summary.totalDayChangePercent} />
            </FactRow>
          </dl>
        </>
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows rows={4} what="your portfolio" />
      )}
    </Card>
  );
}
