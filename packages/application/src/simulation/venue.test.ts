import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { stockOf } from "@sevenfold/domain/stocks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Execution } from "../ports/broker.ts";
import type { Identifiers } from "../ports/identifiers.ts";
import { SLOT_MS } from "./price-curve.ts";
import { openSimulatedMarket } from "./simulated-market.ts";
import { openVenue } from "./venue.ts";
import { buyingPowerOf, sharesHeldForOrders } from "./venue-admission.ts";
import { openVenueBook, type VenueBook } from "./venue-book.ts";
import type { VenueNotice } from "./venue-changes.ts";
import { regularSessionAt, type VenueHours, venueCalendar } from "./venue-hours.ts";
import { compacted, type VenueEntry, type VenueJournal } from "./venue-journal.ts";
import { openShares, type VenueDraft } from "./venue-order.ts";
import { accountView, executionsOf, ordersOf, positionView } from "./venue-reads.ts";

const AAPL = "AAPL" as Ticker;
const AMC = "AMC" as Ticker;
const market = openSimulatedMarket({
  seed: 7,
  stocks: [stockOf(AAPL)!, stockOf(AMC)!],
  volatility: 2,
});
/** Friday, 2026-11-20, 11:00 in New York. */
const START = instant(Date.UTC(2026, 10, 20, 16));
const HOUR_MS = 3_600_000;

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
    await expect(broken.settled()).rejects.toThrow("disk full");
    await expect(broken.advance(instant(START + SLOT_MS))).rejects.toThrow("disk full");
  });

  it("always has the same book when its journal is folded again, closed accounts apart", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 60, size: "max" }), async (given) => {
        const { venue, journal } = await playedOut(given);
        const replayed = foldOf(journal.entries);
        const short = foldOf(compacted(journal.entries));

        expect(pictureOf(replayed)).toEqual(pictureOf(venue.book));
        expect(pictureOf(short)).toEqual(pictureOf(venue.book));
      }),
      { numRuns: 100 },
    );
  });

  it("always keeps cash, reservations and shares at or above zero", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 60, size: "max" }), async (given) => {
        const { venue } = await playedOut(given);

        for (const account of venue.book.accounts.values()) {
          const reserved = [...account.openOrders.values()]
            .filter(({ side }) => side === "buy")
            .reduce((sum, order) => sum + openShares(order) * order.reservedEach, 0);
          expect(reserved).toBeLessThanOrEqual(account.cash);
          expect(buyingPowerOf(account)).toBe(account.cash - reserved);
          for (const ticker of [AAPL, AMC])
            expect(sharesHeldForOrders(account, ticker)).toBeLessThanOrEqual(
              account.positions.get(ticker)?.shares ?? 0,
            );
          const paid = account.executions.reduce(
            (sum, { side, quantity, price: each }) =>
              sum + (side === "buy" ? -1 : 1) * quantity * each,
            0,
          );
          expect(account.cash).toBe(account.opening.cash + paid);
        }
      }),
      { numRuns: 100 },
    );
  });
});

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
  ])("is refused whole when an execution %s", async (words, history) => {
    await expect(opened({ openedAt: earlier, history })).rejects.toThrow(words);
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

type Command =
  | { readonly do: "submit"; readonly draft: Partial<VenueDraft> }
  | { readonly do: "cancel"; readonly pick: number }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "replace-account" };

const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("submit" as const), draft: drafts() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), pick: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(100, 250, 1_000, 3_600_000, 40_000_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("replace-account" as const) }) },
);

/** Most buys trade at once and most sells rest, so that shares are held and offered at once. */
function drafts(): fc.Arbitrary<Partial<VenueDraft>> {
  const timeInForce = fc.constantFrom("day", "gtc", "ioc", "fok");
  const ticker = fc.constantFrom(AAPL, AMC);
  const quantity = fc.integer({ min: 1, max: 200 }).map(shares);
  const buy = fc.record({ ticker, quantity, timeInForce, side: fc.constant("buy" as const) });
  const sell = fc.record({ ticker, quantity, timeInForce, side: fc.constant("sell" as const) });
  const at = (each: Partial<VenueDraft>, limit: number) => ({ ...each, limit: price(limit) });
  return fc.oneof(
    { weight: 4, arbitrary: buy },
    { weight: 1, arbitrary: buy.map((each) => at(each, 1_500_000)) },
    { weight: 1, arbitrary: buy.map((each) => at(each, 200)) },
    { weight: 4, arbitrary: sell.map((each) => at({ ...each, timeInForce: "gtc" }, 50_000_000)) },
    { weight: 2, arbitrary: sell },
  );
}

