import type { MutantGroup } from "./mutant.ts";

export const TRAILS_OFF_THE_LIST: MutantGroup = {
  breaks: "Trails of symbols that are off the list",
  mutants: [
    {
      name: "Shares that come of what was sold out and is off the list are on the trail of before",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "  if (0 < booked.holdings.size) forgetUnwatched(followed);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/cash-with-shares.test.ts": [
          "are on no trail of before where all was sold and it is off the list",
        ],
      },
    },
    {
      name: "Shares that another process has booked are on the trail of before",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace: "  forgetUnwatched(followed);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/cash-with-shares.test.ts": [
          "are on none either where another process has booked them",
        ],
      },
    },
    {
      name: "A fill told late is the latest of what was sold since and is off the list",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "if (since !== undefined && since <= at) return undefined;",
      by: "if (since === undefined || since <= at) return undefined;",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "counts once more what was sold to the last share, and is off the list, since",
        ],
      },
    },
    {
      name: "A fill told late begins the trail of what was sold since and is off the list",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "const anchor = fill.overtakenBy ?? fill.execution;",
      by: "const anchor = fill.execution;",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "counts once more what was sold to the last share, and is off the list, since",
        ],
      },
    },
    {
      name: "The cool-down of a sale that is taken back ends where the symbol was off the list",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "{ ...trail, coolDownUntil: await coolDownOfFills(",
      by: "{ ...trail, coolDownUntil: 0 && await coolDownOfFills(",
      foundBy: {
        "packages/application/src/trading/session/cool-down-off-list.test.ts": [
          "goes on where the sale is taken back before a worker begins",
        ],
      },
    },
    {
      name: "The cool-down of a sale ends where its symbol is bought back by hand, off the list",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "const begun = before ? 0 :",
      by: "const begun = 0 === 0 ? 0 :",
      foundBy: {
        "packages/application/src/trading/session/cool-down-off-list.test.ts": [
          "goes on where it is bought by hand before a worker begins",
        ],
      },
    },
  ],
};
