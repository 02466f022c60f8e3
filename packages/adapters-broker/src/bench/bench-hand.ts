import type { BenchVenue, OrderAtVenue } from "@sevenfold/application/broker-kit/venue-bench";
import type { Venue } from "@sevenfold/application/simulation/venue";
import { hasEnded, type VenueOrder } from "@sevenfold/application/simulation/venue-order";
import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant } from "@sevenfold/domain/market";

type Handled = Required<
  Pick<BenchVenue, "end" | "execute" | "holdCancels" | "orderCount" | "orderOf" | "placeElsewhere">
>;

/** The hand that moves a venue's book. */
export interface BenchHand {
  /** What the doors of the exchange get instead of the venue itself. */
  before(venue: Venue): Venue;
  on(venue: Venue, accountId: string): Handled;
}

export function benchHand(now: () => Instant): BenchHand {
  let holdsCancels = false;
  return {
    before: (venue) => ({
      ...venue,
      cancel: async (accountId, orderId, at) => {
        const order = venue.book.order(orderId);
        const isHeld = holdsCancels && order?.accountId === accountId && !hasEnded(order);
        return isHeld ? { ok: true, value: order } : venue.cancel(accountId, orderId, at);
      },
    }),
    on(venue, accountId) {
      const found = (clientKey: string): VenueOrder => {
        const order = venue.book.orderOfClient(accountId, clientKey);
        invariant(order !== undefined, `the venue has an order of the key ${clientKey}`);
        return order;
      };
      return {
        orderOf(clientKey) {
          const order = venue.book.orderOfClient(accountId, clientKey);
          return order && atVenue(order);
        },
        orderCount: () => venue.book.accounts.get(accountId)?.orders.length ?? 0,
        execute: (clientKey, trade) =>
          venue.direct(found(clientKey).id, { kind: "trade", ...trade }, now()),
        end: (clientKey, as) => venue.direct(found(clientKey).id, { kind: "end", as }, now()),
        holdCancels() {
          holdsCancels = true;
        },
        async placeElsewhere(orders) {
          for (const order of orders) await placeOne(venue, accountId, order, now());
        },
      };
    },
  };
}

/** In the words of the kit. */
function atVenue({ timeInForce, ...order }: VenueOrder): OrderAtVenue {
  return {
    ...order,
    ...(timeInForce === "gtc" && { timeInForce: "until-canceled" }),
    isOpen: !hasEnded({ status: order.status }),
  };
}

let elsewhere = 0;

async function placeOne(
  venue: Venue,
  accountId: string,
  { ticker, quantity, limit, tradedAt }: Parameters<Handled["placeElsewhere"]>[0][number],
  at: Instant,
): Promise<void> {
  elsewhere += 1;
  const draft = {
    clientOrderId: `elsewhere-${elsewhere}`,
    ticker,
    side: "buy",
    quantity,
    limit,
    timeInForce: "day",
    extendedHours: false,
  } as const;
  const submitted = await venue.submit(accountId, draft, at);
  invariant(submitted.ok, `an order placed elsewhere is taken`);
  if (tradedAt !== undefined)
    await venue.direct(
      submitted.value.id,
      { kind: "trade", quantity, price: tradedAt },
      instant(at),
    );
}
