import type { Intent } from "@sevenfold/domain/decide";
import { dollarsOf } from "@sevenfold/domain/money";

/** An order as it was decided. */
export const orderView = (intent: Intent) => ({
  symbol: intent.ticker,
  side: intent.side,
  shares: intent.quantity,
  reason: intent.reason,
  decidedAt: new Date(intent.at).toISOString(),
  decisionPrice: dollarsOf(intent.price),
});
