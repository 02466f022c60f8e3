import type { Instant } from "@sevenfold/domain/market";

/** A strategy that did something no run can go on after; what it was doing then. */
export class StrategyFault extends Error {
  override readonly name = "StrategyFault";
  readonly at: Instant;
  /** Several where it was asked about all of them together. */
  readonly symbols: readonly string[];

  constructor(what: string, at: Instant, symbols: readonly string[], cause?: unknown) {
    super(what, { cause });
    this.at = at;
    this.symbols = symbols;
  }
}
