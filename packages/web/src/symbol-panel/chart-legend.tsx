import type { ReactNode } from "react";

/** What the chart's marks and lines mean. */
export const ChartLegend = ({
  hasShade,
  hasCost,
}: {
  readonly hasShade: boolean;
  readonly hasCost: boolean;
}) => (
  <ul
    aria-label="Marks of the chart"
    className="flex flex-wrap gap-x-4 gap-y-1 px-5 pt-2 pb-3 text-xs text-muted"
  >
    <Mark sign={<span className="text-accent">▲</span>}>Entry</Mark>
    <Mark sign={<span className="text-accent">▼</span>}>Exit</Mark>
    <Mark sign={<span data-dot="amber" className="size-1.5 rounded-full bg-amber" />}>Pattern</Mark>
    <Mark sign={<span className="w-4 border-t border-muted" />}>Trail high and low</Mark>
    <Mark sign={<span className="w-4 border-t border-dashed border-accent" />}>Next trigger</Mark>
    {hasCost && (
      <Mark sign={<span className="w-4 border-t border-dotted border-muted" />}>Average cost</Mark>
    )}
    {hasShade && (
      <Mark sign={<span className="size-3 bg-line-strong/20" />}>Outside the regular session</Mark>
    )}
    <li className="ml-auto">Times in ET</li>
  </ul>
);

const Mark = ({ sign, children }: { readonly sign: ReactNode; readonly children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className="flex text-[0.65rem]">
      {sign}
    </span>
    {children}
  </li>
);
