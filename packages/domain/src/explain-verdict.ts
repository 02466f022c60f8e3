import { type Instant, MINUTE_MS } from "./market.ts";
import { type Price, priceText } from "./money.ts";
import { becauseOf, percentOf, triggerText } from "./reason.ts";
import type { VerdictFacts } from "./verdict.ts";

/** One sentence on why a symbol did or did not trade, as read at `at`. */
export function explainVerdict(facts: VerdictFacts, at: Instant): string {
  if (facts.verdict === "no-price") return "No price has been seen yet.";
  if (facts.verdict === "entered") return `Buying: ${situationOf(facts)}.`;
  if (facts.verdict === "left") return `Selling: ${situationOf(facts)}.`;
  if (facts.gate === "re-anchored")
    return `After 20 sessions below the entry band the trail starts anew. ${waitingFor(facts)}`;
  if (facts.verdict === "waiting" || facts.gate === undefined) return waitingFor(facts);
  return BLOCKED[facts.gate as Blocking](facts, at);
}

/** What a price waits for that is far below the last one followed, of what nobody holds. */
export const explainFall = ({ from, to }: { readonly from: Price; readonly to: Price }): string =>
  `It fell from ${priceText(from)} to ${priceText(to)} at once: its previous close has to tell first ` +
  "whether that was a split. Where none does within a minute, the trail starts anew.";

type Blocking = Exclude<NonNullable<VerdictFacts["gate"]>, "re-anchored">;
type Sentence = (facts: VerdictFacts, at: Instant) => string;

const BLOCKED: Record<Blocking, Sentence> = {
  "automation-off": () => "Automatic trading is off.",
  "no-real-prices": () =>
    "No real prices for this venue: Sevenfold does not read them yet, so nothing is traded by rule.",
  "exits-only": () => "No new positions: only exits are allowed now.",
  unmanaged: () => "This holding was found at the broker; hand it over to have it traded.",
  "order-working": () => "An order of this symbol is at work.",
  "after-hours": () => "Outside the regular session.",
  "exchange-halt": () =>
    "Its exchange halted it: nothing is ordered until it trades again and a new quote is there.",
  "after-split": () => "The first price after a split decides nothing.",
  "cool-down": ({ until }, at) =>
    until === undefined ? "Cooling down." : `Cooling down for ${remainingText(until - at)}.`,
  "short-elsewhere": () =>
    "Sold short at the broker, or maybe so: a buy would cover that, and a sale would deepen it.",
  "equity-unknown": () =>
    "No new positions while a holding has no price: what the account is worth is not known.",
  halted: () => "The daily loss limit was reached: no new positions until the next session.",
  "below-band": ({ last, trigger }) =>
    last === undefined || trigger === undefined
      ? "The price is below the entry band."
      : `The price of ${priceText(last)} is below the entry band, which begins at ${priceText(trigger)}.`,
  pacing: (facts) => `${dueText(facts)}, but enough positions were opened this minute.`,
  "max-position-size": (facts) => `${dueText(facts)}, but the position limit leaves no share.`,
  "cash-reserve": (facts) => `${dueText(facts)}, but no share fits the cash above the reserve.`,
  "position-share": (facts) =>
    `${dueText(facts)}, but one share is more of the account than one symbol may be.`,
  "broker-refused": (facts) =>
    `${untradedText(facts)}: the broker refused the order.${saidText(facts)}`,
  denied: (facts) => `${untradedText(facts)}: the order was not sent.${saidText(facts)}`,
  "ended-unfilled": (facts) =>
    `${untradedText(facts)}: the order ended unfilled.${saidText(facts)}`,
  pattern: (facts) => `${dueText(facts)}, but no bar pattern confirms it.`,
};

function waitingFor(facts: VerdictFacts): string {
  const { last, trigger, reason, distanceBps } = facts;
  if (last === undefined || trigger === undefined || distanceBps === undefined) return "Waiting.";
  // At its trigger without a decision: automation was just switched on, or a restart came between.
  if (distanceBps === 0) return `${dueText(facts)}; decided at the next price.`;
  const distance = percentOf(distanceBps, 10_000);
  if (reason === "trail-drop" || reason === "stop-loss")
    return (
      `Waiting to ${reason === "trail-drop" ? "buy" : "sell"} at ${triggerText(reason, trigger)} or below: ` +
      `${priceText(last)} has ${distance} to fall.`
    );
  return (
    `Waiting to sell at ${triggerText(reason, trigger)} or above: ` +
    `${priceText(last)} has ${distance} to rise.`
  );
}

const untradedText = (facts: VerdictFacts): string =>
  facts.reason === "trail-drop" || facts.reason === "target-raised"
    ? `Not bought although ${situationOf(facts)}`
    : `Not sold although ${situationOf(facts)}`;

const saidText = ({ said }: VerdictFacts): string => (said === undefined ? "" : ` “${said}”`);

const dueText = (facts: VerdictFacts): string => `Due: ${situationOf(facts)}`;

function situationOf({ reason, price, last, reference, trigger }: VerdictFacts): string {
  const decidedAt = price ?? last;
  if (!reason || !decidedAt || !reference || !trigger) return "the price reached its trigger";
  return becauseOf({ reason, price: decidedAt, reference, trigger });
}

function remainingText(remainingMs: number): string {
  const minutes = Math.max(1, Math.ceil(remainingMs / MINUTE_MS));
  return minutes === 1 ? "1 more minute" : `${minutes} more minutes`;
}
