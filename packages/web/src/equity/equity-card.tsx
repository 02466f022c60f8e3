import { useState } from "react";
import { readEquityCurve } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Money } from "../ui/amounts.tsx";
import { apart } from "../ui/apart.ts";
import { Card } from "../ui/card.tsx";
import { ChartSlot } from "../ui/chart-slot.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TABLE_HEAD } from "../ui/table.ts";

const EquityChart = apart("EquityChart", () => import("./equity-chart.tsx"));

const RANGES = [
  { value: "1d", words: "1D" },
  { value: "1w", words: "1W" },
  { value: "1m", words: "1M" },
  { value: "all", words: "All" },
] as const;
export type Range = (typeof RANGES)[number]["value"];
const HEIGHT = "h-[260px]";

/** The account's equity over time; as a table for whoever cannot see a chart. */
export function EquityCard({ className }: { readonly className: string }) {
  const [range, setRange] = useState<Range>("1m");
  const [isTable, setTable] = useState(false);
  const {
    data: curve,
    error,
    mutate,
  } = useEndpoint(readEquityCurve, { range }, { everyMs: 60_000 });
  return (
    <Card
      title="Equity"
      className={className}
      isPadded={false}
      aside={
        <div className="flex items-center gap-3">
          <button
            type="button"
            aria-pressed={isTable}
            className="rounded-[5px] text-13 font-medium text-accent underline-offset-4 hover:underline"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? "View as chart" : "View as table"}
          </button>
          <SegmentedControl label="Range" options={RANGES} value={range} onChange={setRange} />
        </div>
      }
    >
      {curve === undefined ? (
        error ? (
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            onRetry={() => void mutate()}
          />
        ) : (
          <Skeleton className={`mx-4 mb-4 ${HEIGHT}`} />
        )
      ) : curve.points.length < 2 ? (
        <EmptyState title="No history yet">
          The curve begins with the account's second recorded value.
        </EmptyState>
      ) : isTable ? (
        <EquityTable points={curve.points} />
      ) : (
        <>
          <ChartSlot className={`mx-4 mb-4 ${HEIGHT}`}>
            <EquityChart points={curve.points} className={HEIGHT} />
          </ChartSlot>
          <p className="px-4 pt-1 pb-3 text-right text-xs text-muted">Times in ET</p>
        </>
      )}
    </Card>
  );
}

const EquityTable = ({
  points,
}: {
  readonly points: readonly { readonly at: string; readonly equity: number }[];
}) => (
  <ScrollRegion label="Equity over time" className={`border-t border-line ${HEIGHT}`}>
    <table className="w-full">
      <thead className={`${TABLE_HEAD} sticky top-0 bg-surface`}>
        <tr>
          <th scope="col" className="pl-4 text-left">
            Time (ET)
          </th>
          <th scope="col" className="pr-4">
            Equity
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ at, equity }) => (
          <tr key={at} className="h-9 border-t border-line">
            <td className="figure pl-4 text-muted">{momentText(at)}</td>
            <td className="pr-4 text-right">
              <Money of={equity} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
