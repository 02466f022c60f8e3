import { limitSentenceOf, type Refusal } from "@sevenfold/application/trading/safeguards/refusal";
import type { OrderCheckView } from "@sevenfold/contract/orders";
import type { CheckedOrder } from "@sevenfold/domain/risk";

import { problemOf } from "../problem.ts";

export const presentCheck = ({ warnings }: CheckedOrder): OrderCheckView => ({
  problem: null,
  warnings: warnings.map(limitSentenceOf),
});

/** In the words that placing it would be refused with. */
export function presentRefusedCheck(refusal: Refusal): OrderCheckView {
  const { code, error, details = null } = problemOf(refusal).body;
  return { problem: { code, error, details }, warnings: [] };
}
