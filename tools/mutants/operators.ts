import type { MutantGroup } from "./mutant.ts";

const WAITS = "packages/application/src/people/sign-in-waits.ts";
const WAITS_TESTS = "packages/application/src/people/sign-in-waits.test.ts";
const COMMAND_TESTS = "packages/cli/src/commands/user-people.test.ts";

export const OPERATORS: MutantGroup = {
  breaks: "What an operator does for and with users",
  mutants: [
    {
      name: "The operator deletes a user whose username was not given once more",
      file: "packages/cli/src/commands/user-delete.ts",
      replace: "    if (confirmed !== named.value.username) throw",
      by: "    if (confirmed === undefined) throw",
      foundBy: { [COMMAND_TESTS]: ["deletes nobody until the username is given once more"] },
    },
    {
      name: "The operator lifts a wait that stays in force",
      file: WAITS,
      replace: "        await throttles.remove(key);\n",
      by: "",
      foundBy: {
        [WAITS_TESTS]: [
          "lets the user in at once, and notes it",
          "lifts what waits under a name with another's address where the network is named",
          "forgets wrong passwords of who is signed in, and nobody else's tries",
        ],
        [COMMAND_TESTS]: ["lifts what waits, by the addresses on record and the one that is named"],
      },
    },
    {
      name: "Visitors of the demo are listed among users",
      file: "packages/adapters-persistence/src/users/typeorm-user-store.ts",
      replace: "where: { isDemo: false, ...(after",
      by: "where: { ...(after",
      foundBy: {
        [COMMAND_TESTS]: [
          "tells of each user what an operator is asked for, as a table and as a document",
        ],
      },
    },
  ],
};
