import { z } from "zod";

/** The chart as it travels: columns of equal length, in which any element may be null. */

const Column = z.array(z.number().nullable());
const Seconds = z.number();

/** What happened to the share, by some key; only where it was asked for. */
const Events = z.object({
  dividends: z.record(z.string(), z.object({ amount: z.number(), date: Seconds })).nullish(),
  splits: z
    .record(z.string(), z.object({ date: Seconds, numerator: z.number(), denominator: z.number() }))
    .nullish(),
});
export type ChartEvents = z.infer<typeof Events>;

const ChartResult = z.object({
  meta: z.object({
    currency: z.string().nullish(),
    symbol: z.string(),
    exchangeTimezoneName: z.string(),
    regularMarketPrice: z.number().nullish(),
    regularMarketTime: Seconds.nullish(),
    longName: z.string().nullish(),
    shortName: z.string().nullish(),
  }),
  /** Absent where there is no bar. */
  timestamp: z.array(Seconds).nullish(),
  events: Events.nullish(),
  indicators: z.object({
    quote: z.array(
      z.object({
        open: Column.nullish(),
        high: Column.nullish(),
        low: Column.nullish(),
        close: Column.nullish(),
        volume: Column.nullish(),
      }),
    ),
  }),
});
export type ChartResult = z.infer<typeof ChartResult>;

export const ChartWire = z.object({ chart: z.object({ result: z.array(ChartResult).min(1) }) });

const Failed = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish() }),
});

export const ChartErrorWire = z.object({ chart: Failed });

/** What it says where it lets nobody in, before any chart is looked for or at one. */
export const RefusalWire = z
  .union([
    ChartErrorWire.transform(({ chart }) => chart),
    z.object({ finance: Failed }).transform(({ finance }) => finance),
  ])
  .transform(({ error }) => (error.description ?? error.code).slice(0, 60));
