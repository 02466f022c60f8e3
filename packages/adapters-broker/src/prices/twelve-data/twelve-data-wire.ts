import { z } from "zod";

/** Twelve Data's JSON as it travels: numbers are text, but for times. */

/** A refusal, whatever the status of the answer that it stands in, or for one symbol of several. */
export const RefusalWire = z.object({
  status: z.literal("error"),
  code: z.number(),
  message: z.string(),
});

export const QuoteWire = z.object({
  symbol: z.string(),
  name: z.string().nullish(),
  currency: z.string().nullish(),
  close: z.string(),
  /** The start of the bar that the quote is of. */
  timestamp: z.number(),
  /** The latest minute that had a trade. */
  last_quote_at: z.number().nullish(),
});
export type QuoteWire = z.infer<typeof QuoteWire>;

/** Of several symbols there is one object for each, under its name. */
export const QuotesWire = z.record(z.string(), z.unknown());

export const SeriesWire = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: z.string().nullish(),
    exchange_timezone: z.string(),
  }),
  values: z.array(
    z.object({
      /** The exchange's date, and its time of day within one. No offset. */
      datetime: z.string(),
      open: z.string(),
      high: z.string(),
      low: z.string(),
      close: z.string(),
      volume: z.string().nullish(),
    }),
  ),
});
export type SeriesWire = z.infer<typeof SeriesWire>;
