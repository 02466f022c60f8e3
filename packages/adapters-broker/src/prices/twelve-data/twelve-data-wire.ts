import { z } from "zod";

/** Twelve Data's JSON as it travels: numbers are text, but for times, and either is read as the other. */

const Decimal = z.union([z.string(), z.number()]);
const Whole = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number);

/** A refusal, whatever the status of the answer that it stands in, or for one symbol of several. */
export const RefusalWire = z.object({
  status: z.literal("error"),
  code: Whole,
  message: z.string(),
});

export const QuoteWire = z.object({
  symbol: z.string(),
  name: z.string().nullish(),
  currency: z.string().nullish(),
  close: Decimal,
  /** The start of the bar that the quote is of. */
  timestamp: Whole,
  /** The latest minute that had a trade. */
  last_quote_at: Whole.nullish(),
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
      open: Decimal.nullish(),
      high: Decimal.nullish(),
      low: Decimal.nullish(),
      close: Decimal.nullish(),
      volume: Decimal.nullish(),
    }),
  ),
});
export type SeriesWire = z.infer<typeof SeriesWire>;
