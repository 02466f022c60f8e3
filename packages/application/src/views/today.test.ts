import { ALWAYS_CALENDAR, NYSE_CALENDAR, type TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, sumOf } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { STOCKS } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";
import { openSimulatedMarket } from "../exchange/simulated-market.ts";
import { DEMO_LIMITS, DEMO_STRATEGY } from "../people/demo/demo-account.ts";
import { demoHistory } from "../people/demo/demo-history.ts";
import { signInAsDemo } from "../people/demo/sign-in-as-demo.ts";
import { SOME_VENUES } from "../testing/some-venues.ts";
import { stillPrices } from "../testing/still-prices.ts";
import { inMemoryAnnouncer } from "../testing/world/in-memory-announcer.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { seededIdentifiers } from "../testing/world/seeded-identifiers.ts";
import { readCurrentBook } from "../trading/decisions/current-book.ts";
import { readDailyChange } from "./read-daily-change.ts";
import { readHoldings } from "./read-holdings.ts";
import { readPricedPositions } from "./read-priced-positions.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TICKERS = ["AAPL", "TSLA", "NVDA", "AMD", "COIN"] as Ticker[];
const market = openSimulatedMarket({ seed: 7, volatility: 2, stocks: STOCKS });

/** New York's midnight at which the day begins that holds the instant. */
const midnight = (iso: string) => dayBoundsOf(instant(Date.parse(iso))).starts;
const NIGHT = midnight("2026-03-12T12:00:00Z");

/** A demo visitor of an instant on the built-in exchange's own prices, and all that says "today". */
async function visit(signedInAt: Instant, calendar: TradingCalendar = ALWAYS_CALENDAR) {
  let at = signedInAt;
  const clock = { now: () => at, monotonicMs: () => at, sleep: async () => {} };
  const endsAt = instant(Math.floor((at - 2 * HOUR_MS) / (3 * HOUR_MS)) * 3 * HOUR_MS);
  const history = demoHistory({
    market,
    calendar,
    tickers: TICKERS,
    strategy: DEMO_STRATEGY,
    limits: DEMO_LIMITS,
    cash: money(1_000_000_000),
    sessions: 4,
    endsAt,
    givenUntil: instant(endsAt + 6 * HOUR_MS),
  });
  const storage = inMemoryStorage();
  const calendarOf = () => calendar;
  const issued = { accountId: "v", keyId: "k".repeat(20), secretKey: "s", signingSecret: "t" };
  const signedIn = await signInAsDemo(
    {
      brokers: { venues: SOME_VENUES },
      announcer: inMemoryAnnouncer(),
      calendarOf,
      clock,
      demoHistories: { latest: async () => history },
      identifiers: seededIdentifiers(7),
      paperVenue: { openAccount: async () => issued, hasIssued: async () => true },
      storage,
      vault: { seal: async (plain) => plain, open: async (sealed) => sealed },
    },
    { accountsMax: 10 },
  )();
  if (!signedIn.ok) throw new Error("no demo");
  const userId = signedIn.value.id;
  return {
    storage,
    moveTo(later: Instant) {
      at = later;
    },
    /** As a process that has just started reads it. */
    async views() {
      const latest = calendar.sessionAt(at) ?? calendar.previousSession(at);
      const closes = calendar.previousSession(latest.opens).closes;
      const inDollars = (ticker: Ticker, when: number) =>
        market.priceAt(ticker, instant(when)) / 10_000;
      const board = TICKERS.map((ticker) => [
        ticker,
        // As the exchange's daily bars end: with the last print before the close.
        { price: inDollars(ticker, at), previousClose: inDollars(ticker, closes - 1) },
      ]);
      const prices = stillPrices(clock.now, Object.fromEntries(board));
      const needs = { calendarOf, clock, prices, storage };
      const daily = await readDailyChange(needs)(userId);
      const priced = await readPricedPositions(needs)(userId);
      const holdings = await readHoldings(needs)(userId);
      if (!daily.ok || !priced.ok || !holdings.ok) throw new Error("no account");
      const { account, equity } = holdings.value;
      const halt = await readCurrentBook(needs, account.id);
      return {
        dashboard: daily.value.today,
        portfolio: priced.value.summary.today,
        rows: sumOf(priced.value.positions.map(({ day }) => day!.gain)),
        fills: await storage.read.fills.since(account.id, closes),
        haltedFrom: halt?.book.baseline,
        equity,
        count: priced.value.positions.length,
      };
    },
  };
}

describe("today's change", () => {
  it.each([
    ["just before midnight", instant(NIGHT - 1_000)],
    ["at midnight", NIGHT],
    ["just after midnight", instant(NIGHT + 1_000)],
    ["early in the morning", instant(NIGHT + 4.5 * HOUR_MS)],
    ["at noon", instant(NIGHT + 12 * HOUR_MS)],
    ["before the clocks go forward", instant(midnight("2026-03-08T12:00:00Z") + HOUR_MS)],
    ["after the clocks went forward", instant(midnight("2026-03-09T12:00:00Z") + HOUR_MS)],
    ["before the clocks go back", instant(midnight("2026-11-01T12:00:00Z") + HOUR_MS)],
    ["after the clocks went back", instant(midnight("2026-11-02T12:00:00Z") + HOUR_MS)],
  ])("of a fresh demo is the same in every view %s", async (_, at) => {
    const { dashboard, portfolio, rows, fills, haltedFrom, equity, count } = await (
      await visit(at)
    ).views();

    expect(count).toBeGreaterThan(0);
    expect(dashboard.kind).toBe("known");
    expect(portfolio).toEqual(dashboard);
    if (dashboard.kind !== "known") return;
    expect(haltedFrom! + dashboard.amount).toBe(equity);
    // What nobody traded since the close gained what the rows gained.
    if (fills.length === 0) expect(rows).toBe(dashboard.amount);
  });

  it("of a demo that nothing was traded in since midnight is what its rows gained", async () => {
    const quiet = await (await visit(instant(NIGHT + 1_000))).views();

    expect(quiet.fills).toEqual([]);
    expect(quiet.dashboard).toMatchObject({ kind: "known", amount: quiet.rows });
  });

  it.each([
    ["in the session", 14.5 * HOUR_MS],
    ["after the close", 21 * HOUR_MS],
    ["before the opening", 8 * HOUR_MS],
  ])("of a venue with New York's hours is the same in every view %s", async (_, ms) => {
    const at = instant(NIGHT + ms);
    const { dashboard, portfolio, haltedFrom, equity } = await (
      await visit(at, NYSE_CALENDAR)
    ).views();

    expect(dashboard.kind).toBe("known");
    expect(portfolio).toEqual(dashboard);
    if (dashboard.kind === "known") expect(haltedFrom! + dashboard.amount).toBe(equity);
  });

  it("stays that of the day's baseline, and is unknown the day after without a worker", async () => {
    const demo = await visit(instant(NIGHT + 12 * HOUR_MS));
    const { haltedFrom } = await demo.views();
    demo.moveTo(instant(NIGHT + DAY_MS - 1_000));
    const evening = await demo.views();
    demo.moveTo(instant(NIGHT + DAY_MS + 1_000));
    const night = await demo.views();

    expect(evening.haltedFrom).toBe(haltedFrom);
    expect(evening.portfolio).toEqual(evening.dashboard);
    expect(night).toMatchObject({
      dashboard: { kind: "no-baseline" },
      portfolio: { kind: "no-baseline" },
      haltedFrom: undefined,
    });
  });
});
