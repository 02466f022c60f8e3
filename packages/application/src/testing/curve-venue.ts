import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, type Price, price, shares, tickOf } from "@sevenfold/domain/money";
import { stockOf } from "@sevenfold/domain/stocks";
import { openVenue } from "../exchange/open-venue.ts";
import { openSimulatedMarket, type SimulatedMarket } from "../exchange/simulated-market.ts";
import type { VenueNotice } from "../exchange/venue-changes.ts";
import { type VenueHours, venueCalendar } from "../exchange/venue-hours.ts";
import type { VenueEntry } from "../exchange/venue-journal.ts";
import type { VenueDraft } from "../exchange/venue-order.ts";

export const AAPL = "AAPL" as Ticker;
export const AMC = "AMC" as Ticker;
/** Friday, 2026-11-20, 11:00 in New York. */
export const START = instant(Date.UTC(2026, 10, 20, 16));

export const curveMarket = openSimulatedMarket({
  seed: 7,
  stocks: [stockOf(AAPL)!, stockOf(AMC)!],
  volatility: 2,
});

export interface CurveVenueSetup {
  readonly hours?: VenueHours;
  readonly at?: Instant;
  readonly cash?: Money;
  readonly market?: SimulatedMarket;
  readonly entries?: readonly VenueEntry[];
}

/** A venue with one account of $100,000, whose ids count up: two that hear the same say the same. */
export async function openCurveVenue(setup: CurveVenueSetup = {}) {
  const { hours = "always", at = START, cash = money(1_000_000_000), market = curveMarket } = setup;
  // Ids of a reopened venue are none of those its entries have.
  let count = (setup.entries ?? []).length * 10;
  const next = (word: string) => {
    count += 1;
    return `${word}-${count}`;
  };
  const notices: VenueNotice[] = [];
  const entries: VenueEntry[] = [];
  const venue = openVenue({
    market,
    calendar: venueCalendar(hours),
    journal: {
      async append(more) {
        for (const entry of more) entries.push(JSON.parse(JSON.stringify(entry)));
      },
    },
    entries: setup.entries ?? [],
    identifiers: {
      uuid: () => next("id"),
      secret: () => next("secret"),
      clientKeyOf: (cause) => cause,
    },
    digestOf: (secret) => secret,
    onNotices: (all) => notices.push(...all),
  });
  const opened = await venue.openAccount({ cash, openedAt: at });
  if (!opened.ok) throw new Error(opened.refusal.kind);
  const id = opened.value.accountId;
  const account = () => venue.book.accounts.get(id)!;
  const submit = (change: Partial<VenueDraft>, sentAt = at) =>
    venue.submit(id, { ...PLAIN, clientOrderId: next("client"), ...change }, sentAt);
  const sent = async (change: Partial<VenueDraft>, sentAt = at) => {
    const submitted = await submit(change, sentAt);
    if (!submitted.ok) throw new Error(submitted.refusal.kind);
    return submitted.value;
  };
  /** Holds so many shares a slot or more after the start, and says when. */
  const holding = async (quantity: number): Promise<Instant> => {
    await sent({ quantity: shares(quantity) });
    let now = at;
    while (account().positions.get(AAPL)?.shares !== quantity) {
      now = instant(now + 250);
      await venue.advance(now);
    }
    return now;
  };
  return { venue, id, account, submit, sent, holding, notices, entries, market };
}

const PLAIN: Omit<VenueDraft, "clientOrderId"> = {
  ticker: AAPL,
  side: "buy",
  quantity: shares(1),
  timeInForce: "day",
  extendedHours: false,
};

/** A price so many basis points above another, on the tick. */
export function movedBy(from: Price, bps: number): Price {
  const raw = Math.max(1, Math.round((from * (10_000 + bps)) / 10_000));
  return price(Math.max(1, Math.round(raw / tickOf(raw)) * tickOf(raw)));
}
