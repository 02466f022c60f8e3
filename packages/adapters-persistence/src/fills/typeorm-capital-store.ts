import type { CapitalFlow, CapitalStore } from "@sevenfold/application/ports/stores/capital-store";
import { entryOfCapitalFlow } from "@sevenfold/application/ports/stores/entry-of-capital-flow";
import { money } from "@sevenfold/domain/money";
import type { EntityManager } from "typeorm";
import { atomically, insert, insertIfNew } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import { type PostingRow, postingSchema } from "./fill-rows.ts";

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
      const postings = await rowsOf(manager, POSTING, {
        name: "capital-of",
        text: OF,
        values: [accountId],
      });
      return postings.map(
        ({ amount, executionId: cause, ...posting }): CapitalFlow => ({
          ...posting,
          cause,
          amount: money(-amount),
        }),
      );
    },
  };
}

const POSTING = selectionOf<Omit<PostingRow, "ledgerAccount">>(postingSchema, [
  "accountId",
  "amount",
  "at",
  "executionId",
  "ticker",
]);
const OF = `
  SELECT ${POSTING.text} FROM postings
  WHERE broker_profile_id = $1 AND ledger_account = 'capital' ORDER BY postings.id`;

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
