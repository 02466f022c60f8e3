import type { DecisionView } from "@sevenfold/contract/orders";
import { type ReactNode, useState } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { CoveredWords } from "../ui/covered-words.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { priceText, sharesText } from "../ui/figures.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { type DecisionRun, runsOf } from "./decision-runs.ts";
import { PART_SIZE } from "./history-card.tsx";

export const keyOf = ({ at, ticker, verdict }: DecisionView) => `${ticker} ${at} ${verdict}`;

interface DecisionListProps {
  readonly decisions: readonly DecisionView[];
  readonly after: ReactNode;
}

/** One row for each thing that was decided, however many stocks it was decided of. */
export function DecisionList({ after, decisions }: DecisionListProps) {
  const part = usePartOfList(runsOf(decisions), PART_SIZE);
  return (
    <>
      <ul aria-label="Decisions" className="divide-y divide-line border-t border-line">
        {part.shown.map((run) =>
          run.all.length === 1 ? (
            <li key={keyOf(run.newest)}>
              <DecisionLine decision={run.newest} />
            </li>
          ) : (
            // By its first decision: a run that goes on stays as it was opened.
            <RunLine key={keyOf(run.all.at(-1)!)} run={run} />
          ),
        )}
      </ul>
      <ShowMore part={part} after={after} />
    </>
  );
}

/** Stocks that are named of a run that is folded up. */
const NAMED_MAX = 5;

function RunLine({ run }: { readonly run: DecisionRun }) {
  const [isOpen, setOpen] = useState(false);
  const { all, newest, tickers } = run;
  const [only] = tickers;
  return (
    <li>
      <Line
        of={tickers.length === 1 ? only! : `${tickers.length} stocks`}
        decision={newest}
        time={<Span from={all.at(-1)!.at} to={newest.at} />}
      >
        <Explanation of={newest.explanation} />
        <span className="block text-13 text-muted">
          {wordsOf(run)}{" "}
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-6 font-medium text-accent hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Show as one" : `Show all ${sharesText(all.length)}`}
          </button>
        </span>
      </Line>
      {isOpen && (
        <ul aria-label={newest.explanation} className="divide-y divide-line border-t border-line">
          {all.map((decision) => (
            <li key={keyOf(decision)} className="sm:pl-4">
              <DecisionLine decision={decision} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Which stocks, and how many decisions where that is more. */
function wordsOf({ all, tickers }: DecisionRun): string {
  const times = all.length === tickers.length ? "" : `${sharesText(all.length)} times`;
  if (tickers.length === 1) return `${times}.`;
  const more = tickers.length - NAMED_MAX;
  const named = tickers.slice(0, NAMED_MAX).join(", ");
  const names = more <= 0 ? named : `${named} and ${more} more`;
  return times === "" ? `${names}.` : `${names}, ${times}.`;
}

/** When a run began and when it was last said; what is the same of both is written once. */
function Span({ from, to }: { readonly from: string; readonly to: string }) {
  const [first, last] = [momentText(from), momentText(to)];
  const [day, clock] = last.split(", ");
  return (
    <span className="text-right text-13 text-muted">
      {first !== last && (
        <>
          <time dateTime={from} className="figure">
            {first}
          </time>{" "}
          to{" "}
        </>
      )}
      <time dateTime={to} className="figure">
        {first !== last && first.startsWith(`${day}, `) ? clock : last} ET
      </time>
    </span>
  );
}

const TONES: Readonly<Record<string, Tone>> = { entered: "gain", left: "loss", blocked: "amber" };
/** As the filter above spells it. */
const NAMES: Readonly<Record<string, string>> = {
  entered: "Entered",
  left: "Left",
  blocked: "Blocked",
  waiting: "Waiting",
};

/** Who told the price it was decided on, and when that was made. */
const PriceOf = ({
  decision: { price, priceAt, providerName },
}: {
  readonly decision: DecisionView;
}) =>
  price === null || priceAt === null ? null : (
    <span className="block text-13 text-muted">
      {priceText(price)} by {providerName}, made {momentText(priceAt)} ET.
    </span>
  );

const DecisionLine = ({ decision }: { readonly decision: DecisionView }) => (
  <Line
    of={decision.ticker}
    decision={decision}
    time={
      <time dateTime={decision.at} className="figure text-13 text-muted">
        {momentText(decision.at)} ET
      </time>
    }
  >
    <Explanation of={decision.explanation} />
    {decision.providerName !== null && <PriceOf decision={decision} />}
    {0 < decision.patterns.length && ` Bar patterns: ${decision.patterns.join(", ")}.`}
  </Line>
);

/** Prices are anybody's; what is quoted is about the account. */
function Explanation({ of }: { readonly of: string }) {
  const [own = "", ...quoted] = of.split(/(?=“)/);
  return (
    <>
      {own}
      <CoveredWords of={quoted.join("")} />
    </>
  );
}

interface LineProps {
  /** Which stock, or how many. */
  readonly of: string;
  readonly decision: DecisionView;
  readonly time: ReactNode;
  readonly children: ReactNode;
}

const Line = ({ of, decision: { verdict }, time, children }: LineProps) => (
  <div className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
    <span className="min-w-12 font-semibold whitespace-nowrap sm:min-w-18">{of}</span>
    <div className="col-span-3 row-start-2 text-13 text-muted sm:col-span-1 sm:row-start-auto sm:text-sm">
      {children}
    </div>
    <span className="col-start-3 row-start-1 flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
      <Badge tone={TONES[verdict] ?? "plain"}>{NAMES[verdict] ?? verdict}</Badge>
      {time}
    </span>
  </div>
);
