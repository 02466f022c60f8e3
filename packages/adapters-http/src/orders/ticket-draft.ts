import type { ManualDraft } from "@sevenfold/application/use-cases/order-draft";
import type { OrderTicket } from "@sevenfold/contract/orders";
import { invariant } from "@sevenfold/domain/invariant";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { isPrice, type Price, shares, tickOf, unitsFromNumber } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { RequestRefusal } from "../problem.ts";

/** Visible ASCII: it travels in a header and is part of the order's key. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

export interface TicketOwner {
  readonly accountId: string;
  readonly userId: string;
}

/** The order a checked ticket asks for. */
export function draftFrom(
  ticket: OrderTicket,
  owner: TicketOwner,
  idempotencyKey: string,
): Result<ManualDraft, RequestRefusal> {
  if (idempotencyKey !== "" && !IDEMPOTENCY_KEY.test(idempotencyKey))
    return invalid("An Idempotency-Key has 1 to 128 visible characters.");
  const limit = limitOf(ticket);
  if (!limit.ok) return limit;
  return ok({
    origin: "manual",
    ...owner,
    ticker: tickerFrom(ticket.symbol),
    side: ticket.side,
    quantity: shares(ticket.quantity),
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(idempotencyKey === "" ? {} : { idempotencyKey }),
  });
}

/** The contract let only symbols through. */
export function tickerFrom(symbol: string): Ticker {
  invariant(isTicker(symbol), `${symbol} is no symbol`);
  return symbol;
}

function limitOf({
  orderType,
  limitPrice,
}: OrderTicket): Result<Price | undefined, RequestRefusal> {
  if (orderType === "market" || limitPrice === undefined) return ok(undefined);
  const units = unitsFromNumber(limitPrice);
  if (units === undefined || !isPrice(units)) return invalid("The limit price is out of range.");
  return units % tickOf(units) === 0
    ? ok(units)
    : invalid("A limit price of a dollar or more has two decimals at most.");
}

const invalid = (details: string) => refused({ kind: "invalid-request" as const, details });
