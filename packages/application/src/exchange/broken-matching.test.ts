import { instant, type Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import {
  AAPL,
  AMC,
  draft,
  keptJournal,
  market,
  openVenueWith,
  START,
} from "../testing/opened-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { Venue } from "./venue.ts";
import type { VenueNotice } from "./venue-changes.ts";

const CASH = money(1_000_000_000);
const next = instant(START + SLOT_MS);

/** A venue whose market has a fault at AMC's quotes, for as long as `fault.isThere`. */
async function withFault(more: { readonly tryAgain: boolean }) {
  const fault = { isThere: false, met: 0 };
  const faulty: SimulatedMarket = {
    ...market,
    quoteAt(ticker: Ticker, at) {
      if (fault.isThere && ticker === AMC) {
        fault.met += 1;
        throw new Error("a fault in the quotes");
      }
      return market.quoteAt(ticker, at);
    },
  };
  const journal = keptJournal();
  const notices: VenueNotice[] = [];
  const venue = openVenueWith({
    market: faulty,
    journal: {
      append: journal.append,
      ...(more.tryAgain && { tryAgain: async () => [...journal.entries] }),
    },
    onNotices: (all) => notices.push(...all),
  });
  const opened = await venue.openAccount({ cash: CASH, openedAt: START });
  if (!opened.ok) throw new Error(opened.refusal.kind);
  const id = opened.value.accountId;
  for (const ticker of [AAPL, AMC])
    await venue.submit(id, draft({ ticker, quantity: shares(10) }), START);
  return { fault, id, journal, notices, venue };
}

const held = (venue: Venue, id: string) => [...venue.book.accounts.get(id)!.positions.keys()];

describe("matching that breaks off after a trade", () => {
  it("leaves the book as the journal has it, and tells nobody of the trade", async () => {
    const { fault, id, journal, notices, venue } = await withFault({ tryAgain: true });
    fault.isThere = true;

    await expect(venue.advance(next)).rejects.toThrow("a fault in the quotes");

    await venue.flushed();
    expect(held(venue, id)).toEqual([]);
    expect(held(openVenueWith({ entries: journal.entries }), id)).toEqual([]);
    expect(notices.filter(({ event }) => event === "filled")).toEqual([]);
  });

  it("is made up for once the fault is gone, each share traded once", async () => {
    const { fault, id, journal, notices, venue } = await withFault({ tryAgain: true });
    fault.isThere = true;
    await expect(venue.advance(next)).rejects.toThrow("a fault in the quotes");
    expect(venue.isWritable).toBe(false);
    fault.isThere = false;

    await venue.advance(next);

    expect(venue.isWritable).toBe(true);
    expect(held(venue, id).sort()).toEqual([AAPL, AMC]);
    const again = openVenueWith({ entries: journal.entries });
    expect(again.book.accounts.get(id)!.positions).toEqual(venue.book.accounts.get(id)!.positions);
    const ids = notices.flatMap(({ execution }) => execution?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("takes no orders while the fault is there, and looks for it less and less often", async () => {
    const { fault, id, venue } = await withFault({ tryAgain: true });
    fault.isThere = true;
    for (let ticks = 0; ticks < 100; ticks += 1)
      await expect(venue.advance(next)).rejects.toThrow("a fault in the quotes");

    await expect(venue.cancel(id, [...venue.book.openOrders()][0]!.id, next)).rejects.toThrow(
      "a fault in the quotes",
    );
    expect(fault.met).toBeLessThan(10);
  });

  it("ends all trading where there is no journal to begin anew from", async () => {
    const { fault, id, venue } = await withFault({ tryAgain: false });
    fault.isThere = true;
    await expect(venue.advance(next)).rejects.toThrow("a fault in the quotes");
    fault.isThere = false;

    await expect(venue.advance(next)).rejects.toThrow("a fault in the quotes");
    await expect(venue.flushed()).rejects.toThrow("a fault in the quotes");
    await expect(venue.submit(id, draft({}), next)).rejects.toThrow("a fault in the quotes");
  });
});
