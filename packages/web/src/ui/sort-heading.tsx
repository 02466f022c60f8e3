import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type SortDirection = "asc" | "desc";
const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

interface SortHeadingProps {
  /** Which way the column is sorted; undefined where another one is. */
  readonly sorted: SortDirection | undefined;
  /** Words stand at the left, figures at the right. */
  readonly isText?: boolean;
  readonly className?: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A column's heading that sorts by it when pressed, and says so. */
export function SortHeading({ sorted, isText, className, onPress, children }: SortHeadingProps) {
  const Arrow = sorted === "desc" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={classNames(isText && "text-left", className)}
      {...(sorted && { "aria-sort": ARIA_SORT[sorted] })}
    >
      <button
        type="button"
        className={classNames(
          "on-paper group inline-flex h-6 items-center gap-1 rounded-[5px] font-medium hover:text-ink",
          // The words stand at the column's edge, the arrow beside them.
          !isText && "flex-row-reverse",
        )}
        onClick={onPress}
      >
        {children}
        <Arrow
          aria-hidden="true"
          className={classNames(
            "size-3",
            !sorted && "opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50",
          )}
        />
      </button>
    </th>
  );
}
