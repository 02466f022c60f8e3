import { z } from "zod";

/** Tiingo's JSON as it travels. Without an agreement with the exchange most fields of IEX are null. */

const Maybe = z.number().nullish();
const Time = z.string().nullish();

export const IexWire = z.object({
  ticker: z.string(),
  timestamp: Time,
  lastSaleTimestamp: Time,
  quoteTimestamp: Time,
  /** Tiingo's own reference price. */
  tngoLast: Maybe,
  last: Maybe,
  bidPrice: Maybe,
  askPrice: Maybe,
});
export type IexWire = z.infer<typeof IexWire>;

export const DayWire = z.object({
  /** The trading day, written as midnight of UTC: it is no instant. */
  date: z.string(),
  open: Maybe,
  high: Maybe,
  low: Maybe,
  close: Maybe,
  volume: Maybe,
  /** Shares that each share became on this day; 1 on most. */
  splitFactor: z.number().positive(),
  /** Dollars for each share of this day. */
  divCash: z.number().nonnegative().nullish(),
});
export type DayWire = z.infer<typeof DayWire>;

/** A split of the day that is told as its ex-date. */
export const SplitWire = z.object({
  ticker: z.string(),
  exDate: z.string(),
  splitFactor: z.number().positive(),
  /** "c" of one that was canceled. */
  splitStatus: z.string().nullish(),
});

export const RefusalWire = z.object({ detail: z.string() });
