import { type Book, openBook } from "../book.ts";
import { bookFill } from "../book-orders.ts";
import { decide, type Intent } from "../decide.ts";
import { instant, type Ticker } from "../market.ts";
import { bps, type Money, price, shares } from "../money.ts";
import { RISK_DEFAULTS, type RiskLimits, STRATEGY_DEFAULTS, type Strategy } from "../strategy.ts";
import { batchOf } from "./twin-accounts.ts";

export const STRATEGY: Strategy = {
  ...STRATEGY_DEFAULTS,
  buyDropBps: bps(400),
  sellRiseBps: bps(400),
  takeProfitBps: bps(400),
  stopLossEnabled: false,
};

export const dollars = (amount: number) => Math.round(amount * 10_000) as Money;
export const slotOf = (book: Book, ticker: string) => book.slots.get(ticker as Ticker)!;

export function bookOf({
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
    limits: { ...RISK_DEFAULTS, ...limits },
    cash: dollars(cash),
    automation: "on",
  });
}

export function at(
  book: Book,
  ms: number,
  /** Several of one symbol in the order in which they came. */
  quoted: Record<string, number | readonly number[]>,
  { inSession } = { inSession: true },
): readonly Intent[] {
  const rows = Object.entries(quoted).flatMap(([ticker, each]) =>
    [each].flat().map((one) => ({ slot: slotOf(book, ticker), price: dollars(one) })),
  );
  return decide(book, batchOf({ at: ms, inSession, rows }));
}

export function buy(
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
