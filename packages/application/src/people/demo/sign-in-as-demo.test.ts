import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { STOCKS } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";
import { openSimulatedMarket } from "../../exchange/simulated-market.ts";
import { SOME_VENUES } from "../../testing/some-venues.ts";
import { inMemoryAnnouncer } from "../../testing/world/in-memory-announcer.ts";
import { inMemoryStorage } from "../../testing/world/in-memory-storage.ts";
import { seededIdentifiers } from "../../testing/world/seeded-identifiers.ts";
import { readTrades } from "../../views/read-trades.ts";
import { DEMO_LIMITS, DEMO_STRATEGY } from "./demo-account.ts";
import { demoHistory } from "./demo-history.ts";
import { signInAsDemo } from "./sign-in-as-demo.ts";

const HOUR_MS = 3_600_000;
const AT = instant(Date.parse("2026-03-12T16:00:00Z"));
const TICKERS = ["AAPL", "TSLA", "NVDA", "AMD", "COIN"] as Ticker[];

/** What the worker writes of a trade of its own: the price, from what, and the trigger. */
const LIVE_WORDING =
  /^(Bought|Sold) because \$[\d.,]+ is [\d.]+% (below the high|above the low) of \$[\d.,]+ \(trigger \$[\d.,]+\)\.$/;

describe("a demo's past trades", () => {
  it("say why in the words and with the numbers of a live one", async () => {
    const { trades, storage, history } = await visit();

    expect(trades.length).toBe(history.trades.length);
    for (const { explanation } of trades) expect(explanation).toMatch(LIVE_WORDING);
    expect(new Set(trades.map(({ explanation }) => explanation)).size).toBeGreaterThan(
      trades.length / 2,
    );
    const [account] = await storage.read.accounts.active();
    const journal = await storage.read.decisions.latest(account!.id, { limit: 500 });
    expect(journal.length).toBe(history.trades.length);
  });

  it("are each told by the decision that came before it", async () => {
    const { trades, history } = await visit();

    const told = trades
      .toReversed()
      .map(({ explanation }) => explanation?.match(/\$([\d.,]+)/)?.[1]);
    const decided = history.trades.map(({ decisionPrice }) => (decisionPrice / 10_000).toFixed(2));
    expect(told).toEqual(decided);
  });
});

async function visit() {
  const endsAt = instant(AT - 2 * HOUR_MS);
  const history = demoHistory({
    market: openSimulatedMarket({ seed: 7, volatility: 2, stocks: STOCKS }),
    calendar: ALWAYS_CALENDAR,
    tickers: TICKERS,
    strategy: DEMO_STRATEGY,
    limits: DEMO_LIMITS,
    cash: money(1_000_000_000),
    sessions: 6,
    endsAt,
    givenUntil: instant(endsAt + 6 * HOUR_MS),
  });
  const storage = inMemoryStorage();
  const issued = { accountId: "v", keyId: "k".repeat(20), secretKey: "s", signingSecret: "t" };
  const signedIn = await signInAsDemo(
    {
      brokers: { venues: SOME_VENUES },
      announcer: inMemoryAnnouncer(),
      calendarOf: () => ALWAYS_CALENDAR,
      clock: { now: () => AT, monotonicMs: () => AT, sleep: async () => {} },
      demoHistories: { latest: async () => history },
      identifiers: seededIdentifiers(7),
      paperVenue: { openAccount: async () => issued, hasIssued: async () => true },
      storage,
      vault: { seal: async (plain) => plain, open: async (sealed) => sealed },
    },
    { accountsMax: 10 },
  )();
  if (!signedIn.ok) throw new Error("no demo");
  const trades = await readTrades({ storage })(signedIn.value.id, 100);
  if (!trades.ok) throw new Error("no account");
  return { trades: trades.value, storage, history };
}
