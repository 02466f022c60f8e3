/** Ten years of minutes of a symbol, and ten years of days of many. */
export const MINUTES = { symbols: 1, days: 2_564, barsPerDay: 390, yearlyVolatility: () => 0.4 };
export const DAYS = {
  symbols: 85,
  days: 2_520,
  barsPerDay: 1,
  yearlyVolatility: (symbol) => 0.25 + (0.45 * symbol) / 84,
};

/** Bars that look like a market's: a driftless walk for each symbol, from a seed. */
export function worldOf({ symbols, days, barsPerDay, yearlyVolatility, seed = 1 }) {
  const bars = days * barsPerDay;
  const chance = chanceFrom(seed);
  const closes = [];
  const opens = [];
  for (let symbol = 0; symbol < symbols; symbol++) {
    const step = yearlyVolatility(symbol) / Math.sqrt(252 * barsPerDay);
    const close = new Int32Array(bars);
    const open = new Int32Array(bars);
    let price = 500_000 + 35_000 * symbol;
    for (let bar = 0; bar < bars; bar++) {
      price *= Math.exp(step * 0.1 * normal(chance));
      open[bar] = Math.max(100, Math.round(price / 100) * 100);
      price *= Math.exp(step * normal(chance) - (step * step) / 2);
      close[bar] = Math.max(100, Math.round(price / 100) * 100);
    }
    closes.push(close);
    opens.push(open);
  }
  return { symbols, days, barsPerDay, bars, closes, opens };
}

/** A grid of falls and rises between 1% and 20%: pairs of basis points. */
export function gridOf(falls, rises) {
  const rates = (count) =>
    Array.from({ length: count }, (_, n) => 100 + Math.round((1_900 * n) / Math.max(1, count - 1)));
  return rates(falls).flatMap((fall) => rates(rises).map((rise) => ({ fall, rise })));
}

/** A sum of twelve even chances, less their middle: near enough to a normal one. */
function normal(chance) {
  let sum = -6;
  for (let n = 0; n < 12; n++) sum += chance();
  return sum;
}

function chanceFrom(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const DAY_MS = 86_400_000;
const OPENS_MS = 870 * 60_000;

const barMsOf = (barsPerDay) => (barsPerDay === 1 ? 390 * 60_000 : 60_000);

/** When every bar opens, in milliseconds. */
export const opensAtOf = ({ bars, barsPerDay }) =>
  Float64Array.from({ length: bars }, (_, bar) => {
    const day = Math.floor(bar / barsPerDay);
    return (19_000 + day) * DAY_MS + OPENS_MS + (bar % barsPerDay) * barMsOf(barsPerDay);
  });

/** The world as the engine takes it: columns of each symbol, the columns of time being the same ones. */
export function columnsOf(world) {
  const { bars, barsPerDay, opens, closes } = world;
  const opensAt = opensAtOf(world);
  const closesAt = opensAt.map((at) => at + barMsOf(barsPerDay));
  const day = Int32Array.from({ length: bars }, (_, bar) => 19_000 + Math.floor(bar / barsPerDay));
  return closes.map((close, symbol) => ({
    ticker: `S${String(symbol).padStart(3, "0")}`,
    count: bars,
    opensAt,
    closesAt,
    open: Float64Array.from(opens[symbol]),
    close: Float64Array.from(close),
    day,
  }));
}

/** A fall and a rise as the settings of a backtest: ten shares, no limits, no costs. */
export const settingsOf = ({ fall, rise }, { RISK_LIMITS_NONE }) => ({
  strategy: {
    mode: "TRAILING",
    buyDropBps: fall,
    buyDropMaxBps: fall,
    sellRiseBps: rise,
    takeProfitBps: 400,
    stopLossBps: 1_000,
    stopLossEnabled: false,
    sharesToBuy: 10,
    sharesToSell: 10,
    maxPositionSize: 10,
    minCashReserve: 0,
    patternConfirmation: "off",
  },
  limits: RISK_LIMITS_NONE,
  cash: 1_000_000_000,
  fill: "next-open",
});

/** What an account costs that trades by a default configuration, with the fees of a common broker. */
const COSTS = {
  commission: { perOrder: 0, perShare: 5_000, rate: 0, minimum: 10_000 },
  slippage: { bps: 5, spread: 100, impactBps: 0 },
};

/** A fall and a rise as one finds them in earnest: default sizes and limits, and what trading costs. */
export const realisticSettingsOf = (
  { fall, rise },
  { STRATEGY_DEFAULTS, RISK_DEFAULTS },
  costs = COSTS,
) => ({
  strategy: {
    ...STRATEGY_DEFAULTS,
    buyDropBps: fall,
    buyDropMaxBps: fall,
    sellRiseBps: rise,
    stopLossEnabled: false,
  },
  limits: RISK_DEFAULTS,
  cash: 1_000_000_000,
  fill: "next-open",
  ...costs,
});

/** The same for shared-account.c, in the order it reads. */
export function accountNumbersOf(settings) {
  const { strategy, limits, cash, commission, slippage } = settings;
  return BigInt64Array.from(
    [
      cash,
      Math.min(strategy.sharesToBuy, strategy.maxPositionSize),
      strategy.minCashReserve,
      limits.maxPositionBps,
      limits.dailyLossBps,
      limits.entriesPerMinuteMax,
      commission.perShare,
      commission.minimum,
      slippage.bps,
      Math.ceil(slippage.spread / 2),
    ],
    BigInt,
  );
}
