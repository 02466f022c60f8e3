import { VERDICTS } from "@sevenfold/domain/verdict";
import { z } from "zod";
import { rowsWanted } from "./counts.ts";
import { TickerInput, Timestamp } from "./decimal.ts";
import { numberOf } from "./whole-input.ts";

/** The `older` of the page before: opaque, and good for as long as the history is. */
const Cursor = z.string().regex(/^[\w-]{1,64}$/, "This cursor is not one of ours");

/** The year in New York, as trades are taxed. */
const Year = z.preprocess(
  numberOf,
  z
    .int("A year is a whole number")
    .min(1990, "The year must be 1990 or later")
    .max(2200, "The year must be 2200 at the latest")
    .meta({ description: "A year, in New York." }),
);

/** Several with commas: `entered,left`. */
const Verdicts = z
  .string()
  .transform((words) => words.split(","))
  .pipe(
    z
      .array(z.enum(VERDICTS, `A verdict is one of ${VERDICTS.join(", ")}`))
      .max(VERDICTS.length, "A verdict is named more than once"),
  );

const narrowing = { ticker: TickerInput.optional(), year: Year.optional() };
const sided = { ...narrowing, side: z.enum(["BUY", "SELL"]).optional() };
const judged = { ...narrowing, verdicts: Verdicts.optional() };
const paged = {
  before: Cursor.optional(),
  limit: rowsWanted(100),
};

export const ActivityInput = z.strictObject({ ...narrowing, ...paged });
export const ActivityFileInput = z.strictObject(narrowing);
export const HistoryInput = z.strictObject({ ...sided, ...paged });
export const JournalInput = z.strictObject({ ...judged, ...paged });
/** The same of a file, which has no pages. */
export const HistoryFileInput = z.strictObject(sided);
export const JournalFileInput = z.strictObject(judged);

/**
 * One page of a history, newest first. Rows that come meanwhile are on none of the older pages, so
 * that going on by `older` neither repeats nor misses a row.
 */
export const historyPage = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    /** For `before` of the next call; null: the history begins with this page. */
    older: z.string().nullable(),
    /**
     * When the oldest row of all was; told with the first page of a history that is narrowed to no
     * symbol, side or year. Null: not told, or there is none.
     */
    begins: Timestamp.nullable(),
  });
