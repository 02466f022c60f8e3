import { counted, percent } from "./amounts.ts";
import type { MonteCarloDocument } from "./monte-carlo-document.ts";

type Method = MonteCarloDocument["methods"][number];

/** "21 trades: 19 closed, 2 still open, valued at the last close", or "252 days". */
export function stepsText({ method, steps }: Method, { earned }: MonteCarloDocument): string {
  if (method === "blocks") return counted(steps, "day");
  // Not there: days alone were drawn of a run that an older version kept.
  if (!earned) return counted(steps, "trade");
  const { closedTrades, openPositions, payments } = earned;
  const parts = [
    `${closedTrades} closed`,
    ...(openPositions === 0 ? [] : [`${openPositions} still open, valued at the last close`]),
    ...(payments === 0 ? [] : [`${counted(payments, "payment")} of splits and dividends`]),
  ];
  return `${counted(steps, "result")}: ${parts.join(", ")}`;
}

const NAMES = { totalReturn: "return", maxDrawdown: "deepest drawdown" } as const;

/** In sentences, what of a method's paths cannot be, or is not what the run was. */
export const cautionsOf = (method: Method, document: MonteCarloDocument): readonly string[] => [
  ...(method.method === "trades" && method.maxDrawdown[0]! <= -1 ? [LOSES_MORE_THAN_ALL] : []),
  ...outsideSentences(method, document),
];

const LOSES_MORE_THAN_ALL =
  "Paths here lose more than all: dollars that a larger account earned are drawn for a smaller one. Where orders grow with equity, go by the blocks of days.";

/** A sentence for each number of the run that its own paths do not show. */
const outsideSentences = (
  method: Method,
  { observed, percentiles }: MonteCarloDocument,
): readonly string[] =>
  (method.outside ?? []).map(({ measure, side }) => {
    const bands = method[measure];
    const share = side === "below" ? percentiles[0]! : 100 - percentiles.at(-1)!;
    const edge = side === "below" ? bands[0]! : bands.at(-1)!;
    return `The run itself lies outside this band: its ${NAMES[measure]} of ${percent(observed[measure] ?? 0)} is ${side} ${percent(edge)}, where ${share}% of the paths lie. What it lived through is not what these paths show.`;
  });
