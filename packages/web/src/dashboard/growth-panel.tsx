import { CALLS } from "@sevenfold/contract/calls";
import { Target } from "lucide-react";
import type { ReactNode } from "react";
import { useAccountNow, useChallengeNow } from "../equity/account-now.ts";
import { Money, Percent } from "../ui/amounts.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { ProblemNotice, StaleLine } from "../ui/problem-notice.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** Start, current and goal of the challenge. */
export function GrowthPanel({ className }: { readonly className: string }) {
  const { account } = useAccountNow();
  const { portfolio, error, mutate } = useChallengeNow();
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <Target aria-hidden="true" className="size-4.5 text-accent" />
          7x Growth Challenge
        </span>
      }
      className={className}
    >
      {portfolio ? (
        <>
          <dl className="flex flex-wrap justify-between gap-x-3 gap-y-2">
            <Figure label="Start">
              <Money of={portfolio.startAmount} />
            </Figure>
            <Figure label="Current">
              <Money of={account?.equity} />
            </Figure>
            <Figure label="Goal">
              <Money of={portfolio.goalAmount} />
            </Figure>
          </dl>
          {error && <StaleLine address={CALLS.readPortfolio.path} onRetry={() => void mutate()} />}
          <div className="mt-5">
            <ProgressBar label="Progress to the goal" percent={portfolio.progressPct} />
            <p className="mt-2 flex justify-between text-13 text-muted">
              <span>
                <Percent of={portfolio.progressPct} /> of the way
              </span>
              <span>A goal, not a forecast</span>
            </p>
            {portfolio.startAmount !== null && (
              <Milestones startAmount={portfolio.startAmount} equity={account?.equity ?? null} />
            )}
          </div>
        </>
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton className="h-[110px]" />
      )}
    </Card>
  );
}

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="mt-0.5 text-sm font-semibold">{children}</dd>
  </div>
);

const MULTIPLES = [2, 3, 4, 5, 6, 7] as const;

/** The steps of the way, each a multiple of the start: which stand, and what the next needs. */
function Milestones({
  startAmount,
  equity,
}: {
  readonly startAmount: number;
  readonly equity: number | null;
}) {
  const next = MULTIPLES.find((multiple) => equity !== null && equity < multiple * startAmount);
  return (
    <>
      <ol aria-label="Multiples of the start" className="mt-5 flex gap-1.5">
        {MULTIPLES.map((multiple) => {
          const isReached = equity !== null && multiple * startAmount <= equity;
          return (
            <li
              key={multiple}
              className={classNames(
                "figure flex-1 rounded-[5px] border py-1 text-center text-xs font-medium",
                isReached ? "border-accent bg-accent-tint text-accent" : "border-line text-muted",
              )}
            >
              {multiple}x{isReached && <span className="sr-only"> reached</span>}
            </li>
          );
        })}
      </ol>
      {next !== undefined && equity !== null && (
        <p className="mt-3 text-13 text-muted">
          <Money of={next * startAmount - equity} /> to {next}x
        </p>
      )}
    </>
  );
}
