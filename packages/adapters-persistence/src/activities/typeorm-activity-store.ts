import type {
  ActivityStore,
  BookedActivity,
} from "@sevenfold/application/ports/stores/activity-store";
import { type EntityManager, In } from "typeorm";
import { postingSchema } from "../fills/fill-rows.ts";
import { historyPage } from "../history-page.ts";
import { inParts } from "../in-parts.ts";
import { atomically, findRow, findRows, insert, insertIfNew } from "../row.ts";
import { activitySchema } from "./activity-rows.ts";

export function typeormActivityStore(manager: EntityManager): ActivityStore {
  return {
    add: (activity, entries) =>
      atomically(manager, async (inside) => {
        if (!(await insertIfNew(inside, activitySchema, { ...activity }))) return false;
        const postings = entries.flatMap(({ at, cause, postings: signed }) =>
          signed.map(({ account: ledgerAccount, ...posting }) => ({
            accountId: activity.accountId,
            executionId: cause,
            at,
            ledgerAccount,
            ...posting,
          })),
        );
        if (0 < postings.length) await insert(inside, postingSchema, postings);
        return true;
      }),

    find: (accountId, activityId) =>
      findRow<BookedActivity>(manager, activitySchema, { where: { accountId, activityId } }),

    async knownAmong(accountId, activityIds) {
      const known = await inParts(activityIds, (part) =>
        findRows<BookedActivity>(manager, activitySchema, {
          where: { accountId, activityId: In([...part]) },
        }),
      );
      return new Set(known.map(({ activityId }) => activityId));
    },

    page: (accountId, wish) =>
      historyPage<BookedActivity>(
        manager,
        { schema: activitySchema, by: "at", only: "NOT is_taken_over" },
        { ...wish, accountId },
      ),
  };
}
