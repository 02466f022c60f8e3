import { CALLS } from "@sevenfold/contract/calls";
import type { TradeView } from "@sevenfold/contract/orders";
import type { EquityCurveView } from "@sevenfold/contract/portfolio";
import { useMemo, useState } from "react";
import { addressOf } from "../api/address-of.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { serverNow } from "../live/server-clock.ts";
import { Money } from "../ui/amounts.tsx";
import { apart } from "../ui/apart.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ChartSlot } from "../ui/chart-slot.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TABLE_HEAD } from "../ui/table.ts";
import { TableToggle } from "../ui/table-toggle.tsx";
import { useAccountNow } from "./account-now.ts";
import { EQUITY_VIEWS, type EquityView, paidInOver, upToNow } from "./equity-figures.ts";
import { RangeFigures } from "./range-figures.tsx";

const EquityChart = apart("EquityChart", () => import("./equity-chart.tsx"));

const RANGES = [
  { value: "1d", words: "1D" },
  { value: "1w", words: "1W" },
  { value: "1m", words: "1M" },
  { value: "all", words: "All" },
] as const;
export type Range = (typeof RANGES)[number]["value"];
const HEIGHT = "h-[260px]";
const TOOLS = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pb-3";
const FOOT = "flex flex-wrap justify-between gap-x-4 px-4 pt-1 pb-3 text-xs text-muted";
/** Fills that are marked at most: the newest. */
const MARKED_MAX = 500;
const NO_TRADES: readonly TradeView[] = [];
const NO_POINTS: EquityCurveView["points"] = [];

/** The account's equity over time; as a table for whoever cannot see a chart. */
export function EquityCard({ className }: { readonly className: string }) {
  const [range, setRange] = useState<Range>("1m");
  const [isTable, setTable] = useState(false);
  const [view, setView] = useState<EquityView>("money");
  const [isMarked, setMarked] = useState(false);
  const { data: trades = NO_TRADES } = useEndpoint(
    CALLS.listTrades,
    { limit: MARKED_MAX },
    { when: isMarked },
  );
  const { data: curve, error, mutate } = useEndpoint(CALLS.readEquityCurve, { range });
  const again = () => void mutate();
  const { account } = useAccountNow();
  const read = curve?.points ?? NO_POINTS;
  const equity = account?.equity;
  const points = useMemo(() => upToNow(read, equity, serverNow()), [read, equity]);
  return (
    <Card
      title="Equity"
      className={className}
      isPadded={false}
      aside={
        <div className="flex items-center gap-3">
          <TableToggle isTable={isTable} onChange={setTable} />
          <SegmentedControl label="Range" options={RANGES} value={range} onChange={setRange} />
        </div>
      }
    >
      {curve !== undefined && error && (
        <StaleNotice address={addressOf(CALLS.readEquityCurve, { range })} onRetry={again} />
      )}
      {curve === undefined ? (
        error ? (
          <ProblemNotice title="Failed to load data" problem={error} onRetry={again} />
        ) : (
          <Loading />
        )
      ) : points.length < 2 ? (
        <EmptyState title="No history yet">
          The curve begins with the account's second recorded value.
        </EmptyState>
      ) : isTable ? (
        <EquityTable points={points} />
      ) : (
        <>
          <div className={TOOLS}>
            <RangeFigures points={points} />
            <div className="flex items-center gap-2">
              <Button
                size="small"
                aria-pressed={isMarked}
                className="aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
                onClick={() => setMarked(!isMarked)}
              >
                Trades
              </Button>
              <SegmentedControl
                label="Shown as"
                options={EQUITY_VIEWS}
                value={view}
                onChange={setView}
              />
            </div>
          </div>
          <ChartSlot className={`mx-4 ${HEIGHT}`}>
            <EquityChart
              points={read}
              shown={points}
              view={view}
              trades={isMarked ? trades : NO_TRADES}
              className={HEIGHT}
            />
          </ChartSlot>
          <p className={FOOT}>
            <span>
              {isMarked &&
                `▲ bought, ▼ sold${trades.length < MARKED_MAX ? "" : `: the newest ${MARKED_MAX}`}`}
            </span>
            {paidInOver(points) !== 0 && (
              <span>Change and drawdown leave deposits and withdrawals out.</span>
            )}
            Times in ET
          </p>
        </>
      )}
    </Card>
  );
}

/** As high as what comes: nothing below it moves then. */
const Loading = () => (
  <>
    <div className={TOOLS}>
      <Skeleton className="h-[19px] w-64" />
      <Skeleton className="h-[30px] w-60" />
    </div>
    <Skeleton className={`mx-4 ${HEIGHT}`} />
    <p aria-hidden="true" className={FOOT}>
      &nbsp;
    </p>
  </>
);

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
