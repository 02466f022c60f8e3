import type { MutantGroup } from "./mutant.ts";

const UNTOLD = "packages/application/src/trading/session/note-untold.ts";
const HEAR = "packages/application/src/trading/session/hear-broker.ts";
const FIRST = "packages/application/src/trading/placing/shares-there-first.ts";
const TEST = "packages/application/src/trading/session/note-untold.test.ts";
const FEWER = "packages/application/src/trading/session/fewer-there.test.ts";
const HELD_BACK =
  "keeps the account from buying once a minute has passed, until it tells of them again";

export const BROKER_UNREAD: MutantGroup = {
  breaks: "A broker that does not tell of its trades",
  mutants: [
    {
      name: "An account buys by what its broker told minutes ago",
      file: UNTOLD,
      replace: "nowMs - followed.untoldFromMs < UNTOLD_MAX_MS",
      by: "true",
      foundBy: { [TEST]: [HELD_BACK] },
    },
    {
      name: "A broker that fails once holds the account back",
      file: UNTOLD,
      replace: "nowMs - followed.untoldFromMs < UNTOLD_MAX_MS",
      by: "false",
      foundBy: { [TEST]: [HELD_BACK] },
    },
    {
      name: "An account stays held back after its broker has told of all again",
      file: HEAR,
      replace: "    await noteTold(needs, followed);\n",
      by: "",
      foundBy: { [TEST]: [HELD_BACK] },
    },
    {
      name: "A broker's silence is counted from the first time it ever failed",
      file: HEAR,
      replace: "  followed.untoldFromMs = undefined;\n",
      by: "",
      foundBy: { [TEST]: ["keeps it from nothing where it tells of them now and then"] },
    },
    {
      name: "A sell by hand goes by books that were not compared for minutes",
      file: FIRST,
      replace: "!isDoubted && !areHoldingsUntold(account)",
      by: "!isDoubted",
      foundBy: { [TEST]: ["is of no more than the broker has"] },
    },
    {
      name: "A broker that says nothing holds up a sell by hand",
      file: FIRST,
      replace: "  if (!answer && !isDoubted) return draft;\n",
      by: "",
      foundBy: { [TEST]: ["goes by the books where the broker does not say either what it has"] },
    },
    {
      name: "The rule sells what the broker has not, while it tells no trades",
      file: UNTOLD,
      replace: "if (there) await",
      by: "if (!there) await",
      foundBy: { [FEWER]: ["sells no more than the broker has"] },
    },
    {
      name: "What an order by hand sold untold keeps the rule from selling the rest",
      file: UNTOLD,
      replace: ".filter((one) => !mayBeFill(followed, one))",
      by: "",
      foundBy: {
        [FEWER]: ["holds nothing back for what an order by hand had sold, once that is told"],
      },
    },
    {
      name: "A stop is placed anew for shares that a broker without trades to tell has not",
      file: "packages/application/src/trading/stops/keep-stops.ts",
      replace: " || driftUntold.some(isOther)",
      by: "",
      foundBy: { [FEWER]: ["is not placed anew for shares that the broker has not"] },
    },
    {
      name: "What was missing is forgotten as the broker tells all again",
      file: HEAR,
      replace: "if (driftUntold !== undefined) return { drift: driftUntold };",
      by: "",
      foundBy: {
        [FEWER]: ["sells no more than that either once the broker tells all, and explains nothing"],
      },
    },
  ],
};
