import { CALLS } from "@sevenfold/contract/calls";
import type { DailyChangeView } from "@sevenfold/contract/portfolio";
import { useDayNow } from "../equity/account-now.ts";
import { Change } from "../ui/amounts.tsx";
import { Card } from "../ui/card.tsx";
import { ProblemNotice, StaleLine } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** What happened since this hour of yesterday, and since the last close. */
export function DayCard({ className }: { readonly className: string }) {
  const { day, error, mutate } = useDayNow();
  return (
    <Card title="24h Change" className={className} isPadded={day !== undefined || !error}>
      {day ? (
        <div className="min-h-[58px] space-y-1.5">
          <p className="text-xl font-semibold tracking-[-0.015em] sm:text-2xl">
            <Change money={day.change24h} percent={day.change24hPercent} />
          </p>
          {day.dailyChange !== null && (
            <dl className="text-13">
              <dt className="inline text-muted">Since previous close </dt>
              <dd className="inline">
                <Change money={day.dailyChange} />
              </dd>
            </dl>
          )}
          <WhyUnknown day={day} />
          {error && (
            <StaleLine address={CALLS.readDailyChange.path} onRetry={() => void mutate()} />
          )}
        </div>
      ) : error ? (
        <ProblemNotice
          title="Failed to load daily change data"
          problem={error}
          onRetry={() => void mutate()}
        />
      ) : (
        <Skeleton className="h-[58px]" />
      )}
    </Card>
  );
}

/** A dash with its reason. Where today's change is known, only what it was a day ago can be missing. */
function WhyUnknown({ day }: { readonly day: DailyChangeView }) {
  const why =
    day.unknownBecause ??
    (day.change24h === null ? "What it was worth 24 hours ago is not on record." : undefined);
  return why === undefined ? null : <p className="text-13 text-muted">{why}</p>;
}
