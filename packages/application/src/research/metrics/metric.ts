/**
 * A measured number, or why there is none. Never Infinity or a stand-in like 100: a reader
 * must be able to tell "no losing trade" from a very good ratio.
 */
export type Metric =
  | {
      readonly value: number;
      readonly reason?: undefined;
      /** Estimated from fewer days or trades than deserve trust. */
      readonly isSmallSample: boolean;
    }
  | { readonly value?: undefined; readonly reason: string };

export const estimated = (value: number, isSmallSample: boolean): Metric =>
  Number.isFinite(value) ? { value, isSmallSample } : unmeasured("too large to be a number");

export const unmeasured = (reason: string): Metric => ({ reason });

/** A plain fact, however short the record: nothing is estimated. */
export const measured = (value: number): Metric => estimated(value, false);
