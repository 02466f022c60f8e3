import type { MutantGroup } from "./mutant.ts";

const ANEW = "packages/application/src/trading/strategies/begin-anew.ts";
const TESTS = "packages/application/src/trading/strategies/begin-anew.test.ts";

export const KILLED_STRATEGIES: MutantGroup = {
  breaks: "What becomes of a strategy whose process the machine ends",
  mutants: [
    {
      name: "A strategy that the machine ended is taken for one that failed",
      file: "packages/application/src/trading/strategies/keep-strategy.ts",
      replace: 'answer.kind === "lost" ? beginAnew : stopStrategy',
      by: "stopStrategy",
      foundBy: { [TESTS]: ["begins anew with the next minute, and is asked on"] },
    },
    {
      name: "A strategy that was ended is begun anew without end",
      file: ANEW,
      replace: "if (BEGUN_ANEW_MAX <= before.length)",
      by: "if (Number.POSITIVE_INFINITY <= before.length)",
      foundBy: {
        [TESTS]: [
          "is stopped when that goes on, with a sentence, until somebody switches it on again",
        ],
      },
    },
    {
      name: "What a strategy wanted before its process was ended is still ordered",
      file: ANEW,
      replace: "  own.wishes.clear();\n",
      by: "",
      foundBy: { [TESTS]: ["orders nothing of what it wanted before"] },
    },
    {
      name: "Ends of a strategy's process are counted for ever",
      file: ANEW,
      replace: "nowMs - ms < COUNTED_FOR_MS",
      by: "ms <= nowMs",
      foundBy: { [TESTS]: ["is not stopped for what happened more than an hour ago"] },
    },
  ],
};
