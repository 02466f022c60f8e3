import { type Instant, instant } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL, curveMarket, movedBy, openCurveVenue, START } from "../testing/curve-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import { trailTrigger } from "./venue-matching.ts";
import { openShares, type VenueDraft } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

const HOUR_MS = 3_600_000;
const LAST = curveMarket.priceAt(AAPL, START);

describe("a stop order", () => {
  it("sells at the bid of the first moment that prints its price, and not before", async () => {
    const { venue, holding, sent } = await openCurveVenue();
    const now = await holding(5);
    const stop = movedBy(curveMarket.priceAt(AAPL, now), -20);
    const order = await sent({ side: "sell", quantity: shares(5), stop, timeInForce: "gtc" }, now);
    const met = firstSlotAfter(now, (each) => each <= stop);
    await venue.advance(instant(met - 1));
    expect(venue.book.order(order.id)?.status).toBe("working");
    await venue.advance(met);

    const { bid } = curveMarket.quoteAt(AAPL, met);
    const { filledNotional, filled, triggeredAt } = venue.book.order(order.id)!;
    expect(triggeredAt).toBe(met);
    expect(filledNotional).toBe(filled * bid);
    expect(bid).toBeLessThan(stop);
  });

  it("with a limit does not sell below it", async () => {
    const { venue, holding, sent } = await openCurveVenue();
    const now = await holding(5);
    const stop = movedBy(curveMarket.priceAt(AAPL, now), -20);
    const order = await sent(
      { side: "sell", quantity: shares(5), stop, limit: stop, timeInForce: "gtc" },
      now,
    );
    await venue.advance(firstSlotAfter(now, (each) => each <= stop));
    expect(venue.book.order(order.id)).toMatchObject({ status: "working", filled: 0 });
    await venue.advance(instant(now + 72 * HOUR_MS));

    const { filled, filledNotional } = venue.book.order(order.id)!;
    expect(filled * stop).toBeLessThanOrEqual(filledNotional);
  });

  it("is refused on the side the price is on already", async () => {
    const { submit, holding } = await openCurveVenue();
    const now = await holding(5);
    const above = movedBy(LAST, 500);

    expect(await submit({ side: "sell", quantity: shares(5), stop: above }, now)).toMatchObject({
      refusal: { kind: "stop-on-wrong-side", stop: above },
    });
  });
});

describe("a trailing stop", () => {
  it.each([{ by: "rate", bps: 35 } as const, { by: "price", distance: price(9_900) } as const])(
    "follows the best price and sells where a walk over every print says: %j",
    async (trail) => {
      const { venue, holding, sent } = await openCurveVenue();
      const now = await holding(5);
      const order = await sent(
        { side: "sell", quantity: shares(5), trail, timeInForce: "gtc" },
        now,
      );
      let mark = 0;
      const met = firstSlotAfter(now, (each) => {
        mark = Math.max(mark, each);
        return each <= trailTrigger(order, price(mark));
      });
      await venue.advance(instant(met + 10 * HOUR_MS));

      expect(venue.book.order(order.id)).toMatchObject({ mark, triggeredAt: met });
    },
  );
});

describe("a bracket", () => {
  it("begins its legs when the parent is filled, and gives one up when the other trades", async () => {
    const { venue, sent, account } = await openCurveVenue();
    const parent = await sent(bracket({ quantity: shares(8) }));
    const legs = () => account().orders.filter(({ id }) => id !== parent.id);
    expect(legs().map(({ status, side }) => [status, side])).toEqual([
      ["held", "sell"],
      ["held", "sell"],
    ]);
    let now = START as number;
    while (account().positions.get(AAPL)?.shares !== 8) {
      now += SLOT_MS;
      await venue.advance(instant(now));
    }
    expect(legs().map(({ status }) => status)).toEqual(["working", "working"]);
    expect(sharesHeldForOrders(account(), AAPL)).toBe(8);
    await venue.advance(instant(now + 500 * HOUR_MS));

    expect(
      legs()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["canceled", "filled"]);
    expect(account().positions.size).toBe(0);
  });

  it("sells no more than its parent bought, where that was changed to fewer", async () => {
    const { venue, id, holding, sent, account } = await openCurveVenue();
    const now = await holding(20);
    const low = movedBy(LAST, -5_000);
    const parent = await sent(bracket({ quantity: shares(10), limit: low }, -6_000), now);
    const later = instant(now + SLOT_MS);
    await venue.advance(later);
    const fewer = { clientOrderId: "fewer", quantity: shares(3), limit: movedBy(LAST, 5_000) };
    expect(await venue.replace(id, parent.id, fewer, later)).toMatchObject({ ok: true });
    await venue.advance(instant(later + 8 * SLOT_MS));

    expect(account().positions.get(AAPL)?.shares).toBe(23);
    expect(account().orders.slice(2, 4).map(openShares)).toEqual([3, 3]);
  });

  it("gives up its legs with the parent", async () => {
    const { venue, id, sent, account } = await openCurveVenue();
    const parent = await sent(bracket({ limit: movedBy(LAST, -50) }, -100));
    await venue.cancel(id, parent.id, START);

    expect(account().orders.map(({ status }) => status)).toEqual([
      "canceled",
      "canceled",
      "canceled",
    ]);
  });

  it.each<readonly [string, Partial<VenueDraft>]>([
    ["crossed", { legs: [profit(-500), loss(-400)] }],
    ["crossed", { legs: [profit(500), loss(100)] }],
    ["missing", { legs: [profit(500)] }],
    ["time-in-force", { timeInForce: "ioc" }],
    ["selling", { side: "sell" }],
  ])("is refused for %s legs", async (problem, change) => {
    const { submit } = await openCurveVenue();

    expect(await submit(bracket(change))).toMatchObject({
      refusal: { kind: "legs-refused", problem },
    });
  });
});

