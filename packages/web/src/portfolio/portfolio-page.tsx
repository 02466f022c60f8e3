import { RefreshCw } from "lucide-react";
import { mutate } from "swr";
import { listPricedPositions, readDailyChange, readPortfolioSummary } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { EquityCard } from "../equity/equity-card.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { tellSuccess } from "../ui/notices.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmergencyButton } from "./emergency-sale.tsx";
import { PositionTable } from "./position-table.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { SyncButton } from "./sync-button.tsx";

/** What the account holds, and selling it. */
export function PortfolioPage() {
  const {
    data: positions,
    error,
    mutate: again,
  } = useEndpoint(listPricedPositions, {}, { everyMs: 30_000 });
  const retry = () => void again();
  return (
    <>
      <PageHeader title="Portfolio">
        <Button onClick={() => void refresh()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          Refresh
        </Button>
        <SyncButton />
        <EmergencyButton positions={positions ?? []} />
      </PageHeader>
      <SummaryCards />
      <Card title="Active Positions" isPadded={false} className="mt-3 md:mt-4">
        {positions === undefined ? (
          error ? (
            <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
          ) : (
            <SkeletonRows rows={6} what="positions" />
          )
        ) : (
          <>
            {error && <StaleNotice address={listPricedPositions.path} onRetry={retry} />}
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
      <EquityCard className="mt-3 md:mt-4" />
    </>
  );
}

async function refresh() {
  await Promise.all(
    [listPricedPositions, readPortfolioSummary, readDailyChange].map(({ path }) => mutate(path)),
  );
  tellSuccess("Portfolio Refreshed", "Positions and figures are up to date.");
}
