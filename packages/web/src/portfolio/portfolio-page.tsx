import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { EquityCard } from "../equity/equity-card.tsx";
import { ProtectionLine } from "../protection/protection-line.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { PortfolioHeader } from "./emergency-sale.tsx";
import { HeldElsewhere } from "./held-elsewhere.tsx";
import { PositionTable } from "./position-table.tsx";
import { SummaryCards } from "./summary-cards.tsx";

/** What the account holds, and selling it. */
export function PortfolioPage() {
  const { data: positions, error, mutate: again } = useEndpoint(CALLS.listPricedPositions);
  const retry = () => void again();
  return (
    <>
      <PortfolioHeader positions={positions} />
      <SummaryCards />
      <ProtectionLine className="mt-3 md:mt-4" />
      <Card title="Active Positions" isPadded={false} className="mt-3 md:mt-4">
        {positions === undefined ? (
          error ? (
            <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
          ) : (
            <SkeletonRows rows={6} what="positions" />
          )
        ) : (
          <>
            {error && <StaleNotice address={CALLS.listPricedPositions.path} onRetry={retry} />}
            {positions.length === 0 ? <NoPositions /> : <PositionTable positions={positions} />}
          </>
        )}
      </Card>
      <HeldElsewhere className="mt-3 md:mt-4" />
      <EquityCard className="mt-3 md:mt-4" />
    </>
  );
}

/** Nothing is held, or nobody knows yet what is. */
function NoPositions() {
  const { data: account } = useEndpoint(CALLS.readAccount);
  return account?.cash === null ? (
    <EmptyState title="Not Known Yet">{account.state.message}</EmptyState>
  ) : (
    <EmptyState title="No Active Positions">What the worker or you buy is listed here.</EmptyState>
  );
}
