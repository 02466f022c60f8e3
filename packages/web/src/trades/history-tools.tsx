import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { INPUT } from "../ui/field.ts";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import type { Filter } from "./use-filter.ts";

interface HistoryToolsProps {
  readonly csv: string;
  readonly wanted?: Readonly<Record<string, string>>;
  readonly filter: Filter;
  readonly choice?: ReactNode;
  /** What can be done with all that the list is of. */
  readonly deed?: ReactNode;
  /** When the oldest row of all was; undefined where that is not known, or there is none. */
  readonly since?: string | undefined;
}

const SIDES = [
  { value: "all", words: "All" },
  { value: "BUY", words: "Buys" },
  { value: "SELL", words: "Sells" },
] as const;

const SMALL_INPUT = `${INPUT} !h-8`;

/** What a history is narrowed by, and the file of what it is narrowed to. */
export const HistoryTools = (props: HistoryToolsProps) => {
  const { choice, csv, deed, filter, since, wanted: beside } = props;
  const wanted = { ...filter.narrowing, ...beside };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        aria-label="Filter by symbol"
        placeholder="Symbol"
        maxLength={7}
        className={`${SMALL_INPUT} w-24 uppercase placeholder:normal-case`}
        value={filter.symbol}
        onChange={({ target }) => filter.setSymbol(target.value.trim().toUpperCase())}
      />
      {choice ?? (
        <SegmentedControl
          label="Side"
          options={SIDES}
          value={filter.side}
          onChange={filter.setSide}
        />
      )}
      <YearChoice filter={filter} since={since} />
      <a
        href={fileAt(csv, wanted)}
        download
        className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-raised px-2.5 text-13 font-medium hover:border-line-strong"
      >
        <Download aria-hidden="true" className="size-3.5" />
        {0 < Object.keys(wanted).length ? "All of these as CSV" : "Whole history as CSV"}
      </a>
      {deed}
    </div>
  );
};

/** Years are New York's, as trades are taxed. One year alone is no choice. */
function YearChoice({
  filter: { setYear, year },
  since,
}: Pick<HistoryToolsProps, "filter" | "since">) {
  const present = newYorkYear(new Date());
  const first = since === undefined ? present : newYorkYear(new Date(since));
  // One that was chosen stays, also until it is known when the next history begins.
  const count = present - Math.min(first, year ?? present) + 1;
  if (count <= 1 && year === undefined) return null;
  return (
    <select
      aria-label="Year"
      className={`${SMALL_INPUT} w-auto`}
      value={year ?? ""}
      onChange={({ target }) => setYear(target.value === "" ? undefined : Number(target.value))}
    >
      <option value="">All years</option>
      {Array.from({ length: count }, (_, back) => present - back).map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

const newYorkYear = (at: Date): number => Number(at.toLocaleDateString("en-US", NEW_YORK_YEAR));
const NEW_YORK_YEAR = { timeZone: "America/New_York", year: "numeric" } as const;

function fileAt(path: string, wanted: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams(
    Object.entries(wanted).map(([name, value]) => [name, String(value)]),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}
