import type { Order, Stock } from "./plain-conditions.ts";
import { halfEven } from "./plain-costs.ts";
import type { PlainAction, PlainBar } from "./plain-rules.ts";

/** The symbols of the bars, each with its own bars and what happens to its shares after the first. */
export function plainStocks(
  bars: readonly PlainBar[],
  actions: readonly PlainAction[],
): readonly Stock[] {
  const symbols = [...new Set(bars.map((bar) => bar.symbol))];
  return symbols.map((symbol) => {
    const own = bars.filter((bar) => bar.symbol === symbol);
    return {
      symbol,
      bars: own,
      actions: actions.filter((one) => one.symbol === symbol && own[0]!.day < one.day),
      mark: 0,
      held: 0,
      cost: 0,
      coolDownUntil: 0,
      sessionsBelow: 0,
      pricesToSkip: 0,
      lowFirst: false,
    };
  });
}

export function restartTrail(stock: Stock, price: number): void {
  stock.high = price;
  stock.low = price;
  stock.last = price;
  stock.sessionsBelow = 0;
}

/** Waits for the first opening from `from` on. */
export function waitAfter(order: Order, from: number): void {
  const fillBar = order.stock.bars.find((bar) => from <= bar.opensAt && bar.opensInSession);
  delete order.fillBar;
  if (fillBar !== undefined) order.fillBar = fillBar;
}

type Split = Extract<PlainAction, { kind: "split" }>;

/** Scales the trail and what is held. Answers what is paid for the fraction of a share. */
export function splitStock(stock: Stock, { numerator, denominator }: Split): number {
  const scaled = (price: number) =>
    Math.max(1, halfEven(BigInt(price) * BigInt(denominator), BigInt(numerator)));
  if (stock.high !== undefined) {
    stock.high = scaled(stock.high);
    stock.low = scaled(stock.low!);
    stock.last = scaled(stock.last!);
  }
  if (stock.mark !== 0) stock.mark = scaled(stock.mark);
  stock.pricesToSkip = 1;
  const exact = stock.held * numerator;
  stock.held = Math.floor(exact / denominator);
  const paid = Math.floor(((exact - stock.held * denominator) * stock.mark) / denominator);
  // The fraction that is paid out takes its part of the cost along.
  const kept = BigInt(stock.held * denominator);
  if (0 < exact) stock.cost = halfEven(BigInt(stock.cost) * kept, BigInt(exact));
  return paid;
}
