import type { Decision, DecisionStore } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { among, isAmong } from "../columns.ts";
import { historyPage } from "../history-page.ts";
import { firstRows, insert } from "../row.ts";
import { decisionSchema, TAKEN } from "./decision-rows.ts";

/** Rows of one statement, so that none grows without limit. */
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

    async removeBefore(at, limit) {
      const [, removed]: readonly [unknown, number] = await manager.query(REMOVE_OLD, [
        new Date(at),
        limit,
      ]);
      return removed;
    },

    taken: (accountId, limit): Promise<readonly Decision[]> =>
      firstRows(
        manager,
        decisionSchema,
        {
          where: { accountId, verdict: among(TAKEN) },
          order: { at: "DESC", id: "DESC" },
        },
        limit,
      ),

    page: (accountId, { verdicts = [], ...wish }) =>
      historyPage<Decision>(
        manager,
        {
          schema: decisionSchema,
          by: "at",
          ...(verdicts.length === 0 ? {} : { only: isAmong("verdict", [...verdicts].sort()) }),
        },
        { ...wish, accountId },
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

/** They were written in the order of their instants, so that no index is needed to find the oldest. */
const REMOVE_OLD = `
  DELETE FROM decisions WHERE at < $1 AND id IN
    (SELECT id FROM decisions ORDER BY id LIMIT $2)`;
