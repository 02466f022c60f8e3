import { sharesOf } from "@sevenfold/application/research/parts/parts-of-shares";
import type { Intent } from "@sevenfold/domain/decide";
import { dollarsOf } from "@sevenfold/domain/money";

/** An order as it was decided, its count in shares. */
export const orderView = (intent: Intent, partsPerShare: number) => ({
  symbol: intent.ticker,
  side: intent.side,
  shares: sharesOf(intent.quantity, partsPerShare),
  reason: intent.reason,
  decidedAt: new Date(intent.at).toISOString(),
  decisionPrice: dollarsOf(intent.price),
});
