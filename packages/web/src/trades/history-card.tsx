import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { HistoryTools } from "./history-tools.tsx";
import { OlderRows } from "./older-rows.tsx";
import type { Filter } from "./use-filter.ts";
import type { History } from "./use-history.ts";

interface HistoryCardProps<Row> {
  readonly title: string;
  readonly address: string;
  /** Where all of it is to be had as a file, and what is wanted of it beside what the filter says. */
  readonly csv: string;
  readonly wanted?: Readonly<Record<string, string>>;
  readonly history: History<Row>;
  readonly filter: Filter;
  /** Stands in for the choice of buys and sells. */
  readonly choice?: ReactNode;
  /** Stands beside its file. */
  readonly deed?: ReactNode;
  readonly empty: { readonly title: string; readonly words: string };
  readonly timeOf: (row: Row) => string;
  /** Shows the rows and, once all of them stand, what comes after. */
  readonly children: (rows: readonly Row[], after: ReactNode) => ReactNode;
}

/** Rows of a history shown at a time. */
export const PART_SIZE = 25;

/** A list with its filter and its file, in every state it can be in. */
export function HistoryCard<Row>(props: HistoryCardProps<Row>) {
  const { title, address, history, empty, timeOf, children } = props;
  const { again, begins, error, isEmpty, oldest, pages, rows } = history;
  const what = title.toLowerCase();
  const after = <OlderRows what={what} pages={pages} timeOf={timeOf} />;
  return (
    <Card
      title={title}
      isPadded={false}
      aside={<HistoryTools {...props} since={oldest === undefined ? begins : timeOf(oldest)} />}
    >
      {rows === undefined ? (
        error ? (
          <ProblemNotice title="Failed to load data" problem={error} onRetry={again} />
        ) : (
          <SkeletonRows rows={12} what={what} />
        )
      ) : (
        <>
          {error && <StaleNotice address={address} onRetry={again} />}
          {0 < rows.length ? (
            children(rows, after)
          ) : isEmpty ? (
            <EmptyState title={empty.title}>{empty.words}</EmptyState>
          ) : (
            <>
              <EmptyState title="Nothing matches">
                {pages.hasOlder
                  ? "Older ones may: type the whole symbol to look through all of them."
                  : "Clear the filter to see every row."}
              </EmptyState>
              {after}
            </>
          )}
        </>
      )}
    </Card>
  );
}
