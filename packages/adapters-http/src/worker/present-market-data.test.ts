import { ALL_AT_ONCE, type PriceProvider } from "@sevenfold/application/ports/market-data";
import type { FeedState, ProviderStanding } from "@sevenfold/application/trading/prices/feed-state";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { presentFailover, presentMarketData } from "./present-market-data.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 16));
const MINUTE_MS = 60_000;
const AAPL = "AAPL" as Ticker;
const MSFT = "MSFT" as Ticker;

const provider = (name: string): PriceProvider => ({ ...ALL_AT_ONCE, id: name, name });

const standing = (name: string, change: Partial<ProviderStanding> = {}): ProviderStanding => ({
  provider: provider(name),
  health: "healthy",
  isActive: false,
  failures: 0,
  ...change,
});

const FEED: FeedState = { isConnected: true, isForOrders: true, failures: 0 };

const statusOf = (feed: Partial<FeedState>, pricedMsAgo: readonly (number | undefined)[] = []) => ({
  at: NOW,
  feed: { ...FEED, ...feed },
  marketData: { kind: "live" } as const,
  symbols: pricedMsAgo.map((ms) => ({
    pricedAt: ms === undefined ? undefined : instant(NOW - ms),
  })),
});

describe("what is told of a market's prices", () => {
  it("counts prices of the last five minutes among those kept, and no older ones", () => {
    const ages = [0, 5 * MINUTE_MS, 5 * MINUTE_MS + 1, undefined];

    expect(presentFailover(statusOf({}, ages)).cache_size).toBe(2);
  });

  it("names providers by their place: the first, the second, and all others behind them", () => {
    const providers = ["A", "B", "C", "D"].map((name) => standing(name));
    const { api_health } = presentFailover(statusOf({ providers }));

    expect(Object.entries(api_health).map(([name, { role }]) => [name, role])).toEqual([
      ["A", "primary"],
      ["B", "secondary"],
      ["C", "backup"],
      ["D", "backup"],
    ]);
  });

  it("tells which is in use, how each does, and until when nobody switches", () => {
    const providers = [
      standing("A", { health: "critical", failures: 3, lastError: "No answer" }),
      standing("B", { isActive: true }),
    ];
    const told = presentFailover(statusOf({ providers, noSwitchUntil: NOW }));

    expect(told).toMatchObject({
      overall_healthy: true,
      no_switch_until: "2026-11-20T16:00:00.000Z",
      api_health: {
        A: { in_use: false, state: "critical", consecutive_failures: 3, last_error: "No answer" },
        B: { in_use: true, state: "healthy", healthy: true, last_error: null },
      },
    });
    expect(presentMarketData(statusOf({ providers }))).toMatchObject({ provider: "B" });
  });

  it("calls none healthy by which nobody gets prices, and says why", () => {
    const providers = [standing("A", { isActive: true })];
    const marketData = { kind: "cached", because: "worker-offline" } as const;
    const told = presentFailover({ ...statusOf({ providers }), marketData });

    expect(told).toMatchObject({
      overall_healthy: false,
      api_health: { A: { healthy: false, state: "warning" } },
    });
    expect(told.api_health.A?.last_error).toContain("nothing is traded on them");
  });

  it("says what the plan does not serve, and which symbols providers disagree about", () => {
    const servedLess = {
      polled: [AAPL],
      unserved: [MSFT],
      polledEveryMs: 9_001,
      message: "The plan streams 30 symbols.",
    };

    expect(presentMarketData(statusOf({ servedLess, disputed: [MSFT] }))).toMatchObject({
      served_less: {
        ...{ message: "The plan streams 30 symbols.", polled: ["AAPL"], unserved: ["MSFT"] },
        polled_every_sec: 10,
      },
      disputed: ["MSFT"],
    });
    expect(presentMarketData(statusOf({}))).toMatchObject({ served_less: null, disputed: [] });
  });

  it("says what an exchange halted, and who tells no halts", () => {
    const since = instant(Date.UTC(2026, 10, 20, 15));
    const halts = [{ ticker: AAPL, since, because: "T1: News Pending" }];
    expect(presentMarketData(statusOf({ halts, haltsUnheard: "None." }))).toMatchObject({
      halts: [...[{ symbol: "AAPL", because: "T1: News Pending", resumed: null }]],
      halts_unheard: "None.",
    });
    const quiet = standing("A", { isActive: true });
    const providers = [{ ...quiet, provider: { ...quiet.provider, halts: false } }];
    expect(presentMarketData(statusOf({ providers }))).toMatchObject({
      halts: [],
      halts_unheard: "A tells no trading halts.",
    });
    expect(presentMarketData(statusOf({}))).toMatchObject({ halts_unheard: null });
  });
});
