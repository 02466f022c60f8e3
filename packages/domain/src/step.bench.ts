import { type Book, openBook } from "./book.ts";
import { decide, type PriceBatch } from "./decide.ts";
import { instant, type Ticker } from "./market.ts";
import { type Bps, bps, money } from "./money.ts";
import { step } from "./step.ts";
import { STOCKS } from "./stocks.ts";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS } from "./strategy.ts";

const ROUNDS = 500;
const DROP_BPS = 400;
const AT = instant(1_800_000_000_000);
const tickers = STOCKS.map(({ ticker }) => ticker);

/** Prices that swing by 0.5% about where the market starts: within a round every trail has seen them. */
const swings = [0, 25, 50, 25, 0, -25, -50, -25].map((basisPoints) =>
  Float64Array.from(STOCKS, ({ basePrice }) =>
    Math.round((basePrice * (10_000 + basisPoints)) / 10_000),
  ),
);

/** Timed by `npm run bench`: what a price costs that moves no extreme and reaches no trigger. */
export const benchmark = {
  title: `A quiet price, ${tickers.length} symbols in turn`,
  unit: "price",
  operations: ROUNDS * tickers.length,
  contenders: {
    "step on columns": stepOnColumns(),
    "decide on whole batches": decideOnBatches(),
    "object spread per price": spreadPerPrice(),
  },
};

function stepOnColumns(): () => number {
  const book = flatBook();
  return () => {
    let reached = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const prices = swings[round % swings.length]!;
      for (let slot = 0; slot < prices.length; slot += 1)
        reached += step(book, slot, prices[slot]!, AT);
    }
    return reached;
  };
}

function decideOnBatches(): () => number {
  const book = flatBook();
  const slots = Int32Array.from(tickers, (_ticker, slot) => slot);
  const batches = swings.map(
    (prices): PriceBatch => ({ at: AT, inSession: true, count: tickers.length, slots, prices }),
  );
  return () => {
    let intents = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      intents += decide(book, batches[round % batches.length]!).length;
    return intents;
  };
}

/** The rule as one would first write it: a trail object per symbol, copied at every price. */
function spreadPerPrice(): () => number {
  const trails = new Map<Ticker, { high: number; low: number; last: number }>();
  tickers.forEach((ticker, slot) => {
    const last = swings[0]![slot]!;
    trails.set(ticker, { high: last, low: last, last });
  });
  return () => {
    let reached = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const prices = swings[round % swings.length]!;
      for (let slot = 0; slot < prices.length; slot += 1) {
        const last = prices[slot]!;
        const before = trails.get(tickers[slot]!)!;
        const high = Math.max(before.high, last);
        const trail = { ...before, high, low: Math.min(before.low, last), last };
        trails.set(tickers[slot]!, trail);
        if (last * 10_000 <= high * (10_000 - DROP_BPS)) reached += 1;
      }
    }
    return reached;
  };
}

function flatBook(): Book {
  const drop: Bps = bps(DROP_BPS);
  return openBook({
    tickers,
    cash: money(1_000_000_000),
    automation: "on",
    limits: RISK_DEFAULTS,
    strategy: {
      ...STRATEGY_DEFAULTS,
      buyDropBps: drop,
      buyDropMaxBps: drop,
      sellRiseBps: drop,
      takeProfitBps: drop,
    },
  });
}
