import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { listTrades } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { TradeTable } from "../ui/trade-table.tsx";

/** Every fill, the newest hundred first. */
export function TradesPage() {
  const { data: trades, error, mutate } = useEndpoint(listTrades, {}, { everyMs: 10_000 });
  const retry = () => void mutate();
  return (
    <>
      <PageHeader title="Trading History">
        <RefreshButton refresh={() => mutate()} />
      </PageHeader>
      <Card title="Trades" isPadded={false}>
        {trades === undefined ? (
          error ? (
            <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
          ) : (
            <SkeletonRows rows={12} what="trades" />
          )
        ) : (
          <>
            {error && <StaleNotice address="/api/trades" onRetry={retry} />}
            {trades.length === 0 ? (
              <EmptyState title="No trades yet">
                Fills of the worker and of your own orders are listed here.
              </EmptyState>
            ) : (
              <TradeTable trades={trades} lastColumn="fees" />
            )}
          </>
        )}
      </Card>
    </>
  );
}

function RefreshButton({ refresh }: { readonly refresh: () => Promise<unknown> }) {
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    try {
      await refresh();
      tellSuccess("Refresh Complete", "The trade history is up to date.");
    } catch {
      tellError("Refresh Failed", "Unable to refresh trade history. Please try again.");
    } finally {
      setPending(false);
    }
  };
  return (
    <Button disabled={isPending} onClick={() => void press()}>
      <RefreshCw aria-hidden="true" className={isPending ? "turning size-4" : "size-4"} />
      Refresh
    </Button>
  );
}
