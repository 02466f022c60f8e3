import type { PlainAction, PlainBar, PlainRules } from "./plain-rules.ts";

/** A symbol of the account: its bars, its trail, what is held and what waits. */
export interface Stock {
  readonly symbol: string;
  readonly bars: readonly PlainBar[];
  readonly actions: PlainAction[];
  high?: number;
  low?: number;
  last?: number;
  mark: number;
  held: number;
  cost: number;
  coolDownUntil: number;
  order?: Order;
  sessionsBelow: number;
  /** Prices since a split: the first decides nothing. */
  pricesToSkip: number;
  walked?: number;
  lowFirst: boolean;
}

export interface Order {
  readonly number: number;
  readonly stock: Stock;
  readonly side: "buy" | "sell";
  readonly reason: string;
  readonly shares: number;
  readonly reserved: number;
  filled: number;
  notional: number;
  paid: number;
  day?: number;
  fillBar?: PlainBar;
}

/** What the rules say of a price, each as the fraction it is. */
export type PlainConditions = ReturnType<typeof plainConditions>;

export function plainConditions(rules: PlainRules) {
  const stop = ({ held, cost }: Stock, price: number) =>
    rules.stopLoss !== undefined &&
    BigInt(price) * BigInt(held) * 10_000n <= BigInt(cost) * BigInt(10_000 - rules.stopLoss);
  const target = ({ held, cost }: Stock, price: number) =>
    rules.mode !== "TRAILING" &&
    BigInt(cost) * BigInt(10_000 + rules.takeProfit) <= BigInt(price) * BigInt(held) * 10_000n;
  const rise = ({ low }: Stock, price: number) =>
    rules.mode !== "SIMPLE" &&
    BigInt(low!) * BigInt(10_000 + rules.sellRise) <= BigInt(price) * 10_000n;
  const drop = ({ high }: Stock, price: number) =>
    BigInt(price) * 10_000n <= BigInt(high!) * BigInt(10_000 - rules.buyDrop);
  const band = ({ high }: Stock, price: number) =>
    rules.mode !== "HYBRID" || !isBelowBand(high!, price);
  const isBelowBand = (high: number, price: number) =>
    BigInt(price) * 10_000n < BigInt(high) * BigInt(10_000 - rules.buyDropMax);

  /** What may begin to hold on a way up or down, and what must hold with it. */
  function beginningOn(stock: Stock, isUp: boolean) {
    const of = (begins: typeof stop, also?: typeof stop) => ({
      begins: (price: number) => begins(stock, price),
      alsoHolds: (price: number) => also === undefined || also(stock, price),
    });
    if (stock.held === 0) return [isUp ? of(band, drop) : of(drop, band)];
    return isUp ? [of(target), of(rise)] : [of(stop)];
  }

  /** The first exit that holds at the last price. */
  function exitOf(stock: Stock, at: number): { reason: string; shares: number } | undefined {
    const { last, low, held } = stock;
    if (held === 0 || last === undefined || low === undefined || stock.order) return undefined;
    if (stop(stock, last)) return { reason: "stop-loss", shares: held };
    if (at < stock.coolDownUntil) return undefined;
    const shares = Math.min(rules.sharesToSell, held);
    if (target(stock, last)) return { reason: "take-profit", shares };
    return rise(stock, last) ? { reason: "trail-rise", shares } : undefined;
  }

  return { stop, target, drop, band, beginningOn, exitOf };
}

/** The first price of a way at which a condition holds that holds at its end, by halving the way. */
export function firstOn(from: number, to: number, holds: (price: number) => boolean): number {
  let without = from;
  let within = to;
  while (1 < Math.abs(within - without)) {
    const middle = Math.trunc((within + without) / 2);
    if (holds(middle)) within = middle;
    else without = middle;
  }
  return within;
}
