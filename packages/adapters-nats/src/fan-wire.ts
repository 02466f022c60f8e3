import { z } from "zod";

/** What was heard is looked at before it is believed: a price is what orders are made of. */
const ticker = z.string().regex(/^[A-Z]{1,5}(\.[A-Z])?$/);
const tickers = z.array(ticker).max(20_000);
const at = z.number().int().nonnegative();
const price = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const message = z.string().max(1_000);
const name = z.string().min(1).max(100);
const print = z.object({ ticker, at, price });

const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("connected") }),
  z.object({ kind: z.literal("disconnected"), message }),
]);

const news = z.discriminatedUnion("kind", [
  ...line.options,
  z.object({
    kind: z.literal("prices"),
    prints: z.array(print).max(2_000),
    quotes: z.array(z.object({ ticker, at, bid: price, ask: price })).max(2_000),
    polled: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal("taken-back"),
    prints: z.array(print.extend({ instead: price.optional() })).max(2_000),
  }),
  z.object({
    kind: z.literal("halts"),
    statuses: z
      .array(
        z.object({
          ...{ ticker, at, because: z.string().max(200) },
          state: z.enum(["halted", "trading", "unsure"]),
        }),
      )
      .max(2_000),
    unheard: message.optional(),
  }),
  z.object({
    kind: z.literal("limited"),
    polled: tickers,
    polledEveryMs: z.number().nonnegative(),
    unserved: tickers,
    message,
  }),
]);

export const FanWordSchema = z.object({
  reader: name,
  sequence: z.number().int().positive(),
  toldMs: z.number(),
  line: line.optional(),
  lines: z.number().int().positive().optional(),
  news: news.optional(),
  answers: z
    .array(z.object({ follower: name, askedMs: z.number(), heardMs: z.number() }))
    .max(1_000),
});

export const FanWishSchema = z.object({
  follower: name,
  askedMs: z.number(),
  tickers: tickers.optional(),
  preferred: tickers.optional(),
});
