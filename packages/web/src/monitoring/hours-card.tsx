import { CALLS } from "@sevenfold/contract/calls";
import type { MarketHoursView } from "@sevenfold/contract/market";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { UNKNOWN } from "../ui/figures.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { FactRow } from "./status-row.tsx";

/** When the market trades. */
export function HoursCard() {
  const { data: hours, error, mutate } = useEndpoint(CALLS.readMarketHours);
  return (
    <Card
      title="Market Hours"
      isPadded={false}
      aside={
        hours && (
          <Badge tone={hours.is_open ? "gain" : "plain"}>{hours.is_open ? "Open" : "Closed"}</Badge>
        )
      }
    >
      {hours !== undefined ? (
        <>
          {error && (
            <StaleNotice address={CALLS.readMarketHours.path} onRetry={() => void mutate()} />
          )}
          <Hours hours={hours} />
        </>
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonRows rows={2} what="the market's hours" />
      )}
    </Card>
  );
}

const Hours = ({ hours }: { readonly hours: MarketHoursView }) => (
  <>
    <dl>
      <FactRow name={hours.is_open ? "Closes in" : "Opens in"}>
        <span className="figure">
          {(hours.is_open ? hours.closes_in : hours.time_until_open) ?? UNKNOWN}
        </span>
      </FactRow>
      <FactRow name={hours.is_open ? "Next close (ET)" : "Next open (ET)"}>
        <span className="figure">
          {momentOf(hours.is_open ? hours.next_close : hours.next_open)}
        </span>
      </FactRow>
    </dl>
    {hours.is_simulated && (
      <p className="border-t border-line px-4 py-3 text-13 text-muted">
        The hours and the prices of the built-in exchange.
      </p>
    )}
  </>
);

const momentOf = (at: string | null) => (at === null ? UNKNOWN : momentText(at));
