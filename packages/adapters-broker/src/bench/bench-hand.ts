import { holds } from "@sevenfold/application/broker-kit/rule-broken";
import type { BenchVenue, OrderAtVenue } from "@sevenfold/application/broker-kit/venue-bench";
import { shareCount } from "@sevenfold/application/exchange/share-count";
import type { Venue } from "@sevenfold/application/exchange/venue";
import { hasEnded, type VenueOrder } from "@sevenfold/application/exchange/venue-order";
import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";

type Handled = Required<
  Pick<
    BenchVenue,
    | "bust"
    | "buyPartsElsewhere"
    | "end"
    | "execute"
    | "holdCancels"
    | "moveCash"
    | "orderCount"
    | "orderOf"
    | "placeElsewhere"
  >
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
        holds(order !== undefined, `the venue has no order of the key ${clientKey}`);
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
        async moveCash(kind, amount) {
          const isMoved = await venue.befall(accountId, { kind, amount }, now());
          invariant(isMoved, `the account can bear a ${kind} of ${amount}`);
        },
        async bust(clientKey) {
          const { executions } = venue.book.accounts.get(accountId)!;
          const execution = executions.find(({ orderId }) => orderId === found(clientKey).id);
          holds(execution !== undefined, `the order of the key ${clientKey} has not traded`);
          const busted = { kind: "bust", executionId: execution.id } as const;
          invariant(
            await venue.befall(accountId, busted, now()),
            "the execution can be taken back",
          );
        },
        holdCancels() {
          holdsCancels = true;
        },
        async buyPartsElsewhere(ticker, each, parts) {
          const draft = { ...boughtElsewhere(), ticker, quantity: shareCount(1.5) };
          const submitted = await venue.submit(accountId, draft, now());
          invariant(submitted.ok, "an order for parts is taken");
          for (const quantity of parts.map(shareCount))
            await venue.direct(submitted.value.id, { kind: "trade", quantity, price: each }, now());
        },
        async placeElsewhere(orders) {
          for (const order of orders) await placeOne(venue, accountId, order, now());
        },
      };
    },
  };
}

/** In the words of the kit. */
function atVenue({ notional: _notional, timeInForce, ...order }: VenueOrder): OrderAtVenue {
  const { filled, quantity } = order;
  return {
    ...order,
    filled: shares(filled),
    quantity: shares(quantity),
    ...(timeInForce === "gtc" && { timeInForce: "until-canceled" }),
    isOpen: !hasEnded({ status: order.status }),
  };
}

let elsewhere = 0;

/** A buy at the venue's own site. */
function boughtElsewhere() {
  elsewhere += 1;
  return {
    clientOrderId: `elsewhere-${elsewhere}`,
    side: "buy",
    timeInForce: "day",
    extendedHours: false,
  } as const;
}

async function placeOne(
  venue: Venue,
  accountId: string,
  { ticker, quantity, limit, tradedAt }: Parameters<Handled["placeElsewhere"]>[0][number],
  at: Instant,
): Promise<void> {
  const draft = { ...boughtElsewhere(), ticker, quantity, limit };
  const submitted = await venue.submit(accountId, draft, at);
  invariant(submitted.ok, `an order placed elsewhere is taken`);
  if (tradedAt !== undefined)
    await venue.direct(
      submitted.value.id,
      { kind: "trade", quantity, price: tradedAt },
      instant(at),
    );
}