describe("one of two orders for the same shares", () => {
  it("is given up when the other is canceled", async () => {
    const { venue, id, sent, holding, account } = await openCurveVenue();
    const now = await holding(4);
    const order = await sent(
      {
        side: "sell",
        quantity: shares(4),
        limit: movedBy(LAST, 400),
        orderClass: "oco",
        legs: [loss(-400)],
      },
      now,
    );
    expect(sharesHeldForOrders(account(), AAPL)).toBe(4);
    await venue.advance(instant(now + SLOT_MS));
    await venue.cancel(id, order.id, instant(now + SLOT_MS));

    expect(account().openOrders.size).toBe(0);
  });
});

describe("one of two orders for the same shares, made larger", () => {
  it("keeps as many shares as the larger of the two may sell", async () => {
    const { venue, id, sent, submit, holding, account } = await openCurveVenue();
    const now = await holding(10);
    const limit = movedBy(LAST, 400);
    const order = await sent(
      { side: "sell", quantity: shares(4), limit, orderClass: "oco", legs: [loss(-400)] },
      now,
    );
    const at = instant(now + SLOT_MS);
    await venue.advance(at);
    const larger = { clientOrderId: "larger", quantity: shares(10) };
    expect(await venue.replace(id, order.id, larger, at)).toMatchObject({ ok: true });

    expect(sharesHeldForOrders(account(), AAPL)).toBe(10);
    expect(await submit({ side: "sell", limit }, at)).toMatchObject({
      refusal: { kind: "not-enough-shares", available: 0 },
    });
  });
});

describe("replacing an order", () => {
  it("ends the old one, keeps what is not changed and frees what it had reserved", async () => {
    const { venue, id, sent, notices, account } = await openCurveVenue();
    const most = Math.floor(1_000_000_000 / movedBy(LAST, -100));
    const old = await sent({
      limit: movedBy(LAST, -100),
      quantity: shares(most),
      timeInForce: "gtc",
    });
    expect(await venue.replace(id, old.id, { clientOrderId: "new" }, START)).toMatchObject({
      refusal: { kind: "order-not-open" },
    });
    await venue.advance(instant(START + SLOT_MS));
    const limit = movedBy(LAST, -110);
    const at = instant(START + SLOT_MS);
    const replaced = await venue.replace(id, old.id, { clientOrderId: "new", limit }, at);
    if (!replaced.ok) throw new Error(replaced.refusal.kind);

    expect(replaced.value).toMatchObject({ limit, quantity: most, replaces: old.id });
    expect(venue.book.order(old.id)).toMatchObject({
      status: "replaced",
      replacedBy: replaced.value.id,
    });
    expect([...account().openOrders.keys()]).toEqual([replaced.value.id]);
    expect(notices.map(({ event }) => event)).toEqual(["opened", "replaced", "opened"]);
    expect(
      await venue.replace(id, replaced.value.id, { clientOrderId: "x", limit: LAST }, at),
    ).toMatchObject({ refusal: { kind: "not-enough-buying-power" } });
  });
});

describe("an order for an auction", () => {
  it("trades in the first or the last moment of a session, and the venue says when it is late", async () => {
    const { venue, sent, submit, account } = await openCurveVenue({ hours: "nyse" });
    const close = instant(Date.UTC(2026, 10, 20, 21));
    const closing = await sent({ timeInForce: "cls" });
    expect(await submit({ timeInForce: "opg" })).toMatchObject({
      refusal: { kind: "auction-closed", auction: "opg" },
    });
    const late = instant(close - 4 * 60_000);
    expect(await submit({ timeInForce: "cls" }, late)).toMatchObject({
      refusal: { kind: "auction-closed", auction: "cls" },
    });
    const night = instant(close + 5 * HOUR_MS);
    const opening = await sent({ timeInForce: "opg" }, night);
    const monday = instant(Date.UTC(2026, 10, 23, 14, 30));
    await venue.advance(instant(monday + HOUR_MS));

    expect(venue.book.order(closing.id)).toMatchObject({ filledAt: close - SLOT_MS });
    expect(venue.book.order(opening.id)).toMatchObject({ filledAt: monday });
    expect(account().executions.map((each) => each.price)).toEqual([
      curveMarket.quoteAt(AAPL, instant(close - SLOT_MS)).ask,
      curveMarket.quoteAt(AAPL, monday).ask,
    ]);
  });
});

function profit(bps: number) {
  return { role: "take-profit" as const, limit: movedBy(LAST, bps) };
}

function loss(bps: number) {
  return { role: "stop-loss" as const, stop: movedBy(LAST, bps) };
}

function bracket(change: Partial<VenueDraft>, stopBps = -100): Partial<VenueDraft> {
  return {
    orderClass: "bracket",
    timeInForce: "gtc",
    legs: [profit(100), loss(stopBps)],
    ...change,
  };
}

/** The first slot after an instant whose price passes. */
function firstSlotAfter(at: Instant, passes: (price: number) => boolean): Instant {
  let slot = instant((Math.floor(at / SLOT_MS) + 1) * SLOT_MS);
  while (!passes(curveMarket.priceAt(AAPL, slot))) slot = instant(slot + SLOT_MS);
  return slot;
}
