import type { GoalPerformanceView } from "@sevenfold/contract/portfolio";
import { Target } from "lucide-react";
import type { ReactNode } from "react";
import { Money, Percent } from "../ui/amounts.tsx";
import { Card } from "../ui/card.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** Start, current and goal, and how much of the way is behind. */
export const ChallengeCard = ({ goal }: { readonly goal: GoalPerformanceView["goal"] }) => (
  <Card
    title={
      <span className="flex items-center gap-2">
        <Target aria-hidden="true" className="size-4.5 text-accent" />
        7x Growth Challenge
      </span>
    }
  >
    <dl className="grid gap-x-4 gap-y-2 min-[360px]:flex min-[360px]:flex-wrap min-[360px]:justify-between">
      <Figure label="Start">
        <Money of={goal.start} />
      </Figure>
      <Figure label="Current">
        <Money of={goal.current} />
      </Figure>
      <Figure label="Goal">
        <Money of={goal.target} />
      </Figure>
    </dl>
    <div className="mt-5">
      <ProgressBar label="Progress to the goal" percent={goal.progressPct} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <span>
          <Percent of={goal.progressPct} /> of the way
        </span>
        <span>A goal, not a forecast</span>
      </p>
    </div>
  </Card>
);

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="max-[359px]:flex max-[359px]:justify-between sm:last:text-right sm:nth-2:text-center">
    <dt className="text-xs font-medium text-muted">{label}</dt>
    <dd className="mt-0.5 text-sm font-semibold sm:text-2xl sm:tracking-[-0.015em]">{children}</dd>
  </div>
);
