import type { DecisionView } from "@sevenfold/contract/orders";
import { listDecisions } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { HistoryCard, PART_SIZE } from "./history-card.tsx";
import { useFilter } from "./use-filter.ts";

/** Why the agent did or did not trade: one line for each change of its mind. */
export function Journal() {
  const decisions = useEndpoint(listDecisions, undefined, { everyMs: 10_000 });
  const filter = useFilter(decisions.data);
  const part = usePartOfList(filter.rows, PART_SIZE);
  return (
    <HistoryCard
      title="Decision journal"
      address={listDecisions.path}
      read={decisions}
      filter={filter}
      hasSides={false}
      empty={{
        title: "No decisions yet",
        words: "While automatic trading is on, each change of mind is written down here.",
      }}
    >
      <ul className="divide-y divide-line border-t border-line">
        {part.shown.map((decision) => (
          <DecisionLine key={`${decision.ticker}${decision.at}`} decision={decision} />
        ))}
      </ul>
      <ShowMore part={part} />
    </HistoryCard>
  );
}

const TONES: Readonly<Record<string, Tone>> = { entered: "gain", left: "loss", blocked: "amber" };

const DecisionLine = ({ decision }: { readonly decision: DecisionView }) => (
  <li className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
    <span className="min-w-12 font-semibold">{decision.ticker}</span>
    <p className="col-span-3 row-start-2 text-13 text-muted sm:col-span-1 sm:row-start-auto sm:text-sm">
      {decision.explanation}
      {0 < decision.patterns.length && ` Bar patterns: ${decision.patterns.join(", ")}.`}
    </p>
    <span className="col-start-3 row-start-1 flex items-center gap-2">
      <Badge tone={TONES[decision.verdict] ?? "plain"}>{decision.verdict}</Badge>
      <time dateTime={decision.at} className="figure text-13 text-muted">
        {momentText(decision.at)} ET
      </time>
    </span>
  </li>
);
