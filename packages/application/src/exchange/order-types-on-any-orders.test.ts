import { instant, type Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, curveMarket, movedBy, openCurveVenue, START } from "../testing/curve-venue.ts";
import type { VenueDraft } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

describe("the book of any orders", () => {
  it("always trades alike, however seldom the tape is looked at", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 12 }), async (given) => {
        const often = await played(given, 2_000);
        const seldom = await played(given, Number.POSITIVE_INFINITY);

        expect(seldom.trades).toEqual(often.trades);
      }),
      { numRuns: 25 },
    );
  });

  it("always keeps cash, reservations and shares at or above zero", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 40, size: "max" }), async (given) => {
        const { account } = await played(given, Number.POSITIVE_INFINITY);

        for (const ticker of [AAPL, AMC])
          expect(sharesHeldForOrders(account(), ticker)).toBeLessThanOrEqual(
            account().positions.get(ticker)?.shares ?? 0,
          );
        expect(account().cash).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});

type Command =
  | { readonly do: "submit"; readonly draft: Partial<VenueDraft> }
  | { readonly do: "cancel" | "replace"; readonly pick: number; readonly bps: number }
  | { readonly do: "wait"; readonly ms: number };

const offset = fc.integer({ min: -60, max: 60 });
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("submit" as const), draft: drafts() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "replace" as const),
      pick: fc.nat(),
      bps: offset,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(250, 60_000, 300_000),
    }),
  },
);

function drafts(): fc.Arbitrary<Partial<VenueDraft>> {
  const base = fc.record({
    ticker: fc.constantFrom(AAPL, AMC),
    quantity: fc.integer({ min: 1, max: 40 }).map(shares),
    timeInForce: fc.constantFrom("day" as const, "gtc" as const),
    side: fc.constantFrom("buy" as const, "buy" as const, "sell" as const),
  });
  const near = (ticker: Ticker, bps: number) => movedBy(curveMarket.priceAt(ticker, START), bps);
  return fc.tuple(base, offset, fc.nat({ max: 5 })).map(([each, bps, kind]) => {
    const { ticker } = each;
    if (kind === 0) return each;
    if (kind === 1) return { ...each, limit: near(ticker, bps) };
    if (kind === 2) return { ...each, stop: near(ticker, bps) };
    if (kind === 3) return { ...each, trail: { by: "rate", bps: Math.abs(bps) + 1 } };
    const stop = { role: "stop-loss" as const, stop: near(ticker, -30 - Math.abs(bps)) };
    const limit = near(ticker, 30 + Math.abs(bps));
    return kind === 4
      ? { ...each, orderClass: "bracket", legs: [{ role: "take-profit", limit }, stop] }
      : { ...each, side: "sell", limit, orderClass: "oco", legs: [stop] };
  });
}

/** Plays commands, looking at the tape at least every so often; with no such time at the end alone. */
async function played(given: readonly Command[], everyMs: number) {
  const { venue, id, submit, account } = await openCurveVenue();
  let at: number = START;
  for (const command of given) {
    const { orders } = account();
    if (command.do === "submit") await submit(command.draft, instant(at));
    else if (command.do === "wait") {
      const end = at + command.ms;
      for (at += everyMs; at < end; at += everyMs) await venue.advance(instant(at));
      at = end;
    } else {
      const order = orders[command.pick % orders.length];
      if (order && command.do === "cancel") await venue.cancel(id, order.id, instant(at));
      else if (order) {
        const limit = order.limit && movedBy(order.limit, command.bps);
        const quantity = shares(1 + Math.abs(command.bps));
        const change = {
          clientOrderId: `R${at}-${command.pick}`,
          ...(limit && { limit }),
          ...(command.bps % 2 === 0 && { quantity }),
        };
        await venue.replace(id, order.id, change, instant(at));
      }
    }
    if (Number.isFinite(everyMs)) await venue.advance(instant(at));
  }
  await venue.advance(instant(at));
  const trades = account().executions.map(({ quantity, price: each, side, orderId }) => [
    ...[orderId, side, quantity, each],
  ]);
  return { trades, account };
}
