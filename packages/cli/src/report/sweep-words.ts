import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { AbilityTest } from "@sevenfold/application/research/metrics/superior-ability";
import {
  DAYS_MIN,
  DEFLATED_SHARPE_MIN,
  LOSING_HALVES_MAX,
  LUCK_MAX,
  OVERFITTING_MAX,
  type SweepDoubt,
  type SweepJudgement,
} from "@sevenfold/application/research/sweep/sweep-verdict";
import {
  VERDICT_COMMISSION,
  VERDICT_SLIPPAGE,
} from "@sevenfold/application/research/sweep/trial-costs";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";
import { percent } from "./amounts.ts";

const whole = (fraction: number): string => percent(fraction, 0);

const SENTENCES: Readonly<Record<SweepDoubt, string>> = {
  "too-few-days": `there are fewer than ${DAYS_MIN} days to choose by`,
  "never-traded": "it never sold anything",
  "free-of-costs": "it traded free of costs, and a verdict needs them",
  "deflated-sharpe": `its deflated Sharpe ratio is below ${DEFLATED_SHARPE_MIN}: so many tries explain it by luck`,
  "reality-check": `the luckiest of so many tries without skill does as well more than ${whole(LUCK_MAX)} of the time`,
  "no-skill-outside":
    "holding the same symbols at the same exposure did no worse on the days kept aside",
  "lost-outside": "it lost money on the days kept aside",
  overfitted: `what one half of the days chooses is below the middle in more than ${whole(OVERFITTING_MAX)} of the other halves`,
  "loses-in-halves": `what one half of the days chooses loses to holding in more than ${whole(LOSING_HALVES_MAX)} of the other halves`,
};

/** Why the best of a sweep is not to be trusted, to finish "…, because …". */
export const doubtSentence = (doubt: SweepDoubt): string => SENTENCES[doubt];

/** What is known of what was judged: shares and returns as fractions, skill of a year. */
export interface Judged {
  readonly judgement: SweepJudgement;
  readonly skill: number;
  readonly outSkill: number | undefined;
  readonly outGrowth: number | undefined;
  readonly deflatedSharpe: number | undefined;
  readonly ability: AbilityTest | undefined;
  readonly overfitting?:
    | { readonly probability: number; readonly lossProbability: number }
    | undefined;
}

/** The verdict in one sentence: what it is, at which costs, and where it is weakest. */
export function verdictSentenceOf(
  judged: Judged,
  subject: string,
  settings: BacktestSettings,
): string {
  const { doubts, weakest } = judged.judgement;
  const point = `weakest point: ${pointOf(weakest, judged)}`;
  const costs = costsWords(settings);
  if (doubts.length === 0)
    return `HOLDS UP: ${subject} made ${percent(judged.skill)} a year beyond holding the same symbols at the same exposure, ${costs}, and every test agrees; ${point}; and a past that went well promises nothing.`;
  return `NOISE: ${subject}, ${costs}, is not to be trusted, because ${joined(doubts.map(doubtSentence))}; ${point}.`;
}

const joined = (reasons: readonly string[]): string =>
  reasons.length < 2
    ? reasons.join("")
    : `${reasons.slice(0, -1).join(", ")} and ${reasons.at(-1)}`;

/** The number of the test that was nearest to failing, or failed most. */
function pointOf(doubt: SweepDoubt, judged: Judged): string {
  const { deflatedSharpe, ability, overfitting, skill, outSkill, outGrowth } = judged;
  const share = (value: number | undefined) => (value === undefined ? "none" : percent(value, 1));
  switch (doubt) {
    case "deflated-sharpe":
      return `a deflated Sharpe ratio of ${share(deflatedSharpe)}, where ${whole(DEFLATED_SHARPE_MIN)} persuades`;
    case "reality-check":
      return `luck does as well in ${share(ability?.chanceOfAll)} of draws, where ${whole(LUCK_MAX)} are allowed`;
    case "no-skill-outside":
      return `${share(outSkill)} a year beyond holding on the days kept aside, of ${share(skill)} over all`;
    case "lost-outside":
      return `a return of ${share(outGrowth)} on the days kept aside`;
    case "overfitted":
      return `below the middle in ${share(overfitting?.probability)} of the halves, where ${whole(OVERFITTING_MAX)} are allowed`;
    case "loses-in-halves":
      return `a loss against holding in ${share(overfitting?.lossProbability)} of the halves, where ${whole(LOSING_HALVES_MAX)} are allowed`;
    default:
      return doubtSentence(doubt);
  }
}

/** "at half a spread of 2 bps and US regulatory fees", or what was asked for. */
export function costsWords({ commission, slippage, shorts }: BacktestSettings): string {
  const borrowRate = shorts?.borrowRate ?? 0;
  if (commission === undefined && slippage === undefined && borrowRate === 0)
    return "free of costs";
  const parts = [
    ...(slippage === undefined
      ? []
      : isSame(slippage, VERDICT_SLIPPAGE)
        ? ["half a spread of 2 bps"]
        : [`slippage (${slippageWords(slippage)})`]),
    ...(commission === undefined
      ? []
      : isSame(commission, VERDICT_COMMISSION)
        ? ["the regulatory fees of a US stock order"]
        : [`commissions (${commissionWords(commission)})`]),
    ...(borrowRate === 0 ? [] : [`${borrowRate / 10_000}% a year for borrowed shares`]),
  ];
  return `at costs of ${parts.join(" and ")}`;
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const slippageWords = ({ bps, spread, impactBps }: NonNullable<BacktestSettings["slippage"]>) =>
  [
    ...(0 < bps ? [`${bps} bps`] : []),
    ...(0 < spread ? [`a spread of $${dollarsOf(spread)}`] : []),
    ...(0 < impactBps ? [`an impact of ${percent(impactBps / BPS_PER_ONE, 0)}`] : []),
  ].join(", ");

const MILLION = 1_000_000;

const commissionWords = (commission: NonNullable<BacktestSettings["commission"]>) =>
  [
    ...(0 < commission.perOrder ? [`$${dollarsOf(commission.perOrder)} an order`] : []),
    ...(0 < commission.perShare ? [`$${commission.perShare / MILLION} a share`] : []),
    ...(0 < commission.rate ? [`${(commission.rate / MILLION) * 100}% of the value`] : []),
    ...(0 < commission.minimum ? [`at least $${dollarsOf(commission.minimum)}`] : []),
  ].join(", ");
