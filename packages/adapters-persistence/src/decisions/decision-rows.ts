import type { Decision } from "@sevenfold/application/ports/storage";
import { EntitySchema } from "typeorm";
import {
  count,
  exact,
  instantAt,
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
    trigger: exact({ name: "trigger_price", ...OPTIONAL }),
    reference: exact({ name: "reference_price", ...OPTIONAL }),
    said: text(OPTIONAL),
    patterns: text({ array: true, ...OPTIONAL }),
    settingsVersion: count(),
  },
  indices: [
    { name: "ix_decisions_account_at", columns: ["accountId", "at"] },
    {
      name: "ix_decisions_taken",
      columns: ["accountId", "at"],
      where: "verdict IN ('entered', 'left')",
    },
    { name: "ix_decisions_account_ticker_at", columns: ["accountId", "ticker", "at"] },
  ],
  foreignKeys: [ofAccount("decisions")],
  checks: [
    {
      name: "ck_decisions_prices",
      expression: "price > 0 AND trigger_price > 0 AND reference_price > 0",
    },
  ],
});
