import { instant } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  AAPL,
  AMC,
  draft,
  HOUR_MS,
  market,
  opened,
  openVenueWith,
  START,
} from "../testing/opened-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueEntry } from "./venue-journal.ts";
import { ordersOf } from "./venue-reads.ts";

describe("openVenue", () => {
  it("never fills an order at a price of the moment it was sent in", async () => {
    const { venue, id, sent } = await opened({});
    const order = await sent({ quantity: shares(1) });
    await venue.advance(instant(START + SLOT_MS - 1));
    expect(venue.book.order(order.id)?.status).toBe("pending");
    await venue.advance(instant(START + SLOT_MS));

    const [execution] = venue.book.accounts.get(id)!.executions;
    expect(execution?.price).toBe(market.quoteAt(AAPL, instant(START + SLOT_MS)).ask);
  });

  it("never fills a limit order beyond its limit", async () => {
    const { venue, sent, notices } = await opened({});
    const { ask } = market.quoteAt(AAPL, START);
    for (let below = 0; below < 40; below += 1)
      await sent({ limit: price(ask - below * 100), quantity: shares(3), timeInForce: "gtc" });
    for (let step = 1; step < 2_000; step += 1)
      await venue.advance(instant(START + step * 20 * SLOT_MS));
    const fills = notices.filter(({ event }) => event === "filled");

    expect(fills.length).toBeGreaterThan(20);
    for (const { order, execution, at } of fills) {
      expect(execution!.price).toBe(market.quoteAt(AAPL, at).ask);
      expect(execution!.price).toBeLessThanOrEqual(order.limit!);
    }
  });

  it("splits about a tenth of the fills and loses no share of them", async () => {
    const { venue, sent, id } = await opened({ cash: money(500_000 * 10_000) });
    for (let count = 0; count < 400; count += 1) await sent({ ticker: AMC, quantity: shares(20) });
    for (let slot = 1; slot < 12; slot += 1) await venue.advance(instant(START + slot * SLOT_MS));
    const { orders, executions } = venue.book.accounts.get(id)!;
    const split = orders.filter(({ fills }) => 1 < fills).length;

    expect(orders.every(({ status }) => status === "filled")).toBe(true);
    expect(executions.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(400 * 20);
    expect(split).toBeGreaterThan(400 * 0.05);
    expect(split).toBeLessThan(400 * 0.16);
  });

  it("ends day orders with their session and keeps the others", async () => {
    const { venue, sent } = await opened({ hours: "nyse" });
    const day = await sent({ limit: price(10_000) });
    const lasting = await sent({ limit: price(10_000), timeInForce: "gtc" });
    await venue.advance(instant(Date.UTC(2026, 10, 20, 21) - 1));
    expect(venue.book.order(day.id)?.status).toBe("working");
    await venue.advance(instant(Date.UTC(2026, 10, 20, 21)));

    expect(venue.book.order(day.id)).toMatchObject({
      status: "expired",
      expiresAt: Date.UTC(2026, 10, 20, 21),
    });
    expect(venue.book.order(lasting.id)?.status).toBe("working");
  });

  it("keeps an order sent over the weekend until Monday's open", async () => {
    const saturday = instant(START + 24 * HOUR_MS);
    const monday = instant(Date.UTC(2026, 10, 23, 14, 30));
    const { venue, sent } = await opened({ hours: "nyse", at: saturday });
    const order = await sent({ quantity: shares(1) });
    expect(order.status).toBe("accepted");
    await venue.advance(instant(monday - 1));
    expect(venue.book.order(order.id)?.status).toBe("accepted");
    await venue.advance(monday);

    expect(venue.book.order(order.id)).toMatchObject({ status: "filled", filledAt: monday });
  });

  it("trades outside regular hours only what was sent for it", async () => {
    const evening = instant(Date.UTC(2026, 10, 20, 22));
    const { venue, sent } = await opened({ hours: "nyse", at: evening });
    const limit = price(market.quoteAt(AAPL, evening).ask + 20_000);
    const extended = await sent({ limit, quantity: shares(1), extendedHours: true });
    const regular = await sent({ limit, quantity: shares(1) });
    await venue.advance(instant(evening + SLOT_MS));

    expect(venue.book.order(extended.id)?.status).toBe("filled");
    expect(venue.book.order(regular.id)?.status).toBe("accepted");
  });

  it("ends what must trade at once when it cannot", async () => {
    const { venue, sent } = await opened({});
    const order = await sent({ limit: price(10_000), timeInForce: "ioc" });
    await venue.advance(instant(START + SLOT_MS));

    expect(venue.book.order(order.id)?.status).toBe("canceled");
  });

  it("forgets an account whose time is over, also after a restart", async () => {
    const { venue, journal, id } = await opened({});
    const closesAt = instant(START + 3_600_000);
    const guest = await venue.openAccount({ cash: money(5_000_000), openedAt: START, closesAt });
    if (!guest.ok) throw new Error(guest.refusal.kind);
    await venue.submit(guest.value.accountId, draft({ limit: price(10_000) }), START);

    await venue.advance(instant(closesAt - 1));
    expect([...venue.book.accounts.keys()]).toEqual([id, guest.value.accountId]);
    const reopened = openVenueWith({ entries: journal.entries });
    for (const each of [venue, reopened]) {
      await each.advance(instant(closesAt + 60_000));
      expect([...each.book.accounts.keys()]).toEqual([id]);
      expect([...each.book.openOrders()]).toEqual([]);
    }
  });

  it("answers and tells only after the journal has the entries", async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const heard: string[] = [];
    const { venue, id } = await opened({
      onNotices: (all) => heard.push(...all.map(({ event }) => event)),
    });
    const slow = openVenueWith({
      entries: await entriesOf(venue.book, id),
      journal: { append: () => gate },
      onNotices: () => heard.push("told"),
    });
    const answer = slow.submit(id, draft({}), START).then(() => heard.push("answered"));
    const fill = slow.advance(instant(START + SLOT_MS)).then(() => heard.push("advanced"));
    for (let turn = 0; turn < 50; turn += 1) await undefined;
    expect(heard).toEqual([]);
    open();
    await Promise.all([answer, fill]);

    expect(heard.filter((word) => word === "told").length).toBeGreaterThan(0);
    expect(heard.at(-1)).toBe("advanced");
  });

  it("promises nothing more once the journal has failed", async () => {
    const { venue, id } = await opened({});
    const broken = openVenueWith({
      entries: await entriesOf(venue.book, id),
      journal: { append: () => Promise.reject(new Error("disk full")) },
    });

    await expect(broken.submit(id, draft({}), START)).rejects.toThrow("disk full");
    await expect(broken.flushed()).rejects.toThrow("disk full");
    await expect(broken.advance(instant(START + SLOT_MS))).rejects.toThrow("disk full");
  });
});

describe("reading orders", () => {
  it("pages by the time of sending, which no two orders share", async () => {
    const { venue, id, sent } = await opened({});
    for (let count = 0; count < 5; count += 1) await sent({ limit: price(10_000) });
    const { orders } = venue.book.accounts.get(id)!;
    const filter = { status: "open", limit: 2, isOldestFirst: true } as const;
    const first = ordersOf(venue.book.accounts.get(id)!, filter);
    const second = ordersOf(venue.book.accounts.get(id)!, {
      ...filter,
      afterMicros: first.at(-1)!.submittedMicros,
    });

    expect(new Set(orders.map(({ submittedMicros }) => submittedMicros)).size).toBe(5);
    expect([...first, ...second]).toEqual(orders.slice(0, 4));
    expect(ordersOf(venue.book.accounts.get(id)!, { ...filter, isOldestFirst: false })).toEqual(
      orders.slice(3).reverse(),
    );
    expect(ordersOf(venue.book.accounts.get(id)!, { ...filter, status: "closed" })).toEqual([]);
  });
});

async function entriesOf(book: VenueBook, id: string): Promise<readonly VenueEntry[]> {
  return [{ type: "account-opened", at: START, account: book.accounts.get(id)!.opening }];
}
