import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { bps, money, mulDivHalfEven, type Price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import type { BarColumns } from "../research/backtest/bar-columns.ts";
import { AAPL, AMC, curveMarket, openCurveVenue, START } from "../testing/curve-venue.ts";
import { type MarketHalt, type MarketScript, NO_SCRIPT } from "./market-script.ts";
import { SLOT_MS } from "./price-curve.ts";
import { recordedMarket } from "./recorded-market.ts";
import { scriptedMarket } from "./scripted-market.ts";
import { slotNumber } from "./venue-slots.ts";

const MINUTE_MS = 60_000;
const later = (minutes: number): Instant => instant(START + minutes * MINUTE_MS);
const scripted = (script: Partial<MarketScript>) =>
  scriptedMarket(curveMarket, { ...NO_SCRIPT, ...script });
const priceOf = (at: Instant) => curveMarket.priceAt(AAPL, at);

describe("a halted stock", () => {
  const halt = { ticker: AAPL, from: later(2), until: later(4), reason: "T1" };
  const market = scripted({ halts: [halt] });

  it("stands at the last price before, prints nothing, and goes on where the market is", () => {
    const before = priceOf(instant(halt.from - SLOT_MS));
    expect(market.priceAt(AAPL, later(3))).toBe(before);
    expect(market.priceAt(AAPL, halt.until)).toBe(priceOf(halt.until));
    expect(market.haltAt(AAPL, later(3))).toEqual(halt);
    expect(market.printAt(AAPL, later(3))).toEqual(
      curveMarket.printAt(AAPL, instant(halt.from - SLOT_MS)),
    );
    expect(market.barOf(AAPL, later(2), later(3))).toBeUndefined();
    expect(market.barOf(AAPL, later(1), later(3))).toEqual(
      curveMarket.barOf(AAPL, later(1), later(2)),
    );
    expect(market.priceAt(AMC, later(3))).toBe(curveMarket.priceAt(AMC, later(3)));
  });

  it("takes orders and trades them when it goes on", async () => {
    const { venue, sent } = await openCurveVenue({ market });
    const order = await sent({ quantity: shares(3) }, later(2));
    await venue.advance(instant(halt.until - 1));
    expect(venue.book.order(order.id)?.status).toBe("pending");
    await venue.advance(instant(halt.until + SLOT_MS));

    expect(venue.book.order(order.id)?.filled).toBeGreaterThan(0);
  });

  it("is halted whichever of its halts was written down first", async () => {
    const other = { ...halt, from: later(8), until: later(10) };
    const stretches = (halts: readonly MarketHalt[]) => [
      ...scripted({ halts }).openStretches(AAPL, slotNumber(START), slotNumber(later(12))),
    ];
    expect(stretches([other, halt])).toEqual(stretches([halt, other]));
    expect(stretches([halt, other])).toHaveLength(3);
  });
});

describe("a script of recorded bars", () => {
  it("trades nothing where no bar is, in stocks it speaks of and in others", async () => {
    const halt = { ticker: OWN, from: later(1), until: later(2), reason: "T1" };
    for (const ticker of [OWN, OTHER]) {
      const market = scriptedMarket(recordedMarket([hourlyBars(OWN), hourlyBars(OTHER)]), {
        ...NO_SCRIPT,
        halts: [halt],
      });
      const { account, sent, venue } = await openCurveVenue({ market, at: later(5) });
      await sent({ ticker, quantity: shares(1) }, later(5));
      await venue.advance(instant(later(60) - 1));
      expect(account().executions).toEqual([]);
      await venue.advance(later(60));
      expect(account().executions).toHaveLength(1);
    }
  });
});

const [OWN, OTHER] = ["OWN", "OTHER"] as [Ticker, Ticker];

/** Of three minutes and again, an hour later. */
function hourlyBars(ticker: Ticker): BarColumns {
  const price = () => Float64Array.of(1_000_000, 1_000_000);
  return {
    ...{ ticker, count: 2, open: price(), high: price(), low: price(), close: price() },
    opensAt: Float64Array.of(later(0), later(60)),
    closesAt: Float64Array.of(later(3), later(63)),
    volume: Float64Array.of(7_200, 7_200),
    day: new Int32Array(2),
  };
}

describe("a split", () => {
  const split = { ticker: AAPL, at: later(5), from: 2, to: 5 };
  const market = scripted({ splits: [split] });

  it("divides the price from its moment on, and bars that lie across it", () => {
    expect(market.priceAt(AAPL, later(4))).toBe(priceOf(later(4)));
    expect(Math.abs(market.priceAt(AAPL, split.at) * 2.5 - priceOf(split.at))).toBeLessThan(300);
    const across = market.barOf(AAPL, later(4), later(6))!;
    expect(across.high).toBe(curveMarket.barOf(AAPL, later(4), later(5))!.high);
    expect(across.low).toBeLessThan(across.high / 2);
    const kinds = new Set(["split"] as const);
    expect(market.scaleBetween(AAPL, { after: later(4), until: later(6), kinds })).toBe(0.4);
  });

  it("gives holders whole shares and pays the rest, and cancels what was open", async () => {
    const { venue, account, holding, sent } = await openCurveVenue({ market });
    await holding(7);
    const cash = account().cash;
    const open = await sent({ limit: money(10_000) as never, timeInForce: "gtc" }, later(1));
    const { costBasis } = account().positions.get(AAPL)!;
    await venue.advance(later(6));

    // Seventeen and a half: half a share and its cost are paid out.
    expect(account().positions.get(AAPL)).toMatchObject({
      shares: 17,
      costBasis: mulDivHalfEven(costBasis, 34, 35),
    });
    expect(account().cash - cash).toBe(Math.floor(market.priceAt(AAPL, split.at) / 2));
    expect(venue.book.order(open.id)?.status).toBe("canceled");
    expect(account().activities).toMatchObject([{ kind: "split", quantity: 10 }]);
  });
});

describe("a dividend", () => {
  const dividend = { ticker: AAPL, at: later(5), perShare: money(25_000) };
  const market = scripted({ dividends: [dividend] });

  it("is paid once to who holds the stock, and takes itself out of the price", async () => {
    const { venue, account, holding, entries } = await openCurveVenue({ market });
    await holding(8);
    const cash = account().cash;
    await venue.advance(later(5));
    await venue.advance(later(9));
    expect(account().cash - cash).toBe(8 * 25_000);
    expect(account().activities).toHaveLength(1);
    expect(priceOf(later(5)) - market.priceAt(AAPL, later(5))).toBeGreaterThan(24_000);

    const again = await openCurveVenue({ market, entries, at: later(9) });
    await again.venue.advance(later(12));
    const [restarted] = again.venue.book.accounts.values();
    expect(restarted?.activities).toHaveLength(1);
  });
});

describe("a wide quote", () => {
  const spread = { ticker: AAPL, from: later(2), until: later(4), spreadBps: bps(600) };
  const market = scripted({ spreads: [spread] });
  const widthAt = (at: Instant) => {
    const { ask, bid } = market.quoteAt(AAPL, at);
    return (ask - bid) / market.priceAt(AAPL, at);
  };

  it("stands around the price from its moment until it ends", () => {
    expect(widthAt(later(1))).toBeLessThan(0.001);
    expect(widthAt(later(3))).toBeCloseTo(0.06, 3);
    expect(market.priceAt(AAPL, later(3))).toBe(priceOf(later(3)));
    expect(widthAt(spread.until)).toBeLessThan(0.001);
    expect(market.barOf(AAPL, later(1), later(5))).toEqual(
      curveMarket.barOf(AAPL, later(1), later(5)),
    );
  });

  it("is what orders trade at: a limit that the price reaches waits for the ask", async () => {
    const { account, sent, venue } = await openCurveVenue({ market });
    const limit = (Math.ceil((priceOf(later(2)) * 1.02) / 100) * 100) as Price;
    const patient = await sent({ limit, quantity: shares(1) }, later(2));
    const hasty = await sent({ quantity: shares(1) }, later(2));
    await venue.advance(instant(later(2) + SLOT_MS));
    const paid = venue.book.order(hasty.id)!;

    expect(paid.filled).toBe(1);
    expect(account().positions.get(AAPL)!.costBasis).toBe(
      market.quoteAt(AAPL, instant(later(2) + SLOT_MS)).ask,
    );
    // However long the venue was not looked at, it trades in the first slot that is quoted as ever.
    await venue.advance(later(6));
    expect(venue.book.order(patient.id)).toMatchObject({ filled: 1, updatedAt: spread.until });
  });
});
