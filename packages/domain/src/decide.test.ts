import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anchor,
  type Book,
  beginSession,
  bookCash,
  bookFill,
  changeLimits,
  changeStrategy,
  endSession,
  openBook,
  orderBegan,
  orderEnded,
  otherOrderBegan,
  otherOrderEnded,
  positionOf,
  rescale,
  restorePosition,
  restoreSession,
  restoreSlot,
  restoreTrail,
  sessionOf,
  slotStateOf,
  trailOf,
} from "./book.ts";
import { decide, type Intent } from "./decide.ts";
import { instant, type Ticker, type TradingDay } from "./market.ts";
import { bps, type Money, price, shares } from "./money.ts";
import {
  RISK_DEFAULTS,
  RISK_LIMITS_NONE,
  RISK_UNLIMITED,
  type RiskLimits,
  STRATEGY_DEFAULTS,
  type Strategy,
} from "./strategy.ts";
import { equityOf, reservedOf } from "./testing/naive-account.ts";
import {
  batchOf,
  happen,
  lives,
  makeTwins,
  setups,
  TWIN_TICKERS,
  type Twins,
} from "./testing/twin-accounts.ts";

const MINUTE = 60_000;

describe("decide", () => {
  it("buys at exactly 4% below the high, and says what it saw", () => {
    const book = bookOf({});
    expect(at(book, 1, { AAPL: 100 })).toEqual([]);
    expect(at(book, 2, { AAPL: 96.0001 })).toEqual([]);

    expect(at(book, 3, { AAPL: 96 })).toEqual([
      {
        ticker: "AAPL",
        slot: 0,
        side: "buy",
        quantity: 10,
        reason: "trail-drop",
        at: 3,
        price: 960_000,
        reference: 1_000_000,
        trigger: 960_000,
        reservedCash: 9_600_000,
      },
    ]);
  });

  it("sells at exactly 4% above the low since the fill", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    expect(at(book, 2, { AAPL: 95 })).toEqual([]);
    expect(at(book, 3, { AAPL: 98.7999 })).toEqual([]);

    expect(at(book, 4, { AAPL: 98.8 })).toMatchObject([
      { side: "sell", quantity: 10, reason: "trail-rise", reference: 950_000, trigger: 988_000 },
    ]);
  });

  it("answers one and the same frozen nothing when quiet", () => {
    const book = bookOf({});
    const quiet = at(book, 1, { AAPL: 100 });

    expect(at(book, 2, { AAPL: 100, MSFT: 50 })).toBe(quiet);
    expect(Object.isFrozen(quiet)).toBe(true);
  });

  it("wants one order of a symbol at a time, also while somebody else's is at work", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100, MSFT: 100 });
    expect(at(book, 2, { AAPL: 96 })).toHaveLength(1);
    expect(at(book, 3, { AAPL: 95 })).toEqual([]);

    otherOrderBegan(book, slotOf(book, "MSFT"));
    expect(at(book, 4, { MSFT: 96 })).toEqual([]);
    otherOrderEnded(book, slotOf(book, "MSFT"));
    expect(at(book, 5, { MSFT: 96 })).toHaveLength(1);
  });

  it("never adds to a position", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 1, 100);

    expect(at(book, 2, { AAPL: 50 })).toEqual([]);
  });

  it("cools down from each automated fill, the stop excepted", () => {
    const book = bookOf({ strategy: { stopLossEnabled: true }, limits: { coolDownSec: 600 } });
    buy(book, "AAPL", 10, 100, { automated: true, at: 1_000 });
    expect(at(book, 600_999, { AAPL: 104 })).toEqual([]);
    expect(at(book, 601_000, { AAPL: 104 })).toMatchObject([{ reason: "trail-rise" }]);

    const other = bookOf({ strategy: { stopLossEnabled: true }, limits: { coolDownSec: 600 } });
    buy(other, "AAPL", 25, 100, { automated: true, at: 1_000 });
    expect(at(other, 2_000, { AAPL: 90 })).toMatchObject([{ reason: "stop-loss", quantity: 25 }]);
  });

  it("does not cool down from a fill somebody else caused, but anchors the trail at it", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 80 });
    buy(book, "AAPL", 10, 100, { automated: false, at: 1_000 });

    expect(trailOf(book, 0)).toEqual({ since: 1_000, high: 1e6, low: 1e6, last: 1e6 });
    expect(at(book, 2_000, { AAPL: 104 })).toHaveLength(1);
  });

  it("cools down after an automated order that ended unfilled, and frees its cash", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    expect(book.reservedCash).toBe(9_600_000);
    orderEnded(book, 0, instant(1_000), false);

    expect(book.reservedCash).toBe(0);
    expect(at(book, 600_999, { AAPL: 96 })).toEqual([]);
    expect(at(book, 601_000, { AAPL: 96 })).toHaveLength(1);
  });

  it("counts a cool-down from the last fill, not from the end of an order that had one", () => {
    const book = bookOf({ limits: { coolDownSec: 600 } });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    buy(book, "AAPL", 4, 96, { automated: true, at: 1_000 });
    orderEnded(book, 0, instant(9_000), true);

    expect(book.coolDownUntil[0]).toBe(601_000);
  });

  it("in SIMPLE mode takes exactly 4% on the average cost", () => {
    const book = bookOf({ strategy: { mode: "SIMPLE" }, limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    buy(book, "AAPL", 10, 101);
    expect(at(book, 2, { AAPL: 104.5199 })).toEqual([]);

    expect(at(book, 3, { AAPL: 104.52 })).toMatchObject([
      { reason: "take-profit", reference: 1_005_000, trigger: 1_045_200 },
    ]);
  });

  it("takes exits before entries, and entries by the largest drop, ties by symbol", () => {
    const book = bookOf({ tickers: ["XOM", "MSFT", "F", "AAPL"], limits: { coolDownSec: 0 } });
    at(book, 1, { XOM: 100, MSFT: 100, F: 10, AAPL: 50 });
    buy(book, "XOM", 10, 100);

    const intents = at(book, 2, { XOM: 104, MSFT: 96, F: 9.5, AAPL: 48 });

    expect(intents.map(({ ticker }) => ticker)).toEqual(["XOM", "F", "AAPL", "MSFT"]);
  });

  it("compares drops exactly where products leave the safe integers", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], cash: 50_000_000 });
    // Price × the other's high differs by one in 10^18: as floating products they are equal.
    at(book, 1, { AAPL: 90_410.5718, MSFT: 90_299.6023 });
    const intents = at(book, 2, { AAPL: 86_224.6339, MSFT: 86_118.8022 });

    expect(862_246_339n * 902_996_023n - 861_188_022n * 904_105_718n).toBe(1n);
    expect(intents.map(({ ticker }) => ticker)).toEqual(["MSFT", "AAPL"]);
  });

  it("lets several entries of one instant share one cash", () => {
    const book = bookOf({ cash: 2_300, limits: { maxPositionBps: bps(RISK_UNLIMITED) } });
    at(book, 1, { AAPL: 100, MSFT: 100 });

    const intents = at(book, 2, { AAPL: 96, MSFT: 95 });

    expect(intents.map(({ ticker, quantity }) => [ticker, quantity])).toEqual([
      ["MSFT", 10],
      ["AAPL", 3],
    ]);
  });

  it("keeps the collar aside for each share it buys", () => {
    const book = bookOf({ cash: 1_990, limits: { maxPositionBps: bps(RISK_UNLIMITED) } });
    book.collarBps = bps(500);
    at(book, 1, { AAPL: 104 });

    expect(at(book, 2, { AAPL: 99 })).toMatchObject([{ quantity: 9, reservedCash: 9_355_500 }]);
  });

  it("never makes a position a larger share of equity than allowed", () => {
    const book = bookOf({ cash: 10_000, limits: { maxPositionBps: bps(480) } });
    at(book, 1, { AAPL: 100 });

    expect(at(book, 2, { AAPL: 96 })).toMatchObject([{ quantity: 5 }]);
  });

  it("makes no more entries a minute than allowed; the rest wait for their next price", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], limits: { entriesPerMinuteMax: 1 } });
    at(book, 1, { AAPL: 100, MSFT: 100 });
    expect(at(book, 2, { AAPL: 95, MSFT: 96 })).toMatchObject([{ ticker: "AAPL" }]);
    expect(at(book, MINUTE + 1, { MSFT: 96 })).toEqual([]);

    expect(at(book, MINUTE + 2, { MSFT: 96 })).toMatchObject([{ ticker: "MSFT" }]);
  });

  it("halts entries for the session at a loss of exactly 3%, and lets exits go on", () => {
    const book = bookOf({ cash: 10_000, limits: { coolDownSec: 0, dailyLossBps: bps(300) } });
    beginSession(book, DAY, dollars(10_000));
    buy(book, "AAPL", 10, 100);
    at(book, 1, { MSFT: 100, AAPL: 70.0001 });
    expect(book.halted).toBe(false);
    at(book, 2, { AAPL: 70 });
    expect(book.halted).toBe(true);

    expect(at(book, 3, { MSFT: 96, AAPL: 100 })).toMatchObject([{ side: "sell", ticker: "AAPL" }]);
    endSession(book);
    beginSession(book, "2026-03-03" as TradingDay);
    expect(at(book, 4, { MSFT: 96 })).toMatchObject([{ side: "buy", ticker: "MSFT" }]);
  });

  it("does not take a withdrawal for a loss", () => {
    const book = bookOf({ cash: 10_000, limits: { dailyLossBps: bps(300) } });
    beginSession(book, DAY, dollars(10_000));
    bookCash(book, -dollars(5_000) as Money);
    at(book, 1, { AAPL: 100 });

    expect([book.halted, book.baseline, book.equity]).toEqual([false, 5e7, 5e7]);
  });

  it("does not halt on a holding no price is known of", () => {
    const book = bookOf({ cash: 100, limits: { dailyLossBps: bps(300) } });
    restorePosition(book, 1, { held: shares(100), costBasis: dollars(10_000), managed: true });
    beginSession(book, DAY, dollars(10_100));
    at(book, 1, { AAPL: 100 });
    expect(book.halted).toBe(false);
    at(book, 2, { MSFT: 90 });
    expect(book.halted).toBe(true);
  });

  it("enters nothing while a holding has no price, and leaves all the same", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT", "NVDA"], limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    restorePosition(book, slotOf(book, "MSFT"), {
      held: shares(100),
      costBasis: dollars(10_000),
      managed: true,
    });
    at(book, 2, { NVDA: 100 });
    expect(at(book, 3, { NVDA: 90 })).toEqual([]);
    expect(at(book, 4, { AAPL: 110 })).toMatchObject([{ side: "sell" }]);

    at(book, 5, { MSFT: 100 });
    expect(at(book, 6, { NVDA: 90 })).toMatchObject([{ side: "buy" }]);
  });

  it("off and exits-only send no entry; trails follow all the same", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    book.automation = "off";
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 90 })).toEqual([]);
    expect(trailOf(book, 0)).toMatchObject({ high: 1_000_000, low: 900_000 });
    book.automation = "exits-only";
    expect(at(book, 3, { AAPL: 90 })).toEqual([]);
    buy(book, "AAPL", 10, 90);
    expect(at(book, 4, { AAPL: 95 })).toMatchObject([{ side: "sell" }]);
  });

  it("never trades a holding found at the broker until it is handed over", () => {
    const book = bookOf({});
    restorePosition(book, 0, { held: shares(5), costBasis: dollars(500), managed: false });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 80 })).toEqual([]);
    expect(at(book, 3, { AAPL: 120 })).toEqual([]);

    restorePosition(book, 0, { held: shares(5), costBasis: dollars(500), managed: true });
    expect(at(book, 4, { AAPL: 120 })).toMatchObject([{ side: "sell", quantity: 5 }]);
  });

  it("leaves every one of three hundred holdings whose exits come due in one instant", () => {
    const tickers = Array.from({ length: 300 }, (_, index) => `S${String(index).padStart(3, "0")}`);
    const book = bookOf({ tickers, cash: 1_000_000 });
    for (const ticker of tickers) buy(book, ticker, 1, 100);

    const intents = at(book, 2, Object.fromEntries(tickers.map((ticker) => [ticker, 104])));

    expect(intents.map(({ ticker }) => ticker)).toEqual(tickers);
    expect(new Set(intents.map(({ side }) => side))).toEqual(new Set(["sell"]));
  });

  it("neither enters nor leaves where the venue has no real prices; trails follow all the same", () => {
    const book = bookOf({});
    book.automation = "no-real-prices";
    buy(book, "AAPL", 10, 100);
    at(book, 2, { MSFT: 100 });

    expect(at(book, 3, { AAPL: 120, MSFT: 90 })).toEqual([]);

    expect(trailOf(book, 0)).toMatchObject({ last: dollars(120) });
    expect(trailOf(book, 1)).toMatchObject({ low: dollars(90) });
  });

  it("lets prices outside the session move equity and nothing else", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    const equity = book.equity;

    expect(at(book, 2, { AAPL: 120, MSFT: 7 }, OUT)).toEqual([]);
    expect(book.equity - equity).toBe(2_000_000);
    expect(trailOf(book, 0)).toMatchObject({ high: 1_000_000, last: 1_000_000 });
    expect(trailOf(book, 1)).toBeUndefined();
  });

  it("after hours, where allowed, wants limit orders half a percent away, on the tick", () => {
    const book = bookOf({ limits: { coolDownSec: 0, allowAfterHours: true } });
    at(book, 1, { AAPL: 100, MSFT: 1 }, OUT);
    buy(book, "MSFT", 10, 0.9);

    expect(at(book, 2, { AAPL: 95.03, MSFT: 0.95 }, OUT)).toMatchObject([
      { side: "sell", ticker: "MSFT", limit: 9_452 },
      { side: "buy", ticker: "AAPL", limit: 955_100, reservedCash: 9_551_000 },
    ]);
  });

  it("in HYBRID mode passes a price below the band, and enters when it rises back into it", () => {
    const book = bookOf({ strategy: HYBRID });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 94.9999 })).toEqual([]);

    expect(at(book, 3, { AAPL: 95 })).toMatchObject([{ side: "buy", reference: 1_000_000 }]);
  });

  it("in HYBRID mode anchors the trail anew after twenty sessions below the band", () => {
    const book = bookOf({ strategy: HYBRID });
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 80 });
    for (let session = 1; session < 20; session += 1) endSession(book);
    expect(trailOf(book, 0)?.high).toBe(1_000_000);
    endSession(book);

    expect(trailOf(book, 0)).toEqual({ since: 2, high: 800_000, low: 800_000, last: 800_000 });
    expect(at(book, 3, { AAPL: 76.8 })).toHaveLength(1);
  });

  it("decides nothing on the first price after a split, and rightly on the next", () => {
    const book = bookOf({ limits: { coolDownSec: 0 } });
    buy(book, "AAPL", 10, 100);
    const equity = book.equity;
    rescale(book, 0, 10, 1);
    expect(book.equity).toBe(equity);
    expect(positionOf(book, 0)).toEqual({ shares: 100, costBasis: dollars(1_000) });

    expect(at(book, 2, { AAPL: 10.4 })).toEqual([]);
    expect(at(book, 3, { AAPL: 10.4 })).toMatchObject([{ quantity: 10, reference: 100_000 }]);
  });

  it("starts a holding over that a reverse split left nothing of", () => {
    const book = bookOf({});
    restorePosition(book, 0, { held: shares(1), costBasis: dollars(100), managed: false });
    rescale(book, 0, 1, 8);

    expect(positionOf(book, 0)).toEqual({ shares: 0, costBasis: 0 });
    expect(book).toMatchObject({ unpriced: 0 });
    expect(book.managed[0]).toBe(1);
  });

  it("waits for a bar pattern when one is required", () => {
    const book = bookOf({ strategy: { patternConfirmation: "require" } });
    at(book, 1, { AAPL: 100 });
    expect(at(book, 2, { AAPL: 96 })).toEqual([]);
    book.patternSeen[0] = 1;

    expect(at(book, 3, { AAPL: 96 })).toHaveLength(1);
  });

  it("frees the reservation as the order fills, and all of it at its end", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    at(book, 2, { AAPL: 96 });
    buy(book, "AAPL", 4, 96, { automated: true, at: 3 });
    expect(book.reservedCash).toBe(5_760_000);
    orderEnded(book, 0, instant(4), true);

    expect(book.reservedCash).toBe(0);
  });

  it("with the limits off is bound by cash and sizes alone, and nothing overflows", () => {
    const book = bookOf({ tickers: ["AAPL", "MSFT"], cash: 49_000_000 });
    changeLimits(book, RISK_LIMITS_NONE);
    const sharesToBuy = shares(1_000);
    const maxPositionSize = sharesToBuy;
    const minCashReserve = 0 as Money;
    changeStrategy(book, { ...STRATEGY, minCashReserve, sharesToBuy, maxPositionSize });
    at(book, 1, { AAPL: 50_000, MSFT: 50_000 });

    const intents = at(book, 2, { AAPL: 40_000, MSFT: 45_000 });

    expect(intents.map(({ quantity }) => quantity)).toEqual([1_000, 200]);
    expect(book.reservedCash).toBe(dollars(49_000_000));
  });

  it("follows a change of strategy at the next price", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    changeStrategy(book, { ...STRATEGY, buyDropBps: bps(100) });

    expect(at(book, 2, { AAPL: 99 })).toMatchObject([{ trigger: 990_000 }]);
  });

  it("starts a trail fresh where asked to", () => {
    const book = bookOf({});
    at(book, 1, { AAPL: 100 });
    anchor(book, 0, price(970_000), instant(2));

    expect(at(book, 3, { AAPL: 96 })).toEqual([]);
  });
});

