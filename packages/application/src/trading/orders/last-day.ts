import { ALWAYS_CALENDAR, NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

/**
 * When no venue can trade an order for the day any more, whatever its hours are: midnight in New York
 * after the close of the exchange's session that it was placed in or before.
 */
export function lastDayEndOf({ createdAt, extendedHours, timeInForce, updatedAt }: Order): Instant {
  // One until canceled may have rested until it was seen to be missing.
  const good = timeInForce === undefined ? createdAt : updatedAt;
  const inHours = extendedHours ? undefined : NYSE_CALENDAR.sessionAt(good);
  const { closes } = inHours ?? NYSE_CALENDAR.nextSession(good);
  return ALWAYS_CALENDAR.nextSession(closes).opens;
}
