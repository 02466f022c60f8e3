import type { Ticker } from "@sevenfold/domain/market";

/** Stocks of this venue that come in whole shares alone. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(["AMC", "GME"]);

/** Nobody lends these, and of those there are few to be had: neither is sold short here. */
const NOT_SHORTABLE: ReadonlySet<string> = new Set(["AMC", "GME"]);
const HARD_TO_BORROW: ReadonlySet<string> = new Set(["MRNA"]);

/** Whether a stock may be sold short at all, and whether shares of it can be borrowed at once. */
export const isShortable = (ticker: Ticker): boolean => !NOT_SHORTABLE.has(ticker);
export const isEasyToBorrow = (ticker: Ticker): boolean =>
  isShortable(ticker) && !HARD_TO_BORROW.has(ticker);

/** Whether a stock can be had in parts of a share and for a sum of money. */
export const isFractionable = (ticker: Ticker): boolean => !WHOLE_ONLY.has(ticker);
