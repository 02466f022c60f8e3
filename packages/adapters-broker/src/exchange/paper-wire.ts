import { VENUE_HOURS } from "@sevenfold/application/exchange/venue-hours";
import type { Execution } from "@sevenfold/application/ports/broker";
import type { PaperVenue } from "@sevenfold/application/ports/paper-venue";
import { type Instant, instant, isTicker, type Ticker } from "@sevenfold/domain/market";
import {
  ACCOUNT_VALUE_MAX,
  decimalOf,
  isPrice,
  type Money,
  money,
  NO_MONEY,
  type Price,
  shares,
  unitsFromDecimal,
} from "@sevenfold/domain/money";
import { z } from "zod";

import { timeText } from "./exchange-mapping.ts";

/** What opens an account, and what issues its keys: everything under here is the exchange's own. */
export const PAPER_PREFIX = "/paper";
/** Clocks of machines differ a little; a clock that runs by itself differs by more before long. */
export const CLOCKS_APART_MAX_MS = 5_000;
const PAPER_CASH = "100000";
/** A year of a lively demo has some thousands. */
const HISTORY_MAX = 20_000;

const Dollars = z.union([z.string().max(64), z.number()]).transform((given, context): Money => {
  const units = unitsFromDecimal(String(given));
  if (units !== undefined && 0 <= units && units <= ACCOUNT_VALUE_MAX) return money(units);
  context.addIssue("invalid cash");
  return z.NEVER;
});
const PriceText = z
  .string()
  .max(64)
  .transform((text, context): Price => {
    const units = unitsFromDecimal(text);
    if (units !== undefined && isPrice(units)) return units;
    context.addIssue("invalid price");
    return z.NEVER;
  });
const Time = z.iso
  .datetime({ offset: true })
  .transform((text): Instant => instant(Date.parse(text)));
const Id = z.string().min(1).max(128);

const PaperExecution = z.strictObject({
  id: Id,
  order_id: Id,
  client_order_id: Id.optional(),
  symbol: z.custom<Ticker>((text) => typeof text === "string" && isTicker(text), "invalid symbol"),
  side: z.enum(["buy", "sell"]),
  qty: z.int().min(1).max(10_000_000),
  price: PriceText,
  at: Time,
});

/**
 * The body of POST /paper/accounts, and what it asks for: dollars, 100,000 when absent; a multiplier of 2 for margin; since when the
 * account is, now when absent; when it is forgotten; what it traded before, oldest first.
 */
export const PaperAccountRequest = z.strictObject({
  cash: Dollars.nullish().transform((cash) => cash ?? money(unitsFromDecimal(PAPER_CASH)!)),
  multiplier: z.literal(2).optional(),
  opened_at: Time.optional(),
  closes_at: Time.optional(),
  history: z.array(PaperExecution).max(HISTORY_MAX).default([]),
});
export type PaperAccountRequest = z.infer<typeof PaperAccountRequest>;

/** The answer to it. */
export const PaperAccountAnswer = z.object({
  accountId: z.string(),
  keyId: z.string(),
  secretKey: z.string(),
  signingSecret: z.string(),
});

/** The answer to GET /paper/market: which market this is, and what its clock says. */
export const PaperMarketAnswer = z.object({
  seed: z.number(),
  volatility: z.number(),
  hours: z.enum(VENUE_HOURS),
  /** Neither recorded bars nor a script nor a clock of its own. */
  isPlain: z.boolean(),
  /** Not while its journal cannot be written. */
  isWritable: z.boolean().default(true),
  requestsPerMinute: z.number(),
  now: Time,
});
export type PaperMarketAnswer = z.infer<typeof PaperMarketAnswer>;

export const executionFrom = (given: z.infer<typeof PaperExecution>): Execution => ({
  executionId: given.id,
  brokerOrderId: given.order_id,
  ...(given.client_order_id === undefined ? {} : { clientKey: given.client_order_id }),
  ticker: given.symbol,
  side: given.side,
  quantity: shares(given.qty),
  price: given.price,
  fee: NO_MONEY,
  at: given.at,
});

/** The body that asks for such an account. */
export const paperAccountBody = ({
  cash,
  openedAt,
  closesAt,
  history,
}: Parameters<PaperVenue["openAccount"]>[0]): z.input<typeof PaperAccountRequest> => ({
  cash: decimalOf(cash),
  opened_at: timeText(openedAt),
  ...(closesAt === undefined ? {} : { closes_at: timeText(closesAt) }),
  history: history.map(writtenExecution),
});

const writtenExecution = (execution: Execution): z.input<typeof PaperExecution> => ({
  id: execution.executionId,
  order_id: execution.brokerOrderId,
  ...(execution.clientKey === undefined ? {} : { client_order_id: execution.clientKey }),
  symbol: execution.ticker,
  side: execution.side,
  qty: execution.quantity,
  price: decimalOf(execution.price),
  at: timeText(execution.at),
});
