import type { LedgerEntry } from "@sevenfold/domain/ledger";
import { money } from "@sevenfold/domain/money";
import type { CapitalFlow } from "./capital-store.ts";

/** The ledger entry of what came in or left other than by trading. */
export function entryOfCapitalFlow({ cause, at, ticker, amount }: CapitalFlow): LedgerEntry {
  const of = ticker === undefined ? {} : { ticker };
  return {
    cause,
    at,
    postings: [
      { account: ticker === undefined ? "cash" : "holdings", ...of, amount },
      { account: "capital", ...of, amount: money(-amount) },
    ],
  };
}
