import { entryOfCapitalFlow } from "@sevenfold/application/entry-of-capital-flow";
import type { CapitalFlow, CapitalStore } from "@sevenfold/application/ports/storage";
import { money } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { atomically, findRows, insert, insertIfNew } from "../row.ts";
import { postingSchema } from "./fill-rows.ts";

export function typeormCapitalStore(manager: EntityManager): CapitalStore {
  return {
    add: (flow) =>
      atomically(manager, async (inside) => {
        const rows = postingsOf(flow);
        const [first, ...others] = rows;
        if (!(await insertIfNew(inside, postingSchema, first!))) return false;
        await insert(inside, postingSchema, others);
        return true;
      }),

    async of(accountId) {
      const postings = await findRows(manager, postingSchema, {
        where: { accountId, ledgerAccount: "capital" },
        order: { id: "ASC" },
      });
      return postings.map(
        ({ executionId: cause, at, ticker, amount }): CapitalFlow => ({
          accountId,
          cause,
          at,
          ...(ticker === undefined ? {} : { ticker }),
          amount: money(-amount),
        }),
      );
    },
  };
}

function postingsOf(flow: CapitalFlow): readonly object[] {
  const { cause, at, postings } = entryOfCapitalFlow(flow);
  return postings.map(({ account: ledgerAccount, ...posting }) => ({
    accountId: flow.accountId,
    executionId: cause,
    at,
    ledgerAccount,
    ...posting,
  }));
}
