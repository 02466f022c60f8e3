import type { Mutant, MutantGroup } from "./mutant.ts";

const MATCH = "packages/application/src/trading/reconciliation/match-unanswered.ts";
const TEST = "packages/application/src/trading/reconciliation/match-alike.test.ts";

const mutant = (
  name: string,
  [replace, by]: readonly [replace: string, by: string],
  found: string,
): Mutant => ({ name, file: MATCH, replace, by, foundBy: { [TEST]: [found] } });

export const ALIKE_ORDERS: MutantGroup = {
  breaks: "Which of several orders alike is ours",
  mutants: [
    mutant(
      "What came to nothing is taken for an order that the broker holds back",
      [
        'state === "working" || state === "suspended" || 0 < filled',
        'state === "working" || 0 < filled',
      ],
      "is the one that rests there, also where it is held back, and not one that came to nothing",
    ),
    mutant(
      "Two orders that came to nothing are a question",
      ["? candidates.slice(0, 1) : living", "? candidates : living"],
      "is one of those that came to nothing, where all of them did, and nobody is asked",
    ),
    mutant(
      "Orders alike are paired as the broker lists them",
      ["theirs.toSorted((one, other) => one.submittedAt - other.submittedAt)", "theirs"],
      "is paired with them in the order in which all came, however the list has them",
    ),
    mutant(
      "Orders alike are paired as ours were read",
      ["      .toSorted((one, other) => one.createdAt - other.createdAt)\n", ""],
      "is paired with them in the order in which all came, however the list has them",
    ),
    mutant(
      "One that may be of one order only is left out as orders are paired",
      [".every(isOneOf(theirs))", ".every(() => true)"],
      "is a question where one more is there that may be another of ours and not this one",
    ),
    mutant(
      "An order is paired with one that it cannot be",
      [
        "ours.every((other) => theirs.every((report) => isLike(report, other)))",
        "ours.every((other) => theirs.some((report) => isLike(report, other)))",
      ],
      "is a question where one of two there may be another of ours only",
    ),
    mutant(
      "The question which order is ours is put again at each look",
      ["    if (order.lastMessage === QUESTION) continue;\n", ""],
      "is put once",
    ),
    mutant(
      "Another reason to hold the account back keeps the question open",
      [
        'account?.reductions?.some(({ because }) => because === "books-contradicted")',
        "account?.reductions?.some(({ because }) => because)",
      ],
      "is answered once somebody has looked, also while something else holds the account back",
    ),
    mutant(
      "An order that was given up stops its account",
      ['    if (order.status === "rejected") continue;\n', ""],
      "is not put of an order that was given up: its user was told so",
    ),
  ],
};
