import { CALLS } from "@sevenfold/contract/calls";
import type { SettingsChangeView } from "@sevenfold/contract/settings";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Card } from "../ui/card.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { differenceOf } from "./setting-words.ts";

const SHOWN_FIRST = 5;

/** Who changed what, newest first. */
export function ChangesCard() {
  const { data, error, mutate } = useEndpoint(CALLS.listSettingsChanges);
  const [isWhole, setWhole] = useState(false);
  // The first entry of an account tells no change: there was nothing before.
  const changes = data?.filter((change) => 0 < change.changes.length);
  return (
    <Card title="History of changes" isPadded={false}>
      {changes === undefined ? (
        error ? (
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            onRetry={() => void mutate()}
          />
        ) : (
          <SkeletonRows rows={3} what="the history of changes" />
        )
      ) : changes.length === 0 ? (
        <EmptyState title="No rule or limit changed yet">
          What is saved of rules, limits and automation is kept here, before and after. The goal and
          the stocks are not.
        </EmptyState>
      ) : (
        <>
          <ol className="divide-y divide-line border-t border-line">
            {(isWhole ? changes : changes.slice(0, SHOWN_FIRST)).map((change) => (
              <ChangeEntry key={change.at} change={change} />
            ))}
          </ol>
          {!isWhole && SHOWN_FIRST < changes.length && (
            <button
              type="button"
              className="h-10 w-full border-t border-line text-13 font-medium text-accent hover:bg-raised"
              onClick={() => setWhole(true)}
            >
              Show all {changes.length}
            </button>
          )}
        </>
      )}
    </Card>
  );
}

const ChangeEntry = ({
  change: { at, changedBy, changes },
}: {
  readonly change: SettingsChangeView;
}) => (
  <li className="px-4 py-3">
    <p className="mb-1 flex justify-between gap-3 text-13 text-muted">
      <span>By {changedBy}</span>
      <time dateTime={at} className="figure">
        {momentText(at)} ET
      </time>
    </p>
    <DifferenceList differences={changes.map(differenceOf)} />
  </li>
);
