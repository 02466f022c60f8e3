import type { UseFormRegisterReturn } from "react-hook-form";
import { Badge } from "../ui/badge.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { toneOf, useVenues } from "./use-venues.ts";

interface ProviderChoiceProps {
  readonly registration: UseFormRegisterReturn;
  readonly problem?: string | undefined;
}

/** Where orders go, as this server offers it: play money or real money. */
export function ProviderChoice({ registration, problem }: ProviderChoiceProps) {
  const { error, retry, venues } = useVenues();
  if (venues === undefined)
    return error ? (
      <ProblemNotice title="The brokers are not known" problem={error} onRetry={retry} />
    ) : (
      <SkeletonRows rows={2} what="brokers" />
    );
  return (
    <ChoiceCards
      legend="Broker provider"
      registration={registration}
      problem={problem}
      options={venues.map((venue) => ({
        value: venue.id,
        title: (
          <>
            {venue.name}
            <Badge tone={toneOf(venue)}>{venue.badge}</Badge>
          </>
        ),
        words: venue.says,
      }))}
    />
  );
}
