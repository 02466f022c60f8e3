import { MARKET_EPOCH } from "@sevenfold/application/exchange/price-curve";
import {
  openSimulatedMarket,
  type SimulatedMarket,
} from "@sevenfold/application/exchange/simulated-market";
import { instant } from "@sevenfold/domain/market";
import { STOCKS } from "@sevenfold/domain/stocks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptDayBars } from "./kept-day-bars.ts";

const HOUR_MS = 3_600_000;
const STOCK = STOCKS[0]!;

describe("kept day bars", () => {
  it("always are the market's own, however often they are asked for", () => {
    const market = openSimulatedMarket({ seed: 3, stocks: [STOCK], volatility: 1 });
    const kept = keptDayBars(market);
    const span = fc.tuple(fc.nat(2_000), fc.integer({ min: 1, max: 30 }));

    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), (spans) => {
        for (const [from, hours] of [...spans, ...spans]) {
          const start = instant(MARKET_EPOCH + from * HOUR_MS);
          const end = instant(start + hours * HOUR_MS);
          expect(kept.barOf(STOCK.ticker, start, end)).toEqual(
            market.barOf(STOCK.ticker, start, end),
          );
        }
      }),
    );
  });

  it("are made once; a minute's and a growing day's every time", () => {
    let made = 0;
    const market: SimulatedMarket = {
      ...openSimulatedMarket({ seed: 3, stocks: [STOCK], volatility: 1 }),
      barOf: () => {
        made += 1;
        return undefined;
      },
    };
    const kept = keptDayBars(market);
    const end = (ms: number) => instant(MARKET_EPOCH + ms);
    for (const _ of [1, 2, 3]) kept.barOf(STOCK.ticker, MARKET_EPOCH, end(24 * HOUR_MS));
    expect(made).toBe(1);

    for (const _ of [1, 2, 3]) kept.barOf(STOCK.ticker, MARKET_EPOCH, end(60_000));
    expect(made).toBe(4);

    for (const _ of [1, 2, 3]) kept.barOf(STOCK.ticker, MARKET_EPOCH, end(9 * HOUR_MS + 250));
    expect(made).toBe(7);
  });
});
