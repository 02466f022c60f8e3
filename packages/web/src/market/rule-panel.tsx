import { CALLS } from "@sevenfold/contract/calls";
import type { MarketPanelView } from "@sevenfold/contract/market";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Change, Price } from "../ui/amounts.tsx";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TickCell } from "../ui/tick-cell.tsx";
import { FeedBadge } from "./market-panel.tsx";
import { ruleAtWork } from "./rule-at-work.ts";
import { RuleChart } from "./rule-chart.tsx";

const CHOICES = 4;
/** What it shows has this height before it is there, so that nothing moves. */
const ROOM = "min-h-[318px]";

/** The product at work on the market of this moment, for a visitor: price, trigger and the reason. */
export function RulePanel() {
  const { data: panel, error, mutate } = useEndpoint(CALLS.readMarketPanel);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line px-4">
        <h2 className="text-sm">The rule, now</h2>
        {panel && <FeedBadge panel={panel} />}
      </div>
      <div className={ROOM}>
        {panel ? (
          <Stock rows={panel.rows.slice(0, CHOICES)} />
        ) : error ? (
          <ProblemNotice
            title="Market data is not available"
            problem={error}
            hint="The rest of this page works."
            onRetry={() => void mutate()}
          />
        ) : (
          <div role="status" className="space-y-4 p-4">
            <span className="sr-only">Loading market data</span>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-32" />
            <Skeleton className="h-10" />
          </div>
        )}
      </div>
    </div>
  );
}

function Stock({ rows }: { readonly rows: MarketPanelView["rows"] }) {
  const [chosen, setChosen] = useState<string>();
  const row = rows.find(({ ticker }) => ticker === chosen) ?? rows[0];
  if (row === undefined) return <p className="p-4 text-muted">No prices yet.</p>;
  const rule = ruleAtWork(row.spark, row.price);
  return (
    <div className="p-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p className="leading-5">
          <span className="font-semibold">{row.ticker}</span>
          <span className="block text-13 text-muted">{row.name}</span>
        </p>
        <p className="text-right">
          <span className="mr-1 text-2xl font-semibold tracking-[-0.015em]">
            <TickCell value={row.price}>
              <Price of={row.price} />
            </TickCell>
          </span>{" "}
          <Change isPublic percent={row.changePercent} />
        </p>
      </div>
      <div className="mt-3 min-h-32">
        {rule && row.price !== null && <RuleChart prices={[...row.spark, row.price]} rule={rule} />}
      </div>
      <p className="mt-3 flex min-h-15 items-center rounded-control border border-line bg-raised px-3.5 py-2 text-pretty sm:min-h-11">
        {rule?.sentence ?? "No price has been seen yet."}
      </p>
      <fieldset aria-label="Stock" className="mt-3 grid grid-cols-4 gap-1.5">
        {rows.map(({ ticker }) => (
          <button
            key={ticker}
            type="button"
            aria-pressed={ticker === row.ticker}
            className="h-8 rounded-control border border-line bg-raised text-13 font-medium text-muted transition-colors hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
            onClick={() => setChosen(ticker)}
          >
            {ticker}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
