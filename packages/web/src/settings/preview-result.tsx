import type { SettingsPreviewView } from "@sevenfold/contract/settings";
import { type ReactNode, useState } from "react";
import { Change, Money, Percent } from "../ui/amounts.tsx";
import { apart } from "../ui/apart.ts";
import { Badge } from "../ui/badge.tsx";
import { ChartSlot } from "../ui/chart-slot.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { sharesText } from "../ui/figures.ts";
import { TABLE_HEAD } from "../ui/table.ts";
import { TableToggle } from "../ui/table-toggle.tsx";
import { PreviewTable } from "./preview-table.tsx";

const PreviewChart = apart("PreviewChart", () => import("./preview-chart.tsx"));
const HEIGHT = "h-[240px]";
type Run = SettingsPreviewView["proposed"];

// prettier-ignore
const ROWS: readonly (readonly [label: string, figure: (run: Run) => ReactNode])[] = [
  ["Return", ({ returnPct }) => <Change percent={returnPct} />],
  ["Largest drawdown", ({ maxDrawdownPct }) => <Percent of={maxDrawdownPct} />],
  ["Closed trades", ({ tradesCount }) => <span className="figure">{sharesText(tradesCount)}</span>],
  ["Equity at the end", ({ endEquity }) => <Money of={endEquity} />],
];

interface PreviewResultProps {
  readonly view: SettingsPreviewView;
  /** The form has moved on since. */
  readonly isOld: boolean;
}

/** Two runs of the same year, side by side. */
export function PreviewResult({ view, isOld }: PreviewResultProps) {
  const [isTable, setTable] = useState(false);
  return (
    <>
      <p role="status" className="mb-2 flex flex-wrap items-center gap-2 text-13 text-muted">
        <span>
          {dayText(view.from)} to {dayText(view.to)}, {view.symbols}{" "}
          {view.symbols === 1 ? "stock" : "stocks"}, from <Money of={view.startEquity} />
        </span>
        {isOld && <Badge tone="amber">Of earlier values</Badge>}
      </p>
      <table className="w-full" aria-label="The last year with these and with the stored values">
        <thead className={TABLE_HEAD}>
          <tr>
            <td />
            <th scope="col">
              <Swatch className="border-accent" />
              These values
            </th>
            <th scope="col">
              <Swatch className="border-dashed border-muted" />
              Stored now
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([label, figure]) => (
            <tr
              key={label}
              className="h-9 border-t border-line [&>td]:px-2.5 [&>td]:text-right [&>td:last-child]:pr-4"
            >
              <th scope="row" className="pl-4 text-left font-normal text-muted">
                {label}
              </th>
              <td className="font-medium">{figure(view.proposed)}</td>
              <td>{figure(view.current)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 mb-1 flex justify-end">
        <TableToggle isTable={isTable} onChange={setTable} />
      </div>
      {isTable ? (
        <PreviewTable view={view} className={HEIGHT} />
      ) : (
        <ChartSlot className={HEIGHT}>
          <PreviewChart view={view} className={HEIGHT} />
        </ChartSlot>
      )}
    </>
  );
}

const Swatch = ({ className }: { readonly className: string }) => (
  <span
    aria-hidden="true"
    className={`mr-2 inline-block w-4 border-t-2 align-[0.3em] ${className}`}
  />
);
