import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Execution } from "../ports/broker.ts";
import { AAPL, HOUR_MS, market, opened, START } from "../testing/opened-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import { venueCalendar } from "./venue-hours.ts";
import { accountView, executionsOf, positionView } from "./venue-reads.ts";

describe("an account with a history", () => {
  const earlier = instant(START - 30 * 24 * HOUR_MS);
  const bought = executionAt({ at: instant(earlier + HOUR_MS), quantity: shares(10) });
  const sold = executionAt({
    executionId: "E2",
    brokerOrderId: "O2",
    clientKey: "K2",
    side: "sell",
    quantity: shares(4),
    price: price(1_100_000),
    at: instant(earlier + 2 * HOUR_MS),
  });

  it("stands in the book as its executions say", async () => {
    const { venue, id } = await opened({ openedAt: earlier, history: [bought, sold] });
    const account = venue.book.accounts.get(id)!;

    expect(account.cash).toBe(1_000_000_000 - 10 * 1_000_000 + 4 * 1_100_000);
    expect(account.positions.get(AAPL)).toMatchObject({
      shares: 6,
      costBasis: 6_000_000,
      since: bought.at,
    });
    expect(venue.book.orderOfClient(id, "K2")).toMatchObject({
      id: "O2",
      status: "filled",
      filledAt: sold.at,
    });
    expect(
      executionsOf(account, { limit: 10, isOldestFirst: true }).map((each) => each.id),
    ).toEqual(["E1", "E2"]);
  });

  it("is worth at the last close what it held then", async () => {
    const { venue, id, sent } = await opened({
      openedAt: earlier,
      history: [bought],
      hours: "nyse",
    });
    const calendar = venueCalendar("nyse");
    const close = instant(Date.UTC(2026, 10, 19, 21) - 1);
    const lastEquity = 1_000_000_000 - 10_000_000 + 10 * market.priceAt(AAPL, close);
    const viewed = (at: Instant) =>
      accountView(venue.book.accounts.get(id)!, { market, calendar, at });
    expect(viewed(START).lastEquity).toBe(lastEquity);
    await sent({ quantity: shares(50) });
    for (let slot = 1; slot < 9; slot += 1) await venue.advance(instant(START + slot * SLOT_MS));
    const at = instant(START + HOUR_MS);

    expect(venue.book.accounts.get(id)!.positions.get(AAPL)?.shares).toBe(60);
    expect(viewed(at)).toMatchObject({ lastEquity, lastDay: "2026-11-19" });
    expect(viewed(at).equity).toBe(viewed(at).cash + 60 * market.priceAt(AAPL, at));
    const position = venue.book.accounts.get(id)!.positions.get(AAPL)!;
    expect(
      positionView(venue.book.accounts.get(id)!, position, { market, calendar, at }),
    ).toMatchObject({
      available: 60,
      lastDayPrice: market.priceAt(AAPL, close),
    });
  });

  it.each([
    [
      "is out of order",
      [
        { ...bought, at: sold.at },
        { ...sold, at: bought.at },
      ],
    ],
    ["sells more AAPL than is held", [{ ...sold, at: bought.at }]],
    ["spends more cash than there is", [{ ...bought, quantity: shares(1_001) }]],
    ["is not listed here", [{ ...bought, ticker: "ZZZZ" as Ticker }]],
    ["has a fee", [{ ...bought, fee: money(1) }]],
    [
      "is of another side or symbol than its order",
      [bought, { ...sold, brokerOrderId: bought.brokerOrderId }],
    ],
  ])("is refused whole when an execution %s", async (words, history) => {
    await expect(opened({ openedAt: earlier, history })).rejects.toThrow(words);
  });

  it("that no book can take leaves no trace, and nothing of it trades", async () => {
    const { venue, id, journal } = await opened({});
    const parts = { ...bought, at: START, quantity: shares(1) };
    // The first order is not filled yet when the second one comes with the same id of its client.
    const history = [parts, { ...parts, brokerOrderId: "O2", executionId: "E2" }];
    history.push({ ...parts, executionId: "E3" });
    const opening = { cash: money(1_000_000_000), openedAt: START, history };
    await expect(venue.openAccount(opening)).rejects.toThrow("K1 is known");
    await venue.advance(instant(START + HOUR_MS));

    expect([...venue.book.accounts.keys()]).toEqual([id]);
    expect(journal.entries.map(({ type }) => type)).toEqual(["account-opened"]);
  });
});

function executionAt(change: Partial<Execution>): Execution {
  return {
    executionId: "E1",
    brokerOrderId: "O1",
    clientKey: "K1",
    ticker: AAPL,
    side: "buy",
    quantity: shares(1),
    price: price(1_000_000),
    fee: NO_MONEY,
    at: START,
    ...change,
  };
}
