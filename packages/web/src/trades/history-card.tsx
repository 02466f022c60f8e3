import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { ProblemError } from "../api/problem-error.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { INPUT } from "../ui/field.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import type { Filter } from "./use-filter.ts";

interface HistoryCardProps {
  readonly title: string;
  readonly address: string;
  /** Where the whole list is to be had as a file. */
  readonly csv?: string;
  readonly read: {
    readonly data?: readonly unknown[] | undefined;
    readonly error?: ProblemError | undefined;
    readonly mutate: () => Promise<unknown>;
  };
  readonly filter: Filter;
  readonly hasSides?: boolean;
  readonly empty: { readonly title: string; readonly words: string };
  readonly children: ReactNode;
}

/** Rows of a history shown at a time. */
export const PART_SIZE = 25;
/** As many as a call answers; where there are so many, there may be older ones. */
const LISTED_MAX = 100;

/** A list with its filter and its file, in every state it can be in. */
export function HistoryCard(props: HistoryCardProps) {
  const { title, address, csv, read, filter, hasSides = true, empty, children } = props;
  const retry = () => void read.mutate();
  const isCut = LISTED_MAX <= (read.data?.length ?? 0);
  return (
    <Card
      title={title}
      isPadded={false}
      aside={<Tools filter={filter} hasSides={hasSides} csv={csv} />}
    >
      {read.data === undefined ? (
        read.error ? (
          <ProblemNotice title="Failed to load data" problem={read.error} onRetry={retry} />
        ) : (
          <SkeletonRows rows={12} what={title.toLowerCase()} />
        )
      ) : (
        <>
          {read.error && <StaleNotice address={address} onRetry={retry} />}
          {read.data.length === 0 ? (
            <EmptyState title={empty.title}>{empty.words}</EmptyState>
          ) : filter.rows.length === 0 ? (
            <EmptyState title="Nothing matches">
              {isCut
                ? "None of the newest 100 does; older ones are not looked through."
                : "Clear the filter to see every row."}
            </EmptyState>
          ) : (
            children
          )}
          {isCut && (
            <p className="border-t border-line px-4 py-3 text-13 text-muted">
              The newest 100 are listed.
              {csv !== undefined && (
                <>
                  {" "}
                  <a
                    href={csv}
                    download
                    className="font-medium text-accent underline underline-offset-4"
                  >
                    Download the newest 500 as CSV
                  </a>
                </>
              )}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const SIDES = [
  { value: "all", words: "All" },
  { value: "BUY", words: "Buys" },
  { value: "SELL", words: "Sells" },
] as const;

const Tools = ({
  filter,
  hasSides,
  csv,
}: {
  readonly filter: Filter;
  readonly hasSides: boolean;
  readonly csv: string | undefined;
}) => (
  <div className="flex flex-wrap items-center gap-2">
    <input
      aria-label="Filter by symbol"
      placeholder="Symbol"
      maxLength={7}
      className={`${INPUT} !h-8 w-24 uppercase placeholder:normal-case`}
      value={filter.symbol}
      onChange={({ target }) => filter.setSymbol(target.value.trim().toUpperCase())}
    />
    {hasSides && (
      <SegmentedControl
        label="Side"
        options={SIDES}
        value={filter.side}
        onChange={filter.setSide}
      />
    )}
    {csv !== undefined && (
      <a
        href={csv}
        download
        className="inline-flex h-7 items-center gap-1.5 rounded-control border border-line bg-raised px-2.5 text-13 font-medium hover:border-line-strong"
      >
        <Download aria-hidden="true" className="size-3.5" />
        CSV
      </a>
    )}
  </div>
);
