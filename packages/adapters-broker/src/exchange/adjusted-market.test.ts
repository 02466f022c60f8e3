import { type MarketSplit, NO_SCRIPT } from "@sevenfold/application/exchange/market-script";
import type { VenueHours } from "@sevenfold/application/exchange/venue-hours";
import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import type { WireBar } from "./exchange-wire.ts";
import { START } from "./testing/exchange-on-loopback.ts";
import { AAPL, later, MINUTE_MS, open } from "./testing/opened-exchange.ts";

describe("bars that are adjusted for splits", () => {
  it("are as they are on the day of a split that came before its session", async () => {
    const beforeOpen = instant(START - 180 * MINUTE_MS);
    const { barsOf } = await split(beforeOpen, "nyse");
    const asked = "timeframe=1Day&start=2026-11-19&end=2026-11-21";
    const [[before, today], [rawBefore, rawToday]] = await barsOf(asked);

    expect(rawToday?.t).toContain("2026-11-20");
    expect(today).toEqual(rawToday);
    expect(before?.c).toBeCloseTo(rawBefore!.c / 4, 3);
  });

  it.each([
    ["1Hour", "2026-11-20T16:00:00Z"],
    ["1Day", "2026-11-20"],
    ["1Week", "2026-11-16"],
  ])(
    "of %s are scaled as far as a split that falls into them, and no farther",
    async (timeframe, start) => {
      const { barsOf, exchange } = await split(instant(START + 30 * MINUTE_MS));
      later(exchange, 50 * MINUTE_MS);
      const [[bar], [raw]] = await barsOf(`timeframe=${timeframe}&start=${start}`);

      expect(bar!.o).toBeCloseTo(raw!.o / 4, 3);
      expect(bar!.c).toBe(raw!.c);
      expect(bar!.h).toBeLessThan(raw!.h / 3);
      expect(bar!.v).toBeGreaterThan(raw!.v);
    },
  );
});

/** An exchange where each share becomes four at an instant, and its bars: adjusted, and as they were. */
async function split(at: MarketSplit["at"], hours: VenueHours = "always") {
  const splits = [{ ticker: AAPL, at, from: 1, to: 4 }];
  const script = { faults: [], market: { ...NO_SCRIPT, splits } };
  const { client, exchange } = await open({ script, hours });
  const bars = async (query: string): Promise<readonly WireBar[]> =>
    (await client.get(`/v2/stocks/AAPL/bars?${query}`)).body.bars;
  const barsOf = (query: string) =>
    Promise.all([bars(`${query}&adjustment=split`), bars(`${query}&adjustment=raw`)]);
  return { barsOf, exchange };
}
