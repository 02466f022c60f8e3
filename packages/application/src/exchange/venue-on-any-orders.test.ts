import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, price, shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAPL, AMC, draft, market, opened, START } from "../testing/opened-venue.ts";
import { openVenueBook, type VenueBook } from "./venue-book.ts";
import { regularSessionAt, venueCalendar } from "./venue-hours.ts";
import { compacted, type VenueEntry } from "./venue-journal.ts";
import { buyingPowerOf } from "./venue-margin.ts";
import { openShares, type VenueDraft } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";

describe("openVenue, on any orders", () => {
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
          expect(buyingPowerOf(account, priceOf)).toBe(account.cash - reserved);
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

const priceOf = (ticker: Ticker) => market.priceAt(ticker, START);
