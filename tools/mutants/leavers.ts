import type { MutantGroup } from "./mutant.ts";

const DELETE = "packages/application/src/people/delete-user.ts";
const DELETE_TESTS = "packages/application/src/people/delete-user.test.ts";
const CLOSED = "lets nobody in and nothing be ordered from before billing ends until all is gone";

export const LEAVERS: MutantGroup = {
  breaks: "What becomes of a user who leaves, and of what they pay",
  mutants: [
    {
      name: "Billing ends though an order is in the way of the deletion",
      file: DELETE,
      replace: '    if (0 < orders.length) return refused({ kind: "open-orders", orders });\n',
      by: "",
      foundBy: { [DELETE_TESTS]: ["ends no billing where an order came after it was looked for"] },
    },
    {
      name: "An account is ordered from while its user is deleted",
      file: DELETE,
      replace: '({ ...row, status: "disabled", removedAt: at })',
      by: "({ ...row })",
      foundBy: { [DELETE_TESTS]: [CLOSED] },
    },
    {
      name: "A user who is being deleted signs in",
      file: "packages/application/src/people/sign-in.ts",
      replace: " || isOver(user, clock.now())",
      by: "",
      foundBy: { [DELETE_TESTS]: [CLOSED] },
    },
    {
      name: "A user whose billing could not be ended is locked out",
      file: DELETE,
      replace: "    await openDoors(needs, closed.value);\n",
      by: "",
      foundBy: {
        [DELETE_TESTS]: [
          "lets the user in again, with every account as it was, where billing does not end",
        ],
      },
    },
    {
      name: "A user is removed with a long history in one statement",
      file: "packages/application/src/people/erase-user.ts",
      replace: "  while (0 < (await step()));\n",
      by: "  await step();\n",
      foundBy: {
        [DELETE_TESTS]: ["removes a long history in pieces that no statement's time limit ends"],
      },
    },
    {
      name: "A deletion that was cut off is finished without an end of billing",
      file: "packages/application/src/people/finish-deletions.ts",
      replace: "      await endBilling(user);\n",
      by: "",
      foundBy: {
        "packages/application/src/people/finish-deletions.test.ts": [
          "is brought to its end: what is paid for, then all that is left",
        ],
      },
    },
  ],
};
