import type { ReductionView } from "@sevenfold/contract/reductions";
import { momentText } from "../ui/eastern-time.ts";

/** Why nothing is bought for an account, each reason with what ends it. Nothing where there is none. */
export const HeldBack = ({ reductions }: { readonly reductions: readonly ReductionView[] }) =>
  reductions.length === 0 ? null : (
    <section
      aria-label="Held back"
      // Where a card ends with it, it ends as the card does, inside its line.
      className="border-y border-amber/30 bg-amber-tint px-4 py-2 text-13 text-amber last:rounded-b-[9px] last:border-b-0"
    >
      <p className="font-medium">Only sells and cancels pass:</p>
      <ul className="list-disc space-y-1 pl-4">
        {reductions.map((reduction) => (
          <li key={reduction.reason}>
            {reduction.message} {endText(reduction)}
          </li>
        ))}
      </ul>
    </section>
  );

const endText = ({ agentEnds, agentUntil, manualUntil }: ReductionView): string =>
  [
    manualUntil === null
      ? "You may buy again."
      : `You may buy again from ${momentText(manualUntil)} ET.`,
    agentUntil === null
      ? AGENT_ENDS[agentEnds]
      : `The agent buys again from ${momentText(agentUntil)} ET.`,
  ].join(" ");

const AGENT_ENDS: Readonly<Record<ReductionView["agentEnds"], string>> = {
  "switched-on": "The agent buys again once you switch AI Trading on anew.",
  agreement: "The agent buys again once both agree.",
  time: "The agent buys again soon.",
};
