import type { MutantGroup } from "./mutant.ts";

export const ANSWERS_ON_PAGES: MutantGroup = {
  breaks: "What a page makes of an answer that comes late, of another account, or not for good",
  mutants: [
    {
      name: "An order that is being placed is said to have failed when it is asked for again",
      file: "packages/web/src/api/problem-error.ts",
      replace: "(isUnderWay(thrown) || isLate(thrown))",
      by: "isLate(thrown)",
      foundBy: {
        "packages/web/src/quick-trade/lost-order.test.tsx": [
          "is no failure: it may be placed yet, and the same is asked for once more",
        ],
      },
    },
    {
      name: "A sale that is being placed is another one when it is pressed again",
      file: "packages/web/src/api/problem-error.ts",
      replace: "  !isUnderWay(thrown) &&\n",
      by: "",
      foundBy: {
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "keeps it too where the order sent again is told 409 still-in-progress",
        ],
      },
    },
    {
      name: "A page that asked too often once asks no more",
      file: "packages/web/src/api/problem-error.ts",
      replace: " &&\n  !isUnread(thrown);",
      by: ";",
      foundBy: {
        "packages/web/src/portfolio/use-emergency-sale.test.tsx": [
          "is asked about on, though the server had once too many questions to answer",
        ],
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "keeps it too where the order sent again is told 429 rate-limited",
        ],
      },
    },
  ],
};
