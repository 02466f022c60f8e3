import { type Instant, instant } from "@sevenfold/domain/market";

import { actionsBetween } from "./market-script.ts";
import type { VenueNeeds } from "./venue.ts";
import { applyAction } from "./venue-actions.ts";
import { advanceOrders } from "./venue-advance.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueChanges } from "./venue-changes.ts";
import { firstMarginCall } from "./venue-liquidation.ts";
import type { VenueOrder } from "./venue-order.ts";
import { slotNumber } from "./venue-slots.ts";

/** How far a book has come on its market. */
export interface VenueProgress {
  /**
   * Lets all that the market has in store until an instant happen to the book, in the order of time:
   * prices, splits, dividends and calls for margin.
   */
  meet(until: Instant, changed: Changed): void;
}

interface Changed {
  readonly book: VenueBook;
  readonly changes: VenueChanges;
}

/** Of a book that has met everything up to an instant. */
export function progressFrom(
  met: Instant,
  needs: Pick<VenueNeeds, "calendar" | "identifiers" | "market" | "matching">,
): VenueProgress {
  const { identifiers, market } = needs;
  /** The last slot whose prices open orders have met. */
  let seenSlot = slotNumber(met);
  /** Splits and dividends up to here are in the book. */
  let actedAt = met;
  /** Up to here accounts were held to their margin. */
  let marginCheckedAt = met;

  /** Lets open orders meet the prices, and holds accounts to their margin on the way. */
  function match(until: Instant, changed: Changed): void {
    const all = { ...needs, ...changed };
    const dueBefore = (slot: number): readonly VenueOrder[] => {
      const { checkedAt, orders } = firstMarginCall(marginCheckedAt, { slot, until }, all);
      marginCheckedAt = checkedAt;
      return orders;
    };
    const marginCalls = needs.matching === "by-hand" ? {} : { dueBefore };
    advanceOrders(seenSlot + 1, until, { ...all, ...marginCalls });
    seenSlot = slotNumber(until);
    marginCheckedAt = until;
  }

  return {
    meet(until, changed) {
      for (const action of actionsBetween(market.script, actedAt, until)) {
        match(instant(Math.max(actedAt, action.at - 1)), changed);
        applyAction(action, { market, ...changed, newId: identifiers.uuid });
      }
      actedAt = until;
      // All of a slot happens at its start. One that is earlier follows a clock that was ahead: what it
      // did not bring about yet is met again.
      if (seenSlot !== slotNumber(until)) match(until, changed);
    },
  };
}
