import { useEffect, useRef, useState } from "react";
import { wordsOf } from "../api/problem-error.ts";

/** A page as the server gives it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next one begins; null: nothing is older. */
  readonly older: string | null;
  /** When the oldest row of all was; null where it is not told. */
  readonly begins: string | null;
}

export interface Pages<Row> {
  /** Newest first, all that was loaded; undefined while nothing is known. */
  readonly rows: readonly Row[] | undefined;
  /** Whether there are older ones than these. */
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  /** Why the older ones could not be loaded, in words. */
  readonly failure: string | undefined;
  readonly loadOlder: () => void;
}

interface Wanted<Row> {
  /** What is listed, so that pages of something else are never shown under it. */
  readonly of: string;
  /** The newest rows, kept fresh by whoever gives them; undefined while they are not there. */
  readonly newest: readonly Row[] | undefined;
  /** Whether there are older ones than the newest. */
  readonly isCut: boolean;
  readonly keyOf: (row: Row) => string;
  readonly readPage: (asked: {
    readonly before?: string;
    readonly limit: number;
  }) => Promise<Page<Row>>;
}

interface Loaded<Row> extends Omit<Page<Row>, "begins"> {
  readonly of: string;
}

/** As many as a call answers that does not say how many it wants. */
export const LISTED_MAX = 100;
/** Rows of a page that is asked for. */
const PAGE = 100;

/** The newest rows, which go on changing, and below them as many older pages as were asked for. */
export function usePages<Row>(wanted: Wanted<Row>): Pages<Row> {
  const { isCut, keyOf, newest, of, readPage } = wanted;
  const [loaded, setLoaded] = useState<Loaded<Row>>();
  const [state, setState] = useState<{ readonly of: string; readonly failure?: string }>();
  const asked = useRef<string>(undefined);
  const shownOf = useRef(of);
  useEffect(() => {
    shownOf.current = of;
  }, [of]);

  const older = loaded?.of === of && goesOn(newest, loaded, wanted) ? loaded : undefined;
  const isLoading = state?.of === of && state.failure === undefined;

  const loadOlder = async () => {
    // One at a time: two would ask for the same page.
    if (asked.current === of) return;
    asked.current = of;
    setState({ of });
    try {
      // At first from the top, for where a page begins only the one before it tells.
      const page = await readPage(
        older?.older == null ? { limit: LISTED_MAX + PAGE } : { before: older.older, limit: PAGE },
      );
      if (shownOf.current === of)
        setLoaded({ of, rows: [...(older?.rows ?? []), ...page.rows], older: page.older });
      setState(undefined);
    } catch (thrown) {
      setState({ of, failure: wordsOf(thrown) });
    } finally {
      asked.current = undefined;
    }
  };

  return {
    rows: newest && merged(newest, older?.rows ?? [], keyOf),
    hasOlder: older === undefined ? isCut : older.older !== null,
    isLoading,
    failure: state?.of === of ? state.failure : undefined,
    loadOlder: () => void loadOlder(),
  };
}

/** So much came meanwhile, or the rows are another account's: what was loaded lies apart from the newest. */
function goesOn<Row>(
  newest: readonly Row[] | undefined,
  { rows }: Pick<Page<Row>, "rows">,
  { isCut, keyOf }: Wanted<Row>,
): boolean {
  if (newest === undefined || !isCut) return false;
  const keys = new Set(rows.map(keyOf));
  return newest.some((row) => keys.has(keyOf(row)));
}

function merged<Row>(
  newest: readonly Row[],
  older: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (older.length === 0) return newest;
  const keys = new Set(newest.map(keyOf));
  return [...newest, ...older.filter((row) => !keys.has(keyOf(row)))];
}
