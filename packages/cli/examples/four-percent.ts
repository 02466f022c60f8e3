import type { Bar, Strategy } from "./sevenfold-strategy";

/** The highest and the lowest close since the trail began, in ten-thousandths of a dollar. */
interface Trail {
  high: number;
  low: number;
}

/**
 * The built-in rule of the mode "trailing": buys a fall from the high, sells a rise from the low. Each
 * fill begins the trail anew. The same trades as `sevenfold backtest --mode trailing`.
 */
export const strategy: Strategy = {
  // Each may be set: --set drop=5
  parameters: {
    drop: { default: 4, min: 1, max: 20 },
    rise: { default: 4, min: 1, max: 20 },
    // Percent of the average cost; 0 is none.
    stop: { default: 0, min: 0, max: 50 },
    shares: { default: 10, min: 1, max: 1000, step: 1 },
  },

  forEvents({ parameters, symbols, trading }) {
    const drop = basisPointsOf(parameters.drop!);
    const rise = basisPointsOf(parameters.rise!);
    const stop = basisPointsOf(parameters.stop!);
    const trails = new Map<string, Trail>(
      symbols.map((symbol) => [symbol, { high: 0, low: Infinity }]),
    );

    const working = new Set<string>();

    function follow({ symbol, close }: Bar): void {
      const trail = trails.get(symbol)!;
      const price = unitsOf(close);
      if (trail.high < price) trail.high = price;
      if (price < trail.low) trail.low = price;
    }

    /** At or below this a stop is due; 0 where there is none. */
    const stopOf = (bar: Bar): number =>
      stop === 0 ? 0 : Math.floor((unitsOf(bar.entryPrice) * (10_000 - stop)) / 10_000);

    function leave(bar: Bar): void {
      const { symbol, close, held } = bar;
      const price = unitsOf(close);
      const stops = price <= stopOf(bar);
      const rises = trails.get(symbol)!.low * (10_000 + rise) <= price * 10_000;
      if (!stops && !rises) return;
      const shares = stops ? held : Math.min(parameters.shares!, held);
      trading.submit({ symbol, side: "sell", shares, stop: stops });
    }

    function enter({ symbol, close }: Bar): void {
      const isFall = unitsOf(close) * 10_000 <= trails.get(symbol)!.high * (10_000 - drop);
      if (!isFall) return;
      const shares = Math.min(parameters.shares!, trading.room(symbol));
      if (0 < shares) trading.submit({ symbol, side: "buy", shares });
    }

    /** Between these closes nothing is to do: beyond them the trail moves, or an order is due. */
    function wait(bar: Bar): void {
      const { symbol } = bar;
      const { high, low } = trails.get(symbol)!;
      if (0 < bar.held) {
        const rises = Math.ceil((low * (10_000 + rise)) / 10_000);
        const below = Math.max(low, stopOf(bar));
        trading.wakeAt(symbol, { below: below / 10_000, above: rises / 10_000 });
      } else {
        const falls = Math.floor((high * (10_000 - drop)) / 10_000);
        trading.wakeAt(symbol, { below: falls / 10_000, above: high / 10_000 });
      }
    }

    const fallOf = ({ symbol, close }: Bar) => unitsOf(close) / trails.get(symbol)!.high;

    return {
      onOrder({ symbol, status }) {
        if (status === "working") working.add(symbol);
        else working.delete(symbol);
      },
      onFill({ symbol, price }) {
        trails.set(symbol, { high: unitsOf(price), low: unitsOf(price) });
      },
      onBars(bars) {
        bars.forEach(follow);
        const flat: Bar[] = [];
        for (const bar of bars) {
          if (working.has(bar.symbol)) continue;
          if (0 < bar.held) leave(bar);
          else flat.push(bar);
        }
        // The largest fall first; what falls alike, by symbol.
        if (1 < flat.length) flat.sort((one, other) => fallOf(one) - fallOf(other));
        flat.forEach(enter);
        bars.forEach(wait);
      },
    };
  },
};

const unitsOf = (dollars: number): number => Math.round(dollars * 10_000);
const basisPointsOf = (percent: number): number => Math.round(percent * 100);
