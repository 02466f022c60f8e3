import type { ActivityView } from "@sevenfold/contract/activities";
import { CALLS } from "@sevenfold/contract/calls";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Money } from "../ui/amounts.tsx";
import { CoveredWords } from "../ui/covered-words.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { HistoryCard, PART_SIZE } from "./history-card.tsx";
import { isNarrowing, useFilter } from "./use-filter.ts";
import { type PageAsked, useHistory } from "./use-history.ts";

const keyOf = ({ id }: ActivityView) => id;
/** One of the account as a whole is found under no symbol. */
const rowOf = (activity: ActivityView) => ({ ...activity, ticker: activity.ticker ?? "" });
const pageOf = <Page extends { readonly rows: readonly ActivityView[] }>(page: Page) => ({
  ...page,
  rows: page.rows.map(rowOf),
});

/** Money and shares that moved without a trade: dividends, fees, deposits, splits. */
export function ActivityHistory() {
  const filter = useFilter();
  const { side: _, ...narrowing } = filter.narrowing;
  const when = isNarrowing(narrowing);
  const whole = useEndpoint(CALLS.readActivityPage, {});
  const part = useEndpoint(CALLS.readActivityPage, narrowing, { when });
  const readPage = async ({ side: __, ...asked }: PageAsked) =>
    pageOf(await call(CALLS.readActivityPage, asked));
  const shown = <Read extends typeof whole>(read: Read) => ({
    ...read,
    data: read.data && pageOf(read.data),
  });
  const history = useHistory({ whole: shown(whole), part: shown(part), readPage, keyOf }, filter);
  return (
    <HistoryCard
      title="Activities"
      address={CALLS.readActivityPage.path}
      csv={CALLS.downloadActivities.path}
      history={history}
      filter={filter}
      timeOf={({ at }) => at}
      choice={<span />}
      empty={{
        title: "No activities yet",
        words:
          "Dividends, fees, deposits, splits: what moves money or shares without a trade is listed here.",
      }}
    >
      {(activities, after) => <ActivityList activities={activities} after={after} />}
    </HistoryCard>
  );
}

interface ActivityListProps {
  readonly activities: readonly ActivityView[];
  readonly after: ReactNode;
}

function ActivityList({ activities, after }: ActivityListProps) {
  const part = usePartOfList(activities, PART_SIZE);
  return (
    <>
      <ul aria-label="Activities" className="divide-y divide-line border-t border-line">
        {part.shown.map((activity) => (
          <ActivityLine key={keyOf(activity)} activity={activity} />
        ))}
      </ul>
      <ShowMore part={part} after={after} />
    </>
  );
}

const ActivityLine = ({ activity }: { readonly activity: ActivityView }) => {
  const { amount, at, says, words } = activity;
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
      <div>
        <p className="text-sm">
          <CoveredWords of={says} />
        </p>
        {words !== null && (
          <p className="text-13 text-muted">
            The broker says: <CoveredWords of={words} />
          </p>
        )}
      </div>
      <span className="flex items-center gap-3">
        {amount !== 0 && <Money of={amount} />}
        <time dateTime={at} className="figure text-13 text-muted">
          {momentText(at)} ET
        </time>
      </span>
    </li>
  );
};
