import { CALLS } from "@sevenfold/contract/calls";
import { Link } from "react-router-dom";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { TradeTable } from "../ui/trade-table.tsx";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

const SHOWN_MAX = 10;

/** The last ten fills and why they happened. */
export function RecentTrades({ className }: { readonly className: string }) {
  const { data: status, error, mutate } = useWorkerStatus();
  const retry = () => void mutate();
  const trades = status?.recent_trades.slice(0, SHOWN_MAX);
  return (
    <Card
      title="Recent Trades"
      className={className}
      isPadded={false}
      aside={
        <Link
          to="/trades"
          className="rounded-control text-13 font-medium text-accent underline-offset-4 hover:underline"
        >
          View All Trades
        </Link>
      }
    >
      {trades === undefined ? (
        error ? (
          <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
        ) : (
          <SkeletonRows rows={5} what="recent trades" />
        )
      ) : (
        <>
          {error && <StaleNotice address={CALLS.readWorkerStatus.path} onRetry={retry} />}
          {trades.length === 0 ? (
            <EmptyState title="No trades executed yet">
              Trades will appear here once the strategy starts executing
            </EmptyState>
          ) : (
            <TradeTable trades={trades} lastColumn="status" />
          )}
        </>
      )}
    </Card>
  );
}
