import type { KernelBars } from "./kernel-bars.ts";
import type { KernelRecord } from "./kernel-outcome.ts";
import type { KernelRule } from "./kernel-rule.ts";
import { type PriceBlocks, priceBlocksOf } from "./price-blocks.ts";

/** A symbol made ready for any number of configurations. */
export interface KernelSymbol {
  readonly bars: KernelBars;
  readonly close: Int32Array;
  readonly blocks: PriceBlocks;
}

export const kernelSymbolOf = (bars: KernelBars): KernelSymbol => ({
  bars,
  close: bars.close,
  blocks: priceBlocksOf(bars.close),
});

/** One account on its way through the closes of one symbol. */
export interface KernelWalk {
  readonly symbol: KernelSymbol;
  readonly rule: KernelRule;
  readonly record: KernelRecord;
  /** The first close not looked at yet. */
  next: number;
  /** The trail's extremes since its anchor. 0: no price yet. */
  high: number;
  low: number;
  held: number;
  costBasis: number;
  cash: number;
  coolDownUntil: number;
  /** Sessions in a row that ended below the band while flat. */
  sessionsBelow: number;
  /** What the latest decision wants: its reason code and how many shares. */
  reason: number;
  quantity: number;
  /** Of the latest fill. */
  realized: number;
  /** The place of the first close at which what is held was held. */
  heldFrom: number;
  /** The trading day of the latest fill, equity as it began, and the latest day known as halted. */
  day: number;
  baseline: number;
  haltedDay: number;
  /** Days whose equity is known, and the first close not tested for the halt while held. */
  daysKnown: number;
  haltTestedTo: number;
  mark: number;
  maxDrawdown: number;
  closesHolding: number;
  buys: number;
  sells: number;
  wins: number;
  won: number;
  lost: number;
  canceled: number;
  unfilled: number;
}

export const walkFrom = (
  symbol: KernelSymbol,
  rule: KernelRule,
  record: KernelRecord,
): KernelWalk => ({
  symbol,
  rule,
  record,
  next: 0,
  high: 0,
  low: 0,
  held: 0,
  costBasis: 0,
  cash: rule.cash,
  coolDownUntil: 0,
  sessionsBelow: 0,
  reason: 0,
  quantity: 0,
  realized: 0,
  heldFrom: 0,
  day: -1,
  baseline: rule.cash,
  haltedDay: -1,
  daysKnown: 0,
  haltTestedTo: 0,
  mark: rule.cash,
  maxDrawdown: 0,
  closesHolding: 0,
  buys: 0,
  sells: 0,
  wins: 0,
  won: 0,
  lost: 0,
  canceled: 0,
  unfilled: 0,
});
