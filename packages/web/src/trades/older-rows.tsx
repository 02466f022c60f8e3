import { Button } from "../ui/button.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { sharesText } from "../ui/figures.ts";
import type { Pages } from "./use-pages.ts";

interface OlderRowsProps<Row> {
  /** What is listed, in the plural: "trades". */
  readonly what: string;
  readonly pages: Pages<Row>;
  readonly timeOf: (row: Row) => string;
}

/** Below all rows that were loaded: how far back they reach, and the way on to the first one. */
export function OlderRows<Row>({ pages, timeOf, what }: OlderRowsProps<Row>) {
  const { failure, hasOlder, isLoading, loadOlder, rows = [] } = pages;
  const last = rows.at(-1);
  if (last === undefined) return null;
  const since = dayText(timeOf(last));
  return (
    <div className="border-t border-line px-4 py-3 text-13 text-muted">
      <p role="status">
        {hasOlder
          ? `The newest ${sharesText(rows.length)}, back to ${since}.`
          : `${sharesText(rows.length)} in all, back to the first on ${since}.`}
        {failure !== undefined && ` Older ${what} could not be loaded. ${failure}`}
      </p>
      {hasOlder && (
        <Button className="mt-3 h-11 w-full" disabled={isLoading} onClick={loadOlder}>
          {isLoading ? `Loading older ${what}…` : `Show older ${what}`}
        </Button>
      )}
    </div>
  );
}
