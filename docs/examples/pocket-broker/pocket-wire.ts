import { z } from "zod";

/** Pocket's JSON as it travels: money as decimal text, times as milliseconds since 1970. */

export const AccountWire = z.object({
  number: z.string(),
  cash: z.string(),
  equity: z.string(),
  power: z.string(),
  frozen: z.boolean(),
});
export type AccountWire = z.infer<typeof AccountWire>;

export const HoldingWire = z.object({ symbol: z.string(), shares: z.int(), cost: z.string() });
export type HoldingWire = z.infer<typeof HoldingWire>;

export const OrderWire = z.object({
  id: z.string(),
  key: z.string(),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  shares: z.int(),
  limit: z.string().optional(),
  extended: z.boolean(),
  state: z.string(),
  filled: z.int(),
  at: z.int(),
});
export type OrderWire = z.infer<typeof OrderWire>;

export const FillWire = z.object({
  id: z.string(),
  order: z.string(),
  key: z.string(),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  shares: z.int(),
  price: z.string(),
  at: z.int(),
});
export type FillWire = z.infer<typeof FillWire>;

/** A page of a list; without `next` it is the last. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().optional() });

export const RefusalWire = z.object({
  error: z.string(),
  why: z.enum(["funds", "shares", "symbol", "key-exists", "other"]).default("other"),
});
