import { counted, percent, ratio } from "./amounts.ts";
import { benchmarkTable } from "./benchmark-table.ts";
import { axisText } from "./html/axis-words.ts";
import { metricsTable } from "./metrics-table.ts";
import { type Alignment, textTable } from "./text-table.ts";
import type { WalkDocument } from "./walk-document.ts";

const ALIGNED: readonly Alignment[] = ["left", "left", ...Array<Alignment>(20).fill("right")];

/** A walk as a person reads it: every step, then the numbers of the days after the choices. */
export function walkTable(document: WalkDocument): string {
  const { symbols, steps, configurations, plan } = document;
  const heading = `${symbols.join(", ")}: ${counted(steps.length, "step")} of ${counted(configurations, "configuration")}, ${plan.anchored ? "anchored" : "rolling"}, ${counted(plan.purge, "day")} purged`;
  return `${[heading, stepTable(document), benchmarkTable(document), metricsTable(document), verdictOf(document), costsOf(document), document.verdict.sentence].join("\n\n")}\n`;
}

function stepTable({ axes, steps }: WalkDocument): string {
  const rows = steps.map((step) => [
    `${step.train.from} to ${step.train.to}`,
    `${step.test.from} to ${step.test.to}`,
    ...axes.map((name) => axisText(name, step.values[name]!)),
    ratio(step.sharpe),
    ratio(step.outOfSampleSharpe),
    percent(step.return),
    percent(step.outOfSampleReturn),
    String(step.trades),
  ]);
  return textTable(
    ["Chosen by", "Tried on", ...axes, "Sharpe", "after", "Return", "after", "Trades"],
    rows,
    ALIGNED,
  );
}

/** The headline before costs and after them, and where they would end what choosing was worth. */
export const costsOf = ({ costs }: WalkDocument): string =>
  `Had trading been free it would have made ${percent(costs.returnBefore)}, ${costs.words} it made ${percent(costs.returnAfter)}; an order may cost ${counted(costs.breakEvenBps, "basis point")} before holding the same is as good.`;

/** One sentence on what choosing was worth. */
export function verdictOf({ efficiency, wonSteps, steps, metrics }: WalkDocument): string {
  const { inSample, outOfSample, ratio: share } = efficiency;
  const year = (value: number | null) => (value === null ? "nothing" : percent(value));
  return `Choosing made ${year(inSample)} a year on the days it chose by and ${year(outOfSample)} on the days after${share === null ? "" : ` (${percent(share, 0)} of it)`}; ${wonSteps} of ${counted(steps.length, "step")} gained, ${percent(metrics.totalReturn ?? 0)} in all.`;
}
