import { addSymbol, type Book, openBook } from "../book.ts";
import { bookFill } from "../book-orders.ts";
import { instant, type Ticker } from "../market.ts";
import { bps, type Money, price, shares } from "../money.ts";
import { RISK_DEFAULTS, STRATEGY_DEFAULTS, type STRATEGY_MODES } from "../strategy.ts";

const AAPL = "AAPL" as Ticker;
export const SLOT = 0;

export const dollars = (amount: number) => Math.round(amount * 10_000) as Money;

export function bookOf({
  mode = "TRAILING",
}: {
  readonly mode?: (typeof STRATEGY_MODES)[number];
}): Book {
  const book = openBook({
    tickers: [],
    strategy: {
      ...STRATEGY_DEFAULTS,
      mode,
      stopLossEnabled: mode === "HYBRID",
      takeProfitBps: bps(2_000),
      sellRiseBps: bps(2_000),
    },
    limits: RISK_DEFAULTS,
    cash: dollars(100_000),
    automation: "on",
  });
  addSymbol(book, AAPL);
  return book;
}

export function buy(book: Book, count: number, each: number): void {
  const fill = { side: "buy", fee: 0 as Money, at: instant(1), automated: false } as const;
  bookFill(book, { ...fill, slot: SLOT, quantity: shares(count), price: price(each) });
}
