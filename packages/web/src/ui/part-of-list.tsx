import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { sharesText } from "./figures.ts";

interface PartOfList<Row> {
  readonly shown: readonly Row[];
  /** Rows that the next press shows; 0: all of them stand. */
  readonly next: number;
  readonly showNext: () => void;
}

/**
 * A long list, `size` rows at a time: a page that ends, and nothing of it lost. What a filter left few
 * of grows again as slowly: thousands of rows at once hold a page up.
 */
export function usePartOfList<Row>(
  rows: readonly Row[],
  size = Number.POSITIVE_INFINITY,
): PartOfList<Row> {
  const [count, setCount] = useState(size);
  const filled = Math.max(size, Math.ceil(rows.length / size) * size);
  if (filled < count) setCount(filled);
  return {
    shown: rows.length <= count ? rows : rows.slice(0, count),
    next: Math.max(0, Math.min(size, rows.length - count)),
    showNext: () => setCount(count + size),
  };
}

interface ShowMoreProps<Row> {
  readonly part: PartOfList<Row>;
  /** Once all rows stand. */
  readonly after?: ReactNode;
}

export const ShowMore = <Row,>({ after = null, part: { next, showNext } }: ShowMoreProps<Row>) =>
  next === 0 ? (
    after
  ) : (
    <div className="border-t border-line p-3 print:hidden">
      <Button className="h-11 w-full" onClick={showNext}>
        Show {sharesText(next)} more
      </Button>
    </div>
  );
