import { CALLS } from "@sevenfold/contract/calls";
import type { GoalPerformanceView } from "@sevenfold/contract/portfolio";
import { Link } from "react-router-dom";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Panel } from "../ui/card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StalePage } from "../ui/problem-notice.tsx";
import { CenteredSpinner } from "../ui/spinner.tsx";
import { ChallengeCard } from "./challenge-card.tsx";
import { RankingsCard } from "./rankings-card.tsx";
import { YearCards } from "./year-cards.tsx";

/** How far the account is on its way, and which stocks brought it there. */
export function GoalsPage() {
  const { data: performance, error, mutate } = useEndpoint(CALLS.readGoalPerformance);
  const retry = () => void mutate();
  return (
    <>
      <PageHeader title="Goals">
        <Link
          to="/settings"
          className="rounded-[5px] font-medium text-accent underline-offset-4 hover:underline"
        >
          Change the goal
        </Link>
      </PageHeader>
      {performance !== undefined ? (
        <>
          {error && <StalePage address={CALLS.readGoalPerformance.path} onRetry={retry} />}
          <Performance performance={performance} />
        </>
      ) : error ? (
        <Panel>
          <ProblemNotice
            title="Failed to load performance data"
            problem={error}
            hint="Please try refreshing the page."
            onRetry={retry}
          />
        </Panel>
      ) : (
        <CenteredSpinner what="your performance" />
      )}
    </>
  );
}

const Performance = ({ performance }: { readonly performance: GoalPerformanceView }) => (
  <div className="space-y-3 md:space-y-4">
    <ChallengeCard goal={performance.goal} />
    <YearCards totals={performance.totals} />
    <RankingsCard tickers={performance.tickers} />
  </div>
);
