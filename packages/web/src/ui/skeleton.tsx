import { classNames } from "./class-names.ts";

/** Stands for what is loading, at its height. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames("breathe block rounded-[5px] bg-line/70", className)}
  />
);

/** Rows of a table that is loading. */
export const SkeletonRows = ({
  rows,
  what,
}: {
  readonly rows: number;
  /** "Loading …" says this. */
  readonly what: string;
}) => (
  <div role="status" className="divide-y divide-line border-t border-line">
    <span className="sr-only">Loading {what}</span>
    {Array.from({ length: rows }, (_, index) => index).map((row) => (
      <div key={row} className="flex h-10 items-center gap-6 px-4">
        <Skeleton className="h-3.5 w-16" />
        <Skeleton className="h-3.5 flex-1" />
        <Skeleton className="h-3.5 w-20" />
      </div>
    ))}
  </div>
);
