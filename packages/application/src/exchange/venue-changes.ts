import { invariant } from "@sevenfold/domain/invariant";
import type { Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

import type { Identifiers } from "../ports/identifiers.ts";
import type { ShareCount } from "./share-count.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenuePosition } from "./venue-holdings.ts";
import type { VenueEntry } from "./venue-journal.ts";
import type { VenueExecution, VenueOrder, VenueOrderEnd } from "./venue-order.ts";

/** What the venue tells the owner of an account, once it cannot be forgotten any more. */
export interface VenueNotice {
  readonly accountId: string;
  readonly event: "opened" | "filled" | VenueOrderEnd;
  /** The order after the event. */
  readonly order: VenueOrder;
  readonly at: Instant;
  readonly execution?: VenueExecution;
  /** Of the order's symbol after a fill; undefined when none is left. */
  readonly position?: VenuePosition;
}

/** The entries of one command, each applied to the book as it is made, and what to tell of them. */
export interface VenueChanges {
  readonly entries: readonly VenueEntry[];
  readonly notices: readonly VenueNotice[];
  record(entry: VenueEntry): void;
  /** With fewer shares than it was sent for, when no more are free. */
  open(order: VenueOrder, at: Instant, quantity?: ShareCount): VenueOrder;
  fill(order: VenueOrder, trade: VenueTrade): VenueOrder;
  end(order: VenueOrder, as: Exclude<VenueOrderEnd, "replaced">, at: Instant): VenueOrder;
  /** Ends an order and puts another in its place. */
  replace(order: VenueOrder, by: VenueOrder, at: Instant): VenueOrder;
}

export interface VenueTrade {
  readonly price: Price;
  readonly quantity: ShareCount;
  readonly at: Instant;
}

export function changesOf(book: VenueBook, identifiers: Identifiers): VenueChanges {
  const entries: VenueEntry[] = [];
  const notices: VenueNotice[] = [];

  function record(entry: VenueEntry): void {
    // First: what breaks off in the book may have changed it.
    entries.push(entry);
    book.record(entry);
  }

  function changed(orderId: string): VenueOrder {
    const order = book.order(orderId);
    invariant(order !== undefined, `order ${orderId} is in the book`);
    return order;
  }

  function tell(event: VenueNotice["event"], order: VenueOrder, at: Instant): VenueOrder {
    notices.push({ accountId: order.accountId, event, order, at });
    return order;
  }

  return {
    entries,
    notices,
    record,
    open(order, at, quantity = order.quantity) {
      const change = quantity === order.quantity ? {} : { quantity };
      record({ type: "order-opened", at, orderId: order.id, ...change });
      return tell("opened", changed(order.id), at);
    },
    end(order, as, at) {
      record({ type: "order-ended", at, orderId: order.id, as });
      return tell(as, changed(order.id), at);
    },
    replace(order, by, at) {
      record({ type: "order-ended", at, orderId: order.id, as: "replaced", by: by.id });
      tell("replaced", changed(order.id), at);
      record({ type: "order-submitted", at, order: by });
      return by.status === "held" ? by : tell("opened", by, at);
    },
    fill(before, { price, quantity, at }) {
      const executionId = identifiers.uuid();
      record({ type: "order-filled", at, orderId: before.id, executionId, quantity, price });
      const order = changed(before.id);
      const { accountId, ticker } = order;
      const account = book.accounts.get(accountId);
      const execution = account?.executions.at(-1);
      invariant(execution?.id === executionId, `execution ${executionId} is the latest`);
      const position = account?.positions.get(ticker);
      notices.push({
        accountId,
        event: "filled",
        order,
        at,
        execution,
        ...(position && { position }),
      });
      return order;
    },
  };
}
