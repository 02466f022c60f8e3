import type { Decision } from "@sevenfold/application/ports/stores/decision-store";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  instantAt,
  isAmong,
  OF_ACCOUNT,
  OPTIONAL,
  ofAccount,
  sequence,
  text,
  uuid,
} from "../columns.ts";

interface DecisionRow extends Decision {
  readonly id?: number;
}

/** The verdicts that became orders. */
export const TAKEN = ["entered", "left"] as const;

/** What a reader of the journal looks for: the rest is waiting, and most of it. */
const TOLD = "verdict <> 'waiting'";

export const decisionSchema = new EntitySchema<DecisionRow>({
  name: "decisions",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    ticker: text(),
    at: instantAt(),
    verdict: text(),
    gate: text(OPTIONAL),
    reason: text(OPTIONAL),
    price: exact(OPTIONAL),
    provider: text(OPTIONAL),
    pricedAt: instantAt(OPTIONAL),
    trigger: exact({ name: "trigger_price", ...OPTIONAL }),
    reference: exact({ name: "reference_price", ...OPTIONAL }),
    said: text(OPTIONAL),
    patterns: text({ array: true, ...OPTIONAL }),
    settingsVersion: count(),
  },
  indices: [
    { name: "ix_decisions_account_at", columns: ["accountId", "at", "id"] },
    {
      name: "ix_decisions_taken",
      columns: ["accountId", "at", "id"],
      where: isAmong("verdict", TAKEN),
    },
    { name: "ix_decisions_account_ticker_at", columns: ["accountId", "ticker", "at", "id"] },
    { name: "ix_decisions_told", columns: ["accountId", "at", "id"], where: TOLD },
    { name: "ix_decisions_ticker_told", columns: ["ticker", "accountId", "at", "id"], where: TOLD },
  ],
  foreignKeys: [ofAccount("decisions")],
  checks: [
    {
      name: "ck_decisions_prices",
      expression: "price > 0 AND trigger_price > 0 AND reference_price > 0",
    },
  ],
});
