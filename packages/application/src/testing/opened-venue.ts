import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, shares } from "@sevenfold/domain/money";
import { stockOf } from "@sevenfold/domain/stocks";
import { openVenue } from "../exchange/open-venue.ts";
import { openSimulatedMarket, type SimulatedMarket } from "../exchange/simulated-market.ts";
import type { VenueNotice } from "../exchange/venue-changes.ts";
import { type VenueHours, venueCalendar } from "../exchange/venue-hours.ts";
import type { VenueEntry, VenueJournal } from "../exchange/venue-journal.ts";
import type { VenueDraft } from "../exchange/venue-order.ts";
import type { Execution } from "../ports/broker.ts";
import type { Identifiers } from "../ports/identifiers.ts";

export const AAPL = "AAPL" as Ticker;
export const AMC = "AMC" as Ticker;
export const market = openSimulatedMarket({
  seed: 7,
  stocks: [stockOf(AAPL)!, stockOf(AMC)!],
  volatility: 2,
});
/** Friday, 2026-11-20, 11:00 in New York. */
export const START = instant(Date.UTC(2026, 10, 20, 16));
export const HOUR_MS = 3_600_000;

interface Setup {
  readonly hours?: VenueHours;
  readonly at?: Instant;
  readonly cash?: Money;
  readonly multiplier?: 2;
  readonly openedAt?: Instant;
  readonly history?: readonly Execution[];
  readonly onNotices?: (notices: readonly VenueNotice[]) => void;
}

/** A venue with one account of $100,000. */
export async function opened({
  hours = "always",
  at = START,
  cash = money(1_000_000_000),
  ...rest
}: Setup) {
  // An order's key draws how it fills: no test's depends on how many orders there were before it.
  [drafted, identified] = [0, 0];
  const journal = keptJournal();
  const notices: VenueNotice[] = [];
  const onNotices = rest.onNotices ?? ((all: readonly VenueNotice[]) => notices.push(...all));
  const venue = openVenueWith({ hours, journal, onNotices });
  const { openedAt = at, history = [], multiplier } = rest;
  const margin = multiplier && { multiplier };
  const answer = await venue.openAccount({ cash, openedAt, history, ...margin });
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
  readonly market?: SimulatedMarket;
  readonly hours?: VenueHours;
  readonly entries?: readonly VenueEntry[];
  readonly journal?: VenueJournal;
  readonly onNotices?: (notices: readonly VenueNotice[]) => void;
}

export function openVenueWith({
  market: onMarket = market,
  hours = "always",
  entries = [],
  journal = keptJournal(),
  onNotices,
}: VenueChoice) {
  return openVenue({
    market: onMarket,
    calendar: venueCalendar(hours),
    journal,
    entries,
    identifiers: countingIdentifiers(),
    digestOf: (secret) => `digest of ${secret}`,
    onNotices: onNotices ?? (() => undefined),
  });
}

let [drafted, identified] = [0, 0];

export function draft(change: Partial<VenueDraft>): VenueDraft {
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

/** As a file would keep them: as JSON. */
export function keptJournal(): VenueJournal & { readonly entries: VenueEntry[] } {
  const entries: VenueEntry[] = [];
  return {
    entries,
    async append(more) {
      for (const entry of more) entries.push(JSON.parse(JSON.stringify(entry)));
    },
  };
}

function countingIdentifiers(): Identifiers {
  const next = (word: string) => {
    identified += 1;
    return `${word}-${identified}`;
  };
  return { uuid: () => next("id"), secret: () => next("secret"), clientKeyOf: (cause) => cause };
}
