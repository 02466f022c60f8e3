import { listPositions } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { PositionTable } from "./position-table.tsx";
import { SummaryCards } from "./summary-cards.tsx";

/** What the account holds. */
export function PortfolioPage() {
  const { data: positions, error, mutate } = useEndpoint(listPositions, {}, { everyMs: 10_000 });
  const retry = () => void mutate();
  return (
    <>
      <PageHeader title="Portfolio">
        <Button onClick={retry}>Refresh</Button>
      </PageHeader>
      <SummaryCards positions={positions} hasFailed={error !== undefined} onRetry={retry} />
      <Card title="Active Positions" isPadded={false} className="mt-3 md:mt-4">
        {positions === undefined ? (
          error ? (
            <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
          ) : (
            <SkeletonRows rows={6} what="positions" />
          )
        ) : (
          <>
            {error && <StaleNotice address="/api/positions" onRetry={retry} />}
            {positions.length === 0 ? (
              <EmptyState title="No Active Positions">
                What the worker or you buy is listed here.
              </EmptyState>
            ) : (
              <PositionTable positions={positions} />
            )}
          </>
        )}
      </Card>
    </>
  );
}
