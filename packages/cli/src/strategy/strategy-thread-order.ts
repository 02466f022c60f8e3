import type { StrategyAnswer } from "@sevenfold/application/ports/strategies";
import type { Ticker } from "@sevenfold/domain/market";
import type { StrategyCode } from "./strategy-code.ts";

/** What a thread of a strategy is begun with. */
export interface StrategyThreadOrder {
  readonly code: StrategyCode;
  readonly parameters: Readonly<Record<string, number>>;
  readonly tickers: readonly Ticker[];
  readonly limitMs: number;
}

/** What such a thread says. "ready": once, before anything of the strategy has been read. */
export type FromStrategyThread = StrategyAnswer | { readonly kind: "ready" };
