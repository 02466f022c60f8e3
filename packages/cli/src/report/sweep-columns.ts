import { counted } from "./amounts.ts";

/** The columns of a sweep's table of configurations: no number of all days stands as one of the sample. */
export const SWEEP_COLUMNS = {
  sharpe: "Sharpe in sample",
  calmar: "Calmar in sample",
  sharpeAfter: "Sharpe after",
  returnAfter: "Return after",
  return: "Return, all days",
  drawdown: "Drawdown, all days",
  trades: "Trades, all days",
  won: "Won, all days",
} as const;

/** Of which days the columns are. */
export const sampleSentence = ({
  inSample,
  outOfSample,
}: {
  readonly inSample: number;
  readonly outOfSample: number;
}): string =>
  `The best are ranked by the ${counted(inSample, "day")} in the sample; "after" is the ${counted(outOfSample, "day")} kept aside, and "all days" are both.`;
