import type { Decision, DecisionStore } from "@sevenfold/application/ports/storage";
import { type EntityManager, In } from "typeorm";
import { firstRows, insert } from "../row.ts";
import { decisionSchema } from "./decision-rows.ts";

/** Rows of one statement: PostgreSQL takes 65,535 parameters at most. */
const DECISIONS_PER_STATEMENT = 2_000;

export function typeormDecisionStore(manager: EntityManager): DecisionStore {
  return {
    async add(decisions) {
      for (let start = 0; start < decisions.length; start += DECISIONS_PER_STATEMENT) {
        const batch = decisions.slice(start, start + DECISIONS_PER_STATEMENT);
        await insert(
          manager,
          decisionSchema,
          batch.map((decision) => ({ ...decision })),
        );
      }
    },

    taken: (accountId, limit): Promise<readonly Decision[]> =>
      firstRows(
        manager,
        decisionSchema,
        {
          where: { accountId, verdict: In(["entered", "left"]) },
          order: { at: "DESC", id: "DESC" },
        },
        limit,
      ),

    latest: (accountId, { ticker, limit }): Promise<readonly Decision[]> =>
      firstRows(
        manager,
        decisionSchema,
        {
          where: ticker === undefined ? { accountId } : { accountId, ticker },
          order: { at: "DESC", id: "DESC" },
        },
        limit,
      ),
  };
}
