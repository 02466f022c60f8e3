import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { bps, type Price, price } from "@sevenfold/domain/money";
import { type WaveMarket, waveMarket } from "../broker-kit/simulated/wave-market.ts";
import type { Clock } from "../ports/clock.ts";
import type { InstalledStrategy } from "../ports/stores/account.ts";
import type { Strategies } from "../ports/strategies.ts";
import { openTestWorld } from "./trading-world.ts";
import type { World, WorldShape } from "./world/world.ts";

export const OWN_TICKERS = ["AAPL", "MSFT", "TSLA"] as Ticker[];

/** A Wednesday, 10:00 in New York. */
export const OWN_STARTS_AT = instant(Date.UTC(2026, 2, 11, 14));

/**
 * Prices that change in the middle of each minute: what a minute closes at still stands when it has
 * been decided on.
 */
export const steppedMarket = (clock: Clock): WaveMarket =>
  waveMarket(0, clock, OWN_TICKERS, (ticker: Ticker, at: Instant): Price => {
    const step = Math.floor((at - OWN_STARTS_AT) / MINUTE_MS + 0.5);
    const place = OWN_TICKERS.indexOf(ticker) + 1;
    const swing = Math.sin((step * (place + 2)) / 9) + Math.sin((step * (place + 1)) / 3) / 3;
    return price(Math.round(place * 60 * (1 + 0.02 * swing) * 100) * 100);
  });

export const INSTALLED: InstalledStrategy = {
  name: "my-idea.ts",
  sha256: "a".repeat(64),
  parameters: {},
  installedAt: OWN_STARTS_AT,
};

/** A world whose account is traded by an installed strategy. */
export async function openOwnWorld(
  strategies: Strategies | undefined,
  shape: Partial<WorldShape> = {},
): Promise<World> {
  const world = await openTestWorld({
    tickers: OWN_TICKERS,
    startsAt: OWN_STARTS_AT,
    market: steppedMarket,
    limits: { coolDownSec: 90, maxPositionBps: bps(3_000) },
    // The built-in rule would have much to do here.
    strategy: { buyDropBps: bps(100), sellRiseBps: bps(100) },
    ...(strategies && { strategies }),
    ...shape,
  });
  await install(world, INSTALLED);
  return world;
}

export const install = (
  { accountId, storage }: World,
  own: InstalledStrategy | undefined,
): Promise<unknown> =>
  storage.transact(({ accounts }) =>
    accounts.change(accountId, ({ own: _, reductions: __, ...account }) =>
      own === undefined ? account : { ...account, own },
    ),
  );
