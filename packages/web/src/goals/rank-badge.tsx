import { classNames } from "../ui/class-names.ts";

const BEST = 3;

/** A place; the first three stand out. */
export const RankBadge = ({ rank }: { readonly rank: number }) => (
  <span
    className={classNames(
      "figure inline-grid h-6 min-w-6 place-items-center rounded-full border px-1 text-xs font-semibold",
      rank <= BEST ? "border-accent bg-accent text-on-accent" : "border-line text-muted",
    )}
  >
    {rank}
    {rank <= BEST && <span className="sr-only">, one of the best three</span>}
  </span>
);
