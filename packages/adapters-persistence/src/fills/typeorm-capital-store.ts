import type { CapitalFlow, CapitalStore } from "@sevenfold/application/ports/stores/capital-store";
import { entryOfCapitalFlow } from "@sevenfold/application/ports/stores/entry-of-capital-flow";
import { money } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { atomically, findRows, insert, insertIfNew } from "../row.ts";
import { postingSchema } from "./fill-rows.ts";

export function typeormCapitalStore(manager: EntityManager): CapitalStore {
  return {
    add: (flow) =>
      atomically(manager, async (inside) => {
        const { capital, other } = postingsOf(flow);
        // Every flow has this one, so that it is the one which tells whether the cause is booked.
        if (!(await insertIfNew(inside, postingSchema, capital))) return false;
        await insert(inside, postingSchema, other);
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

function postingsOf(flow: CapitalFlow): { readonly capital: object; readonly other: object } {
  const { cause, at, postings } = entryOfCapitalFlow(flow);
  const [other, capital] = postings.map(({ account: ledgerAccount, ...posting }) => ({
    accountId: flow.accountId,
    executionId: cause,
    at,
    ledgerAccount,
    ...posting,
  }));
  return { capital: capital!, other: other! };
}
