import type { MutantGroup } from "./mutant.ts";

export const CHOSEN_SYMBOLS: MutantGroup = {
  breaks: "Which symbols the agent may enter",
  mutants: [
    {
      name: "Taking the last chosen stock off the list lets the agent enter all the others",
      file: "packages/application/src/trading/settings/change-watchlist.ts",
      replace: "if (chosen.length === 1 && chosen[0] === ticker) return undefined;",
      by: "",
      foundBy: {
        "packages/application/src/trading/settings/change-watchlist.test.ts": [
          "keeps the last symbol chosen for the agent, which would enter all the others without it",
        ],
      },
    },
    {
      name: "To name no symbol lets the agent enter all of them",
      file: "packages/contract/src/settings.ts",
      replace: ".min(1, NO_SYMBOLS)",
      by: "",
      foundBy: {
        "packages/adapters-http/src/settings/settings-routes.test.ts": [
          "are all by that word, and never by naming none",
        ],
      },
    },
  ],
};
