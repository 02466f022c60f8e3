import type { MarketNews } from "@sevenfold/application/ports/market-data";
import type { Print, Quote, Ticker } from "@sevenfold/domain/market";

const STATES_WAITING_MAX = 100;

/** What trades of a symbol came to since the last look. */
interface WaitingPrints {
  low: Print;
  high: Print;
  last: Print;
}

/**
 * The lowest, the highest and the newest price of each symbol since the last look, for a trail must miss
 * no extreme; and the state of the line before them.
 */
export class WaitingNews {
  readonly #states: MarketNews[] = [];
  readonly #prints = new Map<Ticker, WaitingPrints>();
  readonly #quotes = new Map<Ticker, Quote>();
  #wake: () => void = () => {};

  put(state: Exclude<MarketNews, { kind: "prices" }>): void {
    // Prices from before a break are not news after it.
    this.#prints.clear();
    this.#quotes.clear();
    this.#states.push(state);
    if (STATES_WAITING_MAX < this.#states.length) this.#states.shift();
    this.#wake();
  }

  print(print: Print): void {
    const waiting = this.#prints.get(print.ticker);
    if (!waiting) {
      this.#prints.set(print.ticker, { low: print, high: print, last: print });
      return;
    }
    if (print.price < waiting.low.price) waiting.low = print;
    if (waiting.high.price < print.price) waiting.high = print;
    waiting.last = print;
  }

  quote(quote: Quote): void {
    this.#quotes.set(quote.ticker, quote);
  }

  announce(): void {
    this.#wake();
  }

  take(): MarketNews | undefined {
    const state = this.#states.shift();
    if (state) return state;
    if (this.#prints.size + this.#quotes.size === 0) return undefined;
    const prices = {
      kind: "prices",
      prints: [...this.#prints.values()].flatMap(inOrder),
      quotes: [...this.#quotes.values()],
    } as const;
    this.#prints.clear();
    this.#quotes.clear();
    return prices;
  }

  arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Each once, as they came: at most three, however many there were. */
const inOrder = ({ low, high, last }: WaitingPrints): readonly Print[] =>
  [...new Set([low, high, last])].toSorted((one, other) => one.at - other.at);
