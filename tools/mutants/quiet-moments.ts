import type { MutantGroup } from "./mutant.ts";

const LINE = "packages/application/src/trading/placing/order-line.ts";
const QUIET_TEST = "packages/application/src/trading/placing/quiet-moments.test.ts";
const KEPT = "packages/application/src/trading/account/keep-together.ts";
const KEPT_TEST = "packages/application/src/trading/account/keep-together.test.ts";

export const QUIET_MOMENTS: MutantGroup = {
  breaks: "What waits for the orders of the moment, and for how many",
  mutants: [
    {
      name: "What is kept of accounts waits for as long as orders come",
      file: LINE,
      replace: "underWay && turns < LET_GO_FIRST_MAX;",
      by: "underWay;",
      foundBy: { [QUIET_TEST]: ["waits for no more than five turns of orders that do not end"] },
    },
    {
      name: "What is kept of accounts waits for one turn of orders alone",
      file: LINE,
      replace: "const LET_GO_FIRST_MAX = 5;",
      by: "const LET_GO_FIRST_MAX = 1;",
      foundBy: {
        [QUIET_TEST]: [
          "lets the orders go first that are being written, and those that came meanwhile",
        ],
      },
    },
    {
      name: "What is kept of accounts goes before the orders of the moment",
      file: KEPT,
      replace: "      await quiet();\n",
      by: "",
      foundBy: { [KEPT_TEST]: ["is written once the orders of the moment are"] },
    },
  ],
};
