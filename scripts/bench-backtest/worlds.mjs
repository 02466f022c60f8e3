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