async function playedOut(given: readonly Command[]) {
  const { venue, journal, id: firstId } = await opened({});
  let [id, at] = [firstId, START];
  for (const command of given) {
    if (command.do === "submit") await venue.submit(id, draft(command.draft), at);
    else if (command.do === "wait") at = instant(at + command.ms);
    else if (command.do === "cancel") {
      const open = [...venue.book.accounts.get(id)!.openOrders.keys()];
      await venue.cancel(id, open[command.pick % open.length] ?? "none", at);
    } else {
      await venue.closeAccount(id, at);
      const next = await venue.openAccount({ cash: money(5_000_000), openedAt: at });
      if (next.ok) id = next.value.accountId;
    }
    await venue.advance(at);
  }
  return { venue, journal };
}

interface Setup {
  readonly hours?: VenueHours;
  readonly at?: Instant;
  readonly cash?: Money;
  readonly openedAt?: Instant;
  readonly history?: readonly Execution[];
  readonly onNotices?: (notices: readonly VenueNotice[]) => void;
}

/** A venue with one account of $100,000. */
async function opened({
  hours = "always",
  at = START,
  cash = money(1_000_000_000),
  ...rest
}: Setup) {
  const journal = keptJournal();
  const notices: VenueNotice[] = [];
  const onNotices = rest.onNotices ?? ((all: readonly VenueNotice[]) => notices.push(...all));
  const venue = openVenueWith({ hours, journal, onNotices });
  const { openedAt = at, history = [] } = rest;
  const answer = await venue.openAccount({ cash, openedAt, history });
  if (!answer.ok) throw new Error(answer.refusal.kind);
  const id = answer.value.accountId;
  const sent = async (change: Partial<VenueDraft>) => {
    const submitted = await venue.submit(id, draft(change), at);
    if (!submitted.ok) throw new Error(submitted.refusal.kind);
    return submitted.value;
  };
  return { venue, journal, notices, id, sent };
}

interface VenueChoice {
  readonly hours?: VenueHours;
  readonly entries?: readonly VenueEntry[];
  readonly journal?: VenueJournal;
  readonly onNotices?: (notices: readonly VenueNotice[]) => void;
}

function openVenueWith({
  hours = "always",
  entries = [],
  journal = keptJournal(),
  onNotices,
}: VenueChoice) {
  return openVenue({
    market,
    calendar: venueCalendar(hours),
    journal,
    entries,
    identifiers: countingIdentifiers(),
    digestOf: (secret) => `digest of ${secret}`,
    onNotices: onNotices ?? (() => undefined),
  });
}

let drafted = 0;
function draft(change: Partial<VenueDraft>): VenueDraft {
  drafted += 1;
  return {
    clientOrderId: `C${drafted}`,
    ticker: AAPL,
    side: "buy",
    quantity: shares(1),
    timeInForce: "day",
    extendedHours: false,
    ...change,
  };
}

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

/** As a file would keep them: as JSON. */
function keptJournal(): VenueJournal & { readonly entries: VenueEntry[] } {
  const entries: VenueEntry[] = [];
  return {
    entries,
    async append(more) {
      for (const entry of more) entries.push(JSON.parse(JSON.stringify(entry)));
    },
  };
}

let identified = 0;
function countingIdentifiers(): Identifiers {
  const next = (word: string) => {
    identified += 1;
    return `${word}-${identified}`;
  };
  return { uuid: () => next("id"), secret: () => next("secret"), clientKeyOf: (cause) => cause };
}

async function entriesOf(book: VenueBook, id: string): Promise<readonly VenueEntry[]> {
  return [{ type: "account-opened", at: START, account: book.accounts.get(id)!.opening }];
}

function foldOf(entries: readonly VenueEntry[]): VenueBook {
  const calendar = venueCalendar("always");
  const book = openVenueBook((at) => regularSessionAt(calendar, at).day);
  for (const entry of entries) book.record(entry);
  return book;
}

/** All a book holds, as plain values. */
const pictureOf = (book: VenueBook) =>
  [...book.accounts.values()].map(({ positions, openOrders, beforeLatestDay, ...rest }) => ({
    ...rest,
    positions: [...positions],
    openOrders: [...openOrders],
    before: { ...beforeLatestDay, positions: [...beforeLatestDay.positions] },
  }));
