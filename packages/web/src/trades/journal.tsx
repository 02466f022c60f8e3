import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { DecisionList, keyOf } from "./decision-list.tsx";
import { HistoryCard } from "./history-card.tsx";
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
