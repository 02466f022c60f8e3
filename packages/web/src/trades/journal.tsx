import { CALLS } from "@sevenfold/contract/calls";
import type { DecisionView } from "@sevenfold/contract/orders";
import { type ReactNode, useState } from "react";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { priceText } from "../ui/figures.ts";
import { ShowMore, usePartOfList } from "../ui/part-of-list.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { HistoryCard, PART_SIZE } from "./history-card.tsx";
import { isNarrowing, useFilter } from "./use-filter.ts";
import { type PageAsked, useHistory } from "./use-history.ts";

/** Waiting is most of a journal, and folded away until it is asked for. */
const VERDICTS = [
  { value: "told", words: "Not waiting", asked: { verdicts: "entered,left,blocked" } },
  { value: "entered", words: "Entered", asked: { verdicts: "entered" } },
  { value: "left", words: "Left", asked: { verdicts: "left" } },
  { value: "blocked", words: "Blocked", asked: { verdicts: "blocked" } },
  { value: "all", words: "All", asked: {} },
] as const;
type VerdictShown = (typeof VERDICTS)[number]["value"];

const keyOf = ({ at, ticker, verdict }: DecisionView) => `${ticker} ${at} ${verdict}`;

/** Why the agent did or did not trade: one line for each change of its mind. */
export function Journal() {
  const filter = useFilter();
  const [verdict, setVerdict] = useState<VerdictShown>("told");
  const { asked } = VERDICTS.find(({ value }) => value === verdict)!;
  const narrowing = { ...filter.narrowing, ...asked };
  const when = isNarrowing(filter.narrowing);
  const whole = useEndpoint(CALLS.readDecisionPage, asked);
  const part = useEndpoint(CALLS.readDecisionPage, narrowing, { when });
  const readPage = (page: PageAsked) => call(CALLS.readDecisionPage, { ...page, ...asked });
  const history = useHistory({ whole, part, readPage, keyOf, of: verdict }, filter);
  return (
    <HistoryCard
      title="Decisions"
      address={CALLS.readDecisionPage.path}
      csv={CALLS.downloadDecisions.path}
      wanted={asked}
      history={history}
      filter={filter}
      timeOf={({ at }) => at}
      choice={
        <SegmentedControl
          label="Verdict"
          options={VERDICTS}
          value={verdict}
          onChange={setVerdict}
        />
      }
      empty={
        verdict === "all"
          ? {
              title: "No decisions yet",
              words: "While automatic trading is on, each change of mind is written down here.",
            }
          : {
              title: "No such decisions yet",
              words: "Choose All to see what the agent waits for.",
            }
      }
    >
      {(decisions, after) => <DecisionList decisions={decisions} after={after} />}
    </HistoryCard>
  );
}

interface DecisionListProps {
  readonly decisions: readonly DecisionView[];
  readonly after: ReactNode;
}

function DecisionList({ after, decisions }: DecisionListProps) {
  const part = usePartOfList(decisions, PART_SIZE);
  return (
    <>
      <ul aria-label="Decisions" className="divide-y divide-line border-t border-line">
        {part.shown.map((decision) => (
          <DecisionLine key={keyOf(decision)} decision={decision} />
        ))}
      </ul>
      <ShowMore part={part} after={after} />
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { entered: "gain", left: "loss", blocked: "amber" };

/** As the filter above spells it. */
const nameOf = ({ verdict }: DecisionView) =>
  VERDICTS.find(({ value }) => value === verdict)?.words ??
  (verdict === "waiting" ? "Waiting" : verdict);

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
  <li className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
    <span className="min-w-12 font-semibold">{decision.ticker}</span>
    <p className="col-span-3 row-start-2 text-13 text-muted sm:col-span-1 sm:row-start-auto sm:text-sm">
      {decision.explanation}
      {decision.providerName !== null && <PriceOf decision={decision} />}
      {0 < decision.patterns.length && ` Bar patterns: ${decision.patterns.join(", ")}.`}
    </p>
    <span className="col-start-3 row-start-1 flex items-center gap-2">
      <Badge tone={TONES[decision.verdict] ?? "plain"}>{nameOf(decision)}</Badge>
      <time dateTime={decision.at} className="figure text-13 text-muted">
        {momentText(decision.at)} ET
      </time>
    </span>
  </li>
);
