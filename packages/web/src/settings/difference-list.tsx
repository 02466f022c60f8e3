import { ArrowRight } from "lucide-react";
import type { SettingDifference } from "./setting-words.ts";

/** Settings before and after, one to a line. */
export const DifferenceList = ({
  differences,
}: {
  readonly differences: readonly SettingDifference[];
}) => (
  <ul className="text-13">
    {differences.map(({ field, label, before, after }) => (
      <li key={field} className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
        <span className="text-muted">{label}</span>
        <span className="figure inline-flex items-center gap-1.5">
          <span className="text-muted">{before}</span>
          <ArrowRight aria-hidden="true" className="size-3 text-muted" />
          <span className="sr-only">becomes</span>
          <span className="font-medium text-ink">{after}</span>
        </span>
      </li>
    ))}
  </ul>
);
