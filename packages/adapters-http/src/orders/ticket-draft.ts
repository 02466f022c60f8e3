import type { ManualDraft } from "@sevenfold/application/trading/account/order-draft";
import type { OrderTicket } from "@sevenfold/contract/orders";
import { invariant } from "@sevenfold/domain/invariant";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { isPrice, type Price, shares, unitsFromNumber } from "@sevenfold/domain/money";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { InvalidRequest } from "../refusals.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";

export interface TicketOwner {
  readonly accountId: string;
  readonly userId: string;
}

/** The order a checked ticket asks for. */
export function draftFrom(
  ticket: OrderTicket,
  owner: TicketOwner,
  header: string,
): Result<ManualDraft, InvalidRequest> {
  const key = idempotencyKeyOf(header);
  if (!key.ok) return key;
  const limit = limitOf(ticket);
  if (!limit.ok) return limit;
  return ok({
    origin: "manual",
    ...owner,
    ticker: tickerFrom(ticket.symbol),
    side: ticket.side,
    quantity: shares(ticket.quantity),
    ...(limit.value === undefined ? {} : { limit: limit.value }),
    ...(key.value === undefined ? {} : { idempotencyKey: key.value }),
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
}: OrderTicket): Result<Price | undefined, InvalidRequest> {
  if (orderType === "market" || limitPrice == null) return ok(undefined);
  const units = unitsFromNumber(limitPrice);
  return units !== undefined && isPrice(units)
    ? ok(units)
    : invalid("The limit price is out of range.");
}

const invalid = (details: string) => refused({ kind: "invalid-request" as const, details });
