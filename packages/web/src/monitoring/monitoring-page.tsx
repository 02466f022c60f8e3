import { CALLS } from "@sevenfold/contract/calls";
import { Card } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StalePage } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useWorkerStatus } from "../worker/use-worker-status.ts";
import { CacheCard } from "./cache-card.tsx";
import { FailoverCard } from "./failover-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { PortfolioCard } from "./portfolio-card.tsx";

/** What runs, on what it rests, and how that stands. */
export function MonitoringPage() {
  const { data: status, error, mutate } = useWorkerStatus();
  const retry = () => void mutate();
  return (
    <>
      <PageHeader title="System Monitoring" />
      {status !== undefined && error && (
        <StalePage address={CALLS.readWorkerStatus.path} onRetry={retry} />
      )}
      <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-3 md:space-y-4">
          <HealthCard status={status} />
          <PortfolioCard />
        </div>
        <div className="min-w-0 space-y-3 md:space-y-4">
          {status !== undefined ? (
            <>
              <FailoverCard status={status} />
              <CacheCard status={status} />
            </>
          ) : (
            <Card title="Market Data Failover" isPadded={false}>
              {error ? (
                <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
              ) : (
                <SkeletonRows rows={3} what="the market data's providers" />
              )}
            </Card>
          )}
          <HoursCard />
        </div>
      </div>
    </>
  );
}
