import type {
  MarketNews,
  TakenBack,
  TradingStatus,
} from "@sevenfold/application/ports/market-data";
import { isApart } from "@sevenfold/application/trading/prices/opinions";
import type { Print, Quote, Ticker } from "@sevenfold/domain/market";

const STATES_WAITING_MAX = 100;
const TAKEN_BACK_WAITING_MAX = 10_000;
/** A halt of the whole market is one of each symbol. */
const STATUSES_WAITING_MAX = 20_000;

/**
 * A price further from the one before may be a slip that nobody believes: it is kept beside the extremes of
 * the others, and in the place of none.
 */
const JUMP_BPS = 500;
/** Of a symbol that jumps to and fro more often, extremes are kept of what comes then all together. */
const STRETCHES_MAX = 8;

/** What trades of a symbol came to from one jump to the next. */
interface Stretch {
  low: Print;
  high: Print;
  last: Print;
}

type News<Kind extends MarketNews["kind"]> = Extract<MarketNews, { kind: Kind }>;

/**
 * The lowest, the highest and the newest price of each symbol since the last look, and of each stretch between
 * two jumps, for a trail must miss no extreme; and what is to be said before them: the state of the line, trades taken back, limits.
 */
export class WaitingNews {
  readonly #states: MarketNews[] = [];
  readonly #prints = new Map<Ticker, Stretch[]>();
  readonly #quotes = new Map<Ticker, Quote>();
  #takenBack: TakenBack[] = [];
  #limits: News<"limited"> | undefined;
  #looks: News<"prices">[] = [];
  #statuses: TradingStatus[] = [];
  #haltsUnheard: string | undefined;
  #wake: () => void = () => {};

  put(state: News<"connected"> | News<"disconnected">): void {
    // Prices from before a break are not news after it.
    this.#prints.clear();
    this.#quotes.clear();
    this.#states.push(state);
    if (STATES_WAITING_MAX < this.#states.length) this.#states.shift();
    this.#wake();
  }

  print(print: Print): void {
    const stretches = this.#prints.get(print.ticker) ?? [];
    const waiting = stretches.at(-1);
    const isJump = waiting !== undefined && isApart(print.price, waiting.last.price, JUMP_BPS);
    if (!waiting || (isJump && stretches.length < STRETCHES_MAX)) {
      stretches.push({ low: print, high: print, last: print });
      this.#prints.set(print.ticker, stretches);
      return;
    }
    if (print.price < waiting.low.price) waiting.low = print;
    if (waiting.high.price < print.price) waiting.high = print;
    waiting.last = print;
  }

  quote(quote: Quote): void {
    this.#quotes.set(quote.ticker, quote);
  }

  /** A trade was none, or another one. Where it was not told yet, it is told no more. */
  takeBack(print: TakenBack): void {
    const waiting = this.#prints.get(print.ticker);
    const left = waiting && inOrder(waiting).filter((each) => !isSame(each, print));
    if (left) {
      this.#prints.delete(print.ticker);
      for (const each of left) this.print(each);
    }
    this.#takenBack.push(print);
    if (TAKEN_BACK_WAITING_MAX < this.#takenBack.length) this.#takenBack.shift();
  }

  /** Halts and their ends, in the order they came; before the prices, which they bear on. */
  status(status: TradingStatus): void {
    this.#statuses.push(status);
    if (STATUSES_WAITING_MAX < this.#statuses.length) this.#statuses.shift();
  }

  /** No halts are told on this line. */
  leaveHalts(unheard: string): void {
    this.#haltsUnheard = unheard;
  }

  limit(limits: News<"limited">): void {
    this.#limits = limits;
    this.#wake();
  }

  /** Prices that were asked for beside the stream: of each symbol the newest look counts. */
  look(prices: News<"prices">): void {
    this.#looks.push(prices);
    if (STATES_WAITING_MAX < this.#looks.length) this.#looks.shift();
    this.#wake();
  }

  announce(): void {
    this.#wake();
  }

  take(): MarketNews | undefined {
    const state = this.#states.shift();
    if (state) return state;
    if (0 < this.#takenBack.length) {
      const prints = this.#takenBack;
      this.#takenBack = [];
      return { kind: "taken-back", prints };
    }
    if (this.#haltsUnheard !== undefined || 0 < this.#statuses.length) return this.#takeHalts();
    const limits = this.#limits;
    this.#limits = undefined;
    return limits ?? this.#looks.shift() ?? this.#takePrices();
  }

  arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #takeHalts(): MarketNews {
    const [statuses, unheard] = [this.#statuses, this.#haltsUnheard];
    this.#statuses = [];
    this.#haltsUnheard = undefined;
    return { kind: "halts", statuses, ...(unheard !== undefined && { unheard }) };
  }

  #takePrices(): MarketNews | undefined {
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
}

/** Each once, as they came: at most three of a stretch, however many there were. Of one millisecond the newest is last. */
const inOrder = (stretches: readonly Stretch[]): readonly Print[] =>
  stretches
    .flatMap(({ low, high, last }) =>
      [...new Set([low, high, last])].toSorted(
        (one, other) => one.at - other.at || Number(one === last) - Number(other === last),
      ),
    )
    .toSorted((one, other) => one.at - other.at);

const isSame = (one: Print, other: Print): boolean =>
  one.price === other.price && one.at === other.at;
