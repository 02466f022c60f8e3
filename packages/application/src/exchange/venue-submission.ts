import { type Instant, instant } from "@sevenfold/domain/market";
import { NO_MONEY, type Price } from "@sevenfold/domain/money";

import { type ShareCount, shareCount } from "./share-count.ts";
import {
  isExtended,
  isRegular,
  regularSessionAt,
  sessionOpeningAfter,
  type VenueCalendar,
} from "./venue-hours.ts";
import type { VenueDraft, VenueLeg, VenueOrder, VenueTrail } from "./venue-order.ts";

export interface Submission {
  readonly accountId: string;
  readonly at: Instant;
  readonly submittedMicros: number;
  readonly reservedEach: Price;
  readonly calendar: VenueCalendar;
  readonly newId: () => string;
}

/** The orders a draft becomes: one, or a first one and its legs. */
export function ordersFrom(draft: VenueDraft, submission: Submission): readonly VenueOrder[] {
  const { legs = [], ...prices } = draft;
  const { accountId, at, submittedMicros, reservedEach, newId, calendar } = submission;
  const id = newId();
  const isOco = draft.orderClass === "oco";
  const order: VenueOrder = {
    ...prices,
    id,
    accountId,
    ...(0 < legs.length && {
      group: { id, role: isOco ? ("take-profit" as const) : ("parent" as const) },
    }),
    ...scheduleOf(draft, calendar, at),
    submittedMicros,
    reservedEach,
    filled: shareCount(0),
    filledNotional: NO_MONEY,
    fills: 0,
    updatedAt: at,
  };
  return [order, ...legs.map((leg, index) => legOf(order, leg, { newId, place: index + 1 }))];
}

/** A leg is on the other side and waits for its parent; an oco's is on the same and waits beside it. */
function legOf(
  first: VenueOrder,
  { role, ...prices }: VenueLeg,
  { newId, place }: { readonly newId: () => string; readonly place: number },
): VenueOrder {
  const { limit: _limit, stop: _stop, trail: _trail, ...rest } = first;
  const isBeside = first.orderClass === "oco";
  return {
    ...rest,
    ...prices,
    id: newId(),
    clientOrderId: newId(),
    side: !isBeside && first.side === "buy" ? "sell" : first.side,
    group: { id: first.id, role },
    status: isBeside ? first.status : "held",
    submittedMicros: first.submittedMicros + place,
  };
}

/** Where a new order waits, and when it ends by itself. */
function scheduleOf(
  { extendedHours, timeInForce }: VenueDraft,
  calendar: VenueCalendar,
  at: Instant,
): Pick<VenueOrder, "status" | "expiresAt"> {
  if (timeInForce === "opg")
    return { status: "accepted", expiresAt: sessionOpeningAfter(calendar, at).closes };
  const session = extendedHours ? calendar.sessionAt(at) : regularSessionAt(calendar, at);
  const isOpen = extendedHours ? isExtended(session, at) : isRegular(session, at);
  const last =
    timeInForce === "gtc" ? regularSessionAt(calendar, instant(at + CANCELED_AFTER_MS)) : session;
  const expiresAt = extendedHours ? last.extendedCloses : last.closes;
  const status = isOpen && timeInForce !== "cls" ? "pending" : "accepted";
  return { status, expiresAt };
}

/** What is good till canceled is canceled by the venue after 90 days, with the session then. */
const CANCELED_AFTER_MS = 90 * 86_400_000;

/** What a client may change about an order that rests in the book. */
export interface OrderChange {
  readonly clientOrderId: string;
  readonly quantity?: ShareCount;
  readonly limit?: Price;
  readonly stop?: Price;
  readonly trail?: VenueTrail;
  readonly timeInForce?: "day" | "gtc";
}

/** The draft of the order that takes the place of one: what is not changed stays, fills apart. */
export function changedDraft(order: VenueOrder, change: OrderChange): VenueDraft {
  const { limit = order.limit, stop = order.stop, trail = order.trail } = change;
  return {
    clientOrderId: change.clientOrderId,
    ticker: order.ticker,
    side: order.side,
    quantity: change.quantity ?? shareCount(order.quantity - order.filled),
    ...(limit !== undefined && { limit }),
    ...(stop !== undefined && { stop }),
    ...(trail !== undefined && { trail }),
    timeInForce: change.timeInForce ?? order.timeInForce,
    extendedHours: order.extendedHours,
  };
}

/** The order that takes the place of one that rests: it works at once, where the old one did. */
export function successorOf(
  order: VenueOrder,
  draft: VenueDraft,
  submission: Submission,
): VenueOrder {
  const [fresh] = ordersFrom(draft, submission) as [VenueOrder];
  const isSameTrail = JSON.stringify(order.trail) === JSON.stringify(draft.trail);
  return {
    ...fresh,
    ...(order.orderClass && { orderClass: order.orderClass }),
    ...(order.group && { group: order.group }),
    ...(isSameTrail && order.mark !== undefined && { mark: order.mark }),
    ...(order.triggeredAt !== undefined &&
      draft.stop === order.stop && { triggeredAt: order.triggeredAt }),
    status: order.status === "held" ? "held" : "working",
    replaces: order.id,
  };
}