describe("decide, on any path", () => {
  it("always decides as the rules written out naively do, intent for intent", () => {
    fc.assert(
      fc.property(setups, lives(120), (setup, events) => {
        const twins = makeTwins(setup);
        for (const event of events) {
          const { real, naive } = happen(twins, event);
          expect(real).toEqual(naive);
          expectSameAccount(twins);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("always answers the same to the same", () => {
    fc.assert(
      fc.property(setups, lives(60), (setup, events) => {
        const [one, other] = [makeTwins(setup), makeTwins(setup)];
        for (const event of events)
          expect(happen(one, event).real).toEqual(happen(other, event).real);
      }),
    );
  });

  it("never minds the order of different symbols within one instant", () => {
    const instants = fc.array(fc.array(fc.integer({ min: -700, max: 700 }), ROW), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(setups, instants, fc.shuffledSubarray([0, 1, 2, 3], ROW), (setup, all, order) => {
        const [one, other] = [makeTwins(setup).book, makeTwins(setup).book];
        const prices = setup.dollars.map((each) => each * 10_000);
        all.forEach((moves, index) => {
          const rows = moves.map((move, slot) => {
            prices[slot] = Math.max(1, Math.round((prices[slot]! * (10_000 + move)) / 10_000));
            return { slot, price: prices[slot] };
          });
          const when = { at: index * 1_000, inSession: true };
          const shuffled = order.map((slot) => rows[slot]!);

          expect(decide(other, batchOf({ ...when, rows: shuffled }))).toEqual(
            decide(one, batchOf({ ...when, rows })),
          );
        });
      }),
    );
  });

  it("never lets later prices change what was decided before them", () => {
    fc.assert(
      fc.property(setups, lives(40), lives(40), (setup, past, future) => {
        const decided = (events: readonly (typeof past)[number][]) => {
          const twins = makeTwins(setup);
          return events.map((event) => happen(twins, event).real);
        };

        expect(decided([...past, ...future]).slice(0, past.length)).toEqual(decided(past));
      }),
    );
  });

  it("always goes on after a restart as if there had been none", () => {
    fc.assert(
      fc.property(setups, lives(60), lives(60), (setup, before, after) => {
        const twins = makeTwins(setup);
        for (const event of before) happen(twins, event);
        const restarted: Twins = { ...twins, book: restored(twins.book, setup) };
        for (const event of after) {
          const { real, naive } = happen(restarted, event);
          expect(real).toEqual(naive);
        }
      }),
    );
  });

  it("never reserves more than the cash above the reserve, nor sells more than is held", () => {
    fc.assert(
      fc.property(setups, lives(120), (setup, events) => {
        const twins = makeTwins(setup);
        const { book } = twins;
        for (const event of events)
          for (const { slot, side, quantity } of happen(twins, event).real) {
            const spare = book.cash - book.reservedCash - book.strategy.minCashReserve;
            if (side === "sell") expect(quantity <= book.held[slot]!).toBe(true);
            else expect(0 <= spare && quantity <= book.strategy.maxPositionSize).toBe(true);
            const { maxPositionBps } = book.limits;
            if (side === "sell" || maxPositionBps === RISK_UNLIMITED) continue;
            const value = quantity * book.last[slot]! * 10_000;
            expect(value <= book.equity * maxPositionBps).toBe(true);
          }
      }),
    );
  });
});

const ROW = { minLength: 4, maxLength: 4 };
const OUT = { inSession: false };
const DAY = "2026-03-02" as TradingDay;
const STRATEGY: Strategy = {
  ...(STRATEGY_DEFAULTS as unknown as Strategy),
  buyDropBps: bps(400),
  sellRiseBps: bps(400),
  takeProfitBps: bps(400),
  stopLossEnabled: false,
};
const HYBRID = { mode: "HYBRID", buyDropMaxBps: bps(500), stopLossEnabled: true } as const;

const dollars = (amount: number) => Math.round(amount * 10_000) as Money;
const slotOf = (book: Book, ticker: string) => book.slots.get(ticker as Ticker)!;

function bookOf({
  tickers = ["AAPL", "MSFT"],
  strategy = {},
  limits = {},
  cash = 100_000,
}: {
  tickers?: string[];
  strategy?: Partial<Strategy>;
  limits?: Partial<RiskLimits>;
  cash?: number;
}): Book {
  return openBook({
    tickers: tickers as Ticker[],
    strategy: { ...STRATEGY, ...strategy },
    limits: { ...(RISK_DEFAULTS as unknown as RiskLimits), ...limits },
    cash: dollars(cash),
    automation: "on",
  });
}

function at(
  book: Book,
  ms: number,
  quoted: Record<string, number>,
  { inSession } = { inSession: true },
): readonly Intent[] {
  const rows = Object.entries(quoted).map(([ticker, each]) => ({
    slot: slotOf(book, ticker),
    price: dollars(each),
  }));
  return decide(book, batchOf({ at: ms, inSession, rows }));
}

function buy(
  book: Book,
  ticker: string,
  count: number,
  each: number,
  { automated, at: ms } = { automated: false, at: 1 },
): void {
  bookFill(book, {
    slot: slotOf(book, ticker),
    side: "buy",
    quantity: shares(count),
    price: price(dollars(each)),
    fee: 0 as Money,
    at: instant(ms),
    automated,
  });
}

function expectSameAccount({ book, naive }: Twins): void {
  expect([book.cash, book.equity, book.reservedCash, book.halted, book.baseline]).toEqual([
    naive.cash,
    equityOf(naive),
    reservedOf(naive),
    naive.isHalted,
    naive.baseline,
  ]);
  naive.symbols.forEach((symbol, slot) => {
    const { high, low, last } = trailOf(book, slot) ?? {};
    expect(high === undefined ? undefined : { high, low, last }).toEqual(symbol.trail);
    expect(positionOf(book, slot)).toEqual({ shares: symbol.held, costBasis: symbol.cost });
  });
}

/** A new book from what a store keeps of another: what a restart does. */
function restored(book: Book, setup: Parameters<typeof makeTwins>[0]): Book {
  const fresh = openBook({
    tickers: TWIN_TICKERS,
    strategy: book.strategy,
    limits: book.limits,
    cash: book.cash,
    automation: book.automation,
    collarBps: bps(setup.collarBps),
  });
  for (let slot = 0; slot < TWIN_TICKERS.length; slot += 1) copySlot(fresh, book, slot);
  restoreSession(fresh, sessionOf(book));
  fresh.entryTimes = [...book.entryTimes];
  return fresh;
}

function copySlot(fresh: Book, book: Book, slot: number): void {
  const trail = trailOf(book, slot);
  if (trail) restoreTrail(fresh, slot, trail);
  restoreSlot(fresh, slot, slotStateOf(book, slot));
  const { shares: held, costBasis } = positionOf(book, slot);
  restorePosition(fresh, slot, { held, costBasis, managed: book.managed[slot] === 1 });
  if (book.ordersOther[slot] === 1) otherOrderBegan(fresh, slot);
  if (book.orderWorking[slot] === 0) return;
  orderBegan(fresh, slot, {
    reason: book.orderWorking[slot]!,
    quantity: shares(book.workingShares[slot]!),
    reservedCash: book.workingCash[slot] as Money,
  });
}
