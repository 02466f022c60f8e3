import {
  DAYS_MIN,
  DEFLATED_SHARPE_MIN,
  LOSING_HALVES_MAX,
  type SweepDoubt,
} from "@sevenfold/application/sweep/sweep-verdict";

const SENTENCES: Readonly<Record<SweepDoubt, string>> = {
  "too-few-days": `there are fewer than ${DAYS_MIN} days to choose by`,
  "never-traded": "it never sold anything",
  "deflated-sharpe": `its deflated Sharpe ratio is below ${DEFLATED_SHARPE_MIN}: so many tries explain it by luck`,
  "lost-outside": "it lost money on the days kept aside",
  "loses-in-halves": `what one half of the days chooses loses in more than ${LOSING_HALVES_MAX * 100}% of the other halves`,
};

/** Why the best of a sweep is not to be trusted, to finish "…, because …". */
export const doubtSentence = (doubt: SweepDoubt): string => SENTENCES[doubt];
