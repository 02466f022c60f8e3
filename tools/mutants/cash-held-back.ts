import type { MutantGroup } from "./mutant.ts";

const NOTING = "packages/application/src/trading/session/note-buying-power.ts";
const NOTED = "packages/application/src/trading/session/note-buying-power.test.ts";

const ETRADE = "packages/adapters-broker/src/etrade/etrade-mapping.ts";
const TOLD = "packages/adapters-broker/src/etrade/etrade-mapping.test.ts";

export const CASH_HELD_BACK: MutantGroup = {
  breaks: "Cash that a broker does not let us spend",
  mutants: [
    {
      name: "An account without margin buys with what a sale brought before it settles",
      file: ETRADE,
      replace: "money(Math.min(free, settled))",
      by: "free",
      foundBy: { [TOLD]: ["buy for what has settled alone, unless they are on margin"] },
    },
    {
      name: "An account without margin spends what has not settled where nobody says how much has",
      file: "packages/adapters-broker/src/etrade/etrade-mapping.ts",
      replace: "moneyFrom(settled)) ?? NO_MONEY;",
      by: "moneyFrom(settled));",
      foundBy: { [TOLD]: ["buy for what has settled alone, unless they are on margin"] },
    },
    {
      name: "Cash held back is kept aside once more after a row that was read before",
      file: NOTING,
      replace: "money(unavailable - before)",
      by: "money(unavailable - (account.unavailableCash ?? NO_MONEY))",
      foundBy: {
        [NOTED]: [
          "is kept aside once where the account's row was read before and is heard after",
          "is what the rows say where the book is made anew",
        ],
      },
    },
    {
      name: "A book made anew does not know how much of its cash is held back",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace: "followed.unavailableCash = rows.account.unavailableCash ?? NO_MONEY;",
      by: "followed.unavailableCash = followed.account.unavailableCash ?? NO_MONEY;",
      foundBy: { [NOTED]: ["is what the rows say where the book is made anew"] },
    },
    {
      name: "Cash that is free again stays held back on record",
      file: NOTING,
      replace: "if (unavailable === before && isOnRecord) return;",
      by: "if (unavailable === before) return;",
      foundBy: {
        [NOTED]: [
          "is no longer on record once it is free, also where the commit that put it there got no answer",
        ],
      },
    },
    {
      name: "A worker that lost the account writes what is held back",
      file: NOTING,
      replace: "writeAsWorker({ storage }, followed, (tables) =>",
      by: "storage.transact((tables) =>",
      foundBy: { [NOTED]: ["is not written by a worker that has lost the account"] },
    },
  ],
};
