/**
 * Per-symbol facts of an account in aligned typed arrays: row `slot` is one symbol. Columns, because
 * a price on ten thousand accounts must not build an object on any of them.
 */
export interface BookColumns {
  /** The trail: extremes and last accepted price since its anchor. 0: no price yet. */
  high: Float64Array;
  low: Float64Array;
  last: Float64Array;
  since: Float64Array;
  /** Latest price of any session: what holdings are valued at. 0: none yet. */
  mark: Float64Array;
  held: Float64Array;
  costBasis: Float64Array;
  /** 0: a holding found at the broker, never traded by the worker. */
  managed: Uint8Array;
  coolDownUntil: Float64Array;
  /** 0, or the reason code of the automated order at work (see reason.ts). */
  orderWorking: Uint8Array;
  /** What that order was decided on: price, reference and trigger. 0: not known after a restart. */
  decidedPrice: Float64Array;
  decidedReference: Float64Array;
  decidedTrigger: Float64Array;
  /** What the automated order at work has left to fill, and the cash still kept for it. */
  workingShares: Float64Array;
  workingCash: Float64Array;
  /** Orders at work that the worker did not cause. */
  ordersOther: Uint16Array;
  /** Sessions in a row that ended below the HYBRID band while flat. */
  sessionsBelow: Uint8Array;
  /** 1: the trail was anchored anew after those sessions; until its next session ends. */
  reanchored: Uint8Array;
  /** After a split: 1 the next price decides nothing, 2 the last price was that one. */
  skipNext: Uint8Array;
  /** Set by the caller when a confirming bar pattern stands. */
  patternSeen: Uint8Array;
  /** Triggers, derived (trigger.ts). One that cannot happen is 0 or Infinity. */
  enterAt: Float64Array;
  bandFloor: Float64Array;
  leaveAt: Float64Array;
  targetAt: Float64Array;
  stopAt: Float64Array;
}

export function makeColumns(capacity: number): BookColumns {
  const numbers = () => new Float64Array(capacity);
  const flags = () => new Uint8Array(capacity);
  return {
    high: numbers(),
    low: numbers(),
    last: numbers(),
    since: numbers(),
    mark: numbers(),
    held: numbers(),
    costBasis: numbers(),
    managed: flags().fill(1),
    coolDownUntil: numbers(),
    orderWorking: flags(),
    decidedPrice: numbers(),
    decidedReference: numbers(),
    decidedTrigger: numbers(),
    workingShares: numbers(),
    workingCash: numbers(),
    ordersOther: new Uint16Array(capacity),
    sessionsBelow: flags(),
    reanchored: flags(),
    skipNext: flags(),
    patternSeen: flags(),
    enterAt: numbers(),
    bandFloor: numbers(),
    leaveAt: numbers().fill(Number.POSITIVE_INFINITY),
    targetAt: numbers().fill(Number.POSITIVE_INFINITY),
    stopAt: numbers(),
  };
}

/** Moves every column into one of twice its length. */
export function growColumns(columns: BookColumns): void {
  const grown = makeColumns(Math.max(4, columns.high.length * 2));
  for (const name of Object.keys(grown) as (keyof BookColumns)[]) grown[name].set(columns[name]);
  for (const name of Object.keys(grown) as (keyof BookColumns)[])
    Object.assign(columns, { [name]: grown[name] });
}
