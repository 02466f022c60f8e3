import { instant, type Ticker } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX, money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { STOCKS } from "@sevenfold/domain/stocks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Execution } from "../ports/broker.ts";
import { foldedHistory } from "./folded-history.ts";
import { openSimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import { openVenueBook } from "./venue-book.ts";
import { equityAt } from "./venue-equity.ts";
import { historyEntries } from "./venue-history.ts";
import { venueCalendar } from "./venue-hours.ts";
import type { VenueAccountOpening, VenueEntry } from "./venue-journal.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGAN = instant(Date.UTC(2026, 8, 1, 14));
const market = openSimulatedMarket({ seed: 7, stocks: STOCKS, volatility: 2 });
const calendar = venueCalendar("always");
const OPENING: VenueAccountOpening = {
  ...{ id: "a", number: "PA", keyId: "PK", secretDigest: "" },
  cash: money(ACCOUNT_VALUE_MAX),
  openedAt: BEGAN,
};

const entriesOf = (executions: readonly Execution[]) =>
  historyEntries({ accountId: "a", cash: OPENING.cash, openedAt: BEGAN, executions }, market);

function bookOf(account: VenueAccountOpening, past: readonly VenueEntry[]): VenueAccount {
  const book = openVenueBook(tradingDayOf);
  book.record({ type: "account-opened", at: account.openedAt, account });
  for (const entry of past) book.record(entry);
  return book.accounts.get("a")!;
}

describe("a folded history", () => {
  it("always leaves the account as its whole history made it, and the last two days told", () => {
    fc.assert(
      fc.property(histories(), (executions) => {
        const entries = entriesOf(executions);
        const whole = bookOf(OPENING, entries);
        const { account, past } = foldedHistory(OPENING, entries, tradingDayOf);
        const folded = bookOf(account, past);

        expect(folded.cash).toBe(whole.cash);
        expect(folded.positions).toEqual(whole.positions);
        expect(folded.openOrders.size).toBe(0);
        const ended = executions.at(-1)!.at;
        const since = ended - 2 * DAY_MS;
        const told = ({ executions }: VenueAccount) =>
          executions.filter(({ atMicros }) => since * 1_000 <= atMicros);
        expect(told(folded)).toEqual(told(whole));
        const instants = [0, HOUR_MS, DAY_MS, 2 * DAY_MS, 3 * DAY_MS].map((ms) =>
          instant(since + ms),
        );
        const worth = (each: VenueAccount) => equityAt(each, { market, calendar }, instants);
        expect(worth(folded)).toEqual(worth(whole));
        // Where trades come in a rush not even the first order is older than the two days.
        const [{ brokerOrderId }] = executions as [Execution];
        const first = executions.findLast((each) => each.brokerOrderId === brokerOrderId)!;
        expect(past.length < entries.length).toBe(first.at < since);
      }),
      { numRuns: 15 },
    );
  });

  it("keeps an order whole whose fills lie on either side of the two days", () => {
    const later = (hours: number, isPart: boolean): Step => ({
      ...STEP,
      isPart,
      afterMs: hours * HOUR_MS,
    });
    // Hourly trades, and the order of the hour before the two days goes on an hour later.
    const steps = Array.from({ length: 600 }, (_, index) => later(1, index === 551));
    const executions = tradesOf(steps);
    const entries = entriesOf(executions);
    const { account, past } = foldedHistory(OPENING, entries, tradingDayOf);
    const kept = new Set(
      past.flatMap((entry) => ("executionId" in entry ? entry.executionId : [])),
    );

    expect(executions[550]!.brokerOrderId).toBe(executions[551]!.brokerOrderId);
    expect([...kept].sort()).toEqual(executions.slice(550).map(({ executionId }) => executionId));
    expect(bookOf(account, past).positions).toEqual(bookOf(OPENING, entries).positions);
  });

  it("is one of many trades: a short one stays as it is", () => {
    const entries = entriesOf(tradesOf(Array.from({ length: 500 }, () => STEP)));

    expect(entries).toHaveLength(1_000);
    expect(foldedHistory(OPENING, entries, tradingDayOf)).toEqual({
      account: OPENING,
      past: entries,
    });
  });
});

interface Step {
  readonly ticker: string;
  readonly quantity: number;
  readonly sells: boolean;
  readonly isPart: boolean;
  readonly afterMs: number;
}

const STEP: Step = { ticker: "AAPL", quantity: 1, sells: false, isPart: false, afterMs: HOUR_MS };

function histories() {
  const step: fc.Arbitrary<Step> = fc.record({
    ticker: fc.constantFrom("AAPL", "MSFT", "AMD"),
    quantity: fc.integer({ min: 1, max: 20 }),
    sells: fc.boolean(),
    isPart: fc.boolean(),
    afterMs: fc.integer({ min: 0, max: 2 * HOUR_MS }),
  });
  return fc.array(step, { minLength: 1_200, maxLength: 1_300, size: "max" }).map(tradesOf);
}

/** Buys, and sells of what is held, some of them parts of the order before. */
function tradesOf(steps: readonly Step[]): readonly Execution[] {
  const held = new Map<string, number>();
  let at: number = BEGAN;
  let order = 0;
  let last = "";
  return steps.flatMap(({ afterMs, isPart, quantity, sells, ticker }, index): Execution[] => {
    const owned = held.get(ticker) ?? 0;
    const isSale = sells && 0 < owned;
    const count = isSale ? Math.min(quantity, owned) : quantity;
    held.set(ticker, owned + (isSale ? -count : count));
    at += afterMs;
    const kind = `${isSale} ${ticker}`;
    if (!isPart || last !== kind) order += 1;
    last = kind;
    return [
      {
        ...{ executionId: `e${index}`, brokerOrderId: `o${order}`, ticker: ticker as Ticker },
        side: isSale ? "sell" : "buy",
        quantity: shares(count),
        price: price(1_000_000 + (index % 97) * 1_000),
        fee: NO_MONEY,
        at: instant(at),
      },
    ];
  });
}
