import { counted, percent } from "./amounts.ts";
import type { MonteCarloDocument } from "./monte-carlo-document.ts";
import { cautionsOf, stepsText } from "./monte-carlo-words.ts";
import { type Alignment, textTable } from "./text-table.ts";

export const METHOD_NAMES = {
  trades: "Trades drawn again",
  blocks: "Blocks of days drawn again",
} as const;

const ALIGNED: readonly Alignment[] = ["left", ...Array<Alignment>(6).fill("right")];

/** How else a run could have gone, as a person reads it. */
export function monteCarloTable(document: MonteCarloDocument): string {
  const { of, paths, percentiles, methods, seed, block } = document;
  const heading = ["", ...percentiles.map((share) => `${share}%`), "Observed"];
  const sections = methods.map((method) => {
    const rows = [
      [
        "Total return",
        ...method.totalReturn.map((each) => percent(each)),
        observed(document.observed.totalReturn),
      ],
      [
        "Deepest drawdown",
        ...method.maxDrawdown.map((each) => percent(each)),
        observed(document.observed.maxDrawdown),
      ],
    ];
    return [
      `${METHOD_NAMES[method.method]}: ${counted(paths, "path")} of ${stepsText(method, document)}`,
      textTable(heading, rows, ALIGNED),
      `${percent(method.lossProbability, 1)} of the paths lost money, ${percent(method.deeperProbability, 1)} fell deeper than this run did, ${percent(method.halvedProbability, 1)} were down by half at some time.`,
      ...cautionsOf(method, document),
    ].join("\n");
  });
  return `${[`${of.symbols.join(", ")}: ${of.name}, seed ${seed}, blocks of ${counted(block, "day")}`, ...sections].join("\n\n")}\n`;
}

const observed = (value: number | null): string => (value === null ? "–" : percent(value));
