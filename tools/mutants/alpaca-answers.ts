import type { MutantGroup } from "./mutant.ts";

const ROWS = "packages/adapters-broker/src/alpaca/alpaca-rows.test.ts";

export const ALPACA_ANSWERS: MutantGroup = {
  breaks: "What Alpaca tells and the built-in exchange never does",
  mutants: [
    {
      name: "An account whose orders have four legs each is not read, for a page of them is too long",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: "isTooLong(answer) && LONG_ORDERS_PER_PAGE < limit",
      by: "isTooLong(answer) && limit < LONG_ORDERS_PER_PAGE",
      foundBy: {
        [ROWS]: [
          "is read whole by smaller pages where orders in several legs are more than an answer may have",
        ],
      },
    },
  ],
};
