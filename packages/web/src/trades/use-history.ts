import type { ProblemError } from "../api/problem-error.ts";
import { type Filter, isNarrowing, matching, type Narrowing } from "./use-filter.ts";
import { LISTED_MAX, type Page, type Pages, usePages } from "./use-pages.ts";

interface Row {
  readonly ticker: string;
  readonly side?: "BUY" | "SELL";
}

interface Read<View> {
  readonly data?: View | undefined;
  readonly error?: ProblemError | undefined;
  readonly mutate: () => Promise<unknown>;
}

export type PageAsked = Narrowing & { readonly before?: string; readonly limit?: number };

interface Reads<Each> {
  /** The newest of all. */
  readonly whole: Read<Page<Each>>;
  /** The newest of what the filter narrows to; asked for where it narrows. */
  readonly part: Read<Page<Each>>;
  readonly readPage: (asked: PageAsked) => Promise<Page<Each>>;
  readonly keyOf: (row: Each) => string;
  /** What both are of, where the filter is not all that says so. */
  readonly of?: string;
}

export interface History<Each> {
  /** What is to be shown; undefined while nothing is known. */
  readonly rows: readonly Each[] | undefined;
  /** Whether there is any row at all, shown or not. */
  readonly isEmpty: boolean;
  /** Its oldest row of all; undefined where not all of it is there. */
  readonly oldest: Each | undefined;
  /** When that was, as it was told; undefined where it was not. */
  readonly begins: string | undefined;
  readonly error: ProblemError | undefined;
  readonly again: () => void;
  readonly pages: Pages<Each>;
}

/**
 * A history with its newest rows fresh, as the filter wants it. What is there already is narrowed at
 * once, and the server looks through all of it as soon as a whole symbol stands there.
 */
export function useHistory<Each extends Row>(
  { keyOf, of = "", part, readPage, whole }: Reads<Each>,
  filter: Filter,
): History<Each> {
  const { narrowing, symbol, year } = filter;
  const isNarrowed = isNarrowing(narrowing);
  const all = usePages<Each>({
    of,
    newest: whole.data?.rows,
    isCut: whole.data?.older != null,
    keyOf,
    readPage,
  });
  const narrowed = usePages<Each>({
    of: `${of} ${JSON.stringify(narrowing)}`,
    newest: isNarrowed ? part.data?.rows : undefined,
    isCut: part.data?.older != null,
    keyOf,
    readPage: (asked) => readPage({ ...narrowing, ...asked }),
  });

  // A symbol without rows may be the beginning of one that has; of a year only the server knows.
  const isFound = 0 < (narrowed.rows?.length ?? 0) || symbol === "";
  const usesPart = isNarrowed && (year !== undefined || (narrowed.rows !== undefined && isFound));
  const pages = usesPart ? narrowed : all;
  const read = usesPart ? part : whole;
  return {
    rows: pages.rows && matching(pages.rows, filter),
    isEmpty: whole.data?.rows.length === 0,
    oldest: all.hasOlder ? undefined : all.rows?.at(-1),
    begins: whole.data?.begins ?? undefined,
    error: read.error,
    again: () => void read.mutate(),
    pages,
  };
}

/** A list of the newest tells only by its length whether there are older ones. */
export const isCut = (rows: readonly unknown[] | undefined): boolean =>
  rows !== undefined && LISTED_MAX <= rows.length;

/** Such a list, with what a page has told of when all of it begins. */
export const asPage = <Each>(
  { data, ...read }: Read<readonly Each[]>,
  first: Page<Each> | undefined,
): Read<Page<Each>> => ({
  ...read,
  data: data && { rows: data, older: isCut(data) ? "" : null, begins: first?.begins ?? null },
});
