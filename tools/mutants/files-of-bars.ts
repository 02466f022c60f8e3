import type { MutantGroup } from "./mutant.ts";

const BARS = "packages/cli/src/bars";

export const FILES_OF_BARS: MutantGroup = {
  breaks: "What a file of bars may say",
  mutants: [
    {
      name: "Of two splits at one opening each is to be seen in the prices by itself",
      file: "packages/cli/src/bars/with-actions.ts",
      replace: "splits.filter((split) => firstBarOf(columns, split) === bar);",
      by: "splits.filter((split) => firstBarOf(columns, split) === bar).slice(-1);",
      foundBy: {
        [`${BARS}/with-actions.test.ts`]: [
          "are known by the jump of all of them: between two bars that are far apart",
        ],
      },
    },
    {
      name: "A third of a share is 333,333 millionths of one",
      file: "packages/application/src/research/backtest/split-ratio.ts",
      replace: "if (value === 0 || digits < ROUNDED_DIGITS) return undefined;",
      by: "if (value === 0 || 0 <= digits) return undefined;",
      foundBy: {
        "packages/application/src/research/backtest/split-ratio.test.ts": [
          "is the simplest ratio that is written so: 0.333333",
        ],
      },
    },
    {
      name: "A dividend of the day of a split is taken for a part of the old share's price",
      file: "packages/cli/src/bars/with-actions.ts",
      replace: '(other.kind === "split" && before.day < other.day)',
      by: '(other.kind === "split" && other.day < before.day)',
      foundBy: {
        "packages/cli/src/history/adjusted-series.test.ts": [
          "lose of a dividend what it was of the shares that a split of the same day has made",
        ],
      },
    },
    {
      name: "A file has more shares traded than can be counted",
      file: `${BARS}/price-cell.ts`,
      replace: "0 <= shares && shares <= Number.MAX_SAFE_INTEGER",
      by: "0 <= shares",
      foundBy: {
        [`${BARS}/impossible-bars.test.ts`]: [
          "names file and line of more shares than can be counted",
        ],
        [`${BARS}/bar-formats.test.ts`]: ["are refused where they are Infinity"],
      },
    },
  ],
};
