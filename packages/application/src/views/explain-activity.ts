import { dollarsText } from "@sevenfold/domain/money";
import type { ActivityKind } from "../ports/activity.ts";
import type { BookedActivity } from "../ports/stores/activity-store.ts";

const sharesText = (count: number): string =>
  Math.abs(count) === 1 ? "1 share" : `${Math.abs(count)} shares`;
const moneyText = (amount: number): string => dollarsText(Math.abs(amount));
const aboutText = (ticker: string | undefined): string =>
  ticker === undefined ? "" : ` of ${ticker}`;

/** "came in as" or "was taken as": which way the cash moved. */
const cashText = ({ amount, ticker }: BookedActivity, what: string): string =>
  `${what}${aboutText(ticker)}: ${moneyText(amount)} ${amount < 0 ? "taken" : "paid in"}.`;

const movedText = ({ shares, ticker }: BookedActivity): string =>
  `${sharesText(shares)} of ${ticker} ${shares < 0 ? "left" : "came in"}`;

/**
 * Shares that an option, or a trade with parts of shares, brought or took were paid for; where an option
 * took shares and none were held, they are sold short there.
 */
function journalText(activity: BookedActivity): string {
  const { amount, shares, ticker } = activity;
  if (amount === 0) return `${movedText(activity)} without a trade.`;
  if (shares === 0) return `${ticker} was sold short by an option: ${moneyText(amount)} paid in.`;
  return `${movedText(activity)} outside Sevenfold, for ${moneyText(amount)} ${amount < 0 ? "taken" : "paid in"}.`;
}

const SENTENCES: Readonly<Record<ActivityKind, (activity: BookedActivity) => string>> = {
  dividend: (activity) => cashText(activity, "Dividend"),
  interest: (activity) => cashText(activity, "Interest"),
  fee: (activity) => cashText(activity, "Fee"),
  "cash-in-lieu": (activity) => cashText(activity, "Cash for a fraction of a share"),
  "other-cash": (activity) => cashText(activity, "Other cash"),
  deposit: ({ amount }) => `${moneyText(amount)} deposited.`,
  withdrawal: ({ amount }) => `${moneyText(amount)} withdrawn.`,
  journal: ({ amount }) =>
    `${moneyText(amount)} journalled ${amount < 0 ? "out of" : "into"} the account.`,
  split: ({ shares, ticker }) =>
    `Split of ${ticker}: ${sharesText(shares)} ${shares < 0 ? "fewer" : "more"} for the same cost.`,
  "name-change": ({ becomes, shares, ticker }) =>
    `${ticker} became ${becomes}: ${sharesText(shares)}, for the same cost.`,
  "cash-merger": ({ amount, shares, ticker }) =>
    amount === 0
      ? `${sharesText(shares)} of ${ticker} became worthless.`
      : `Merger of ${ticker}: ${sharesText(shares)} became ${moneyText(amount)}.`,
  "spin-off": (activity) =>
    `${movedText(activity)} by a spin-off; nobody trades them until you hand them over.`,
  "shares-journal": (activity) => journalText(activity),
  bust: ({ amount, shares, ticker }) =>
    `An execution of ${sharesText(shares)} of ${ticker} was taken back: ${moneyText(amount)} ${amount < 0 ? "returned" : "came back"}.`,
  correction: (activity) => cashText(activity, "Something told before was taken back"),
};

/** What an activity was, in a sentence. */
export const explainActivity = (activity: BookedActivity): string =>
  SENTENCES[activity.kind](activity);
