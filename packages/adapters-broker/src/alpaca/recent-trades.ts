import type { Instant, Print, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/** Of each symbol: corrections come within minutes, or for what no trail holds any more. */
const KEPT_MAX = 2_000;

/** What the venue calls a trade: its ids are an exchange's own. */
export interface TradeName {
  readonly exchange: string;
  readonly id: number | string;
}

/** Trades by the venue's names of them, so that one taken back is found as it was told. */
export class RecentTrades {
  readonly #trades = new Map<Ticker, LastTrades>();

  note(name: TradeName, print: Print): void {
    let trades = this.#trades.get(print.ticker);
    if (!trades) {
      trades = new LastTrades();
      this.#trades.set(print.ticker, trades);
    }
    trades.note(name, print);
  }

  /** Forgets it: a trade is taken back once. */
  take(ticker: Ticker, name: TradeName): Print | undefined {
    const told = this.#trades.get(ticker)?.take(name);
    return told && { ticker, ...told };
  }
}

/**
 * Of one symbol, the newest in the oldest one's place. Written for each trade of the market and hardly
 * ever read: numbers side by side take a fifth of what an object each would.
 */
class LastTrades {
  readonly #exchanges: (string | undefined)[] = [];
  readonly #ids: (number | string)[] = [];
  readonly #prices = new Float64Array(KEPT_MAX);
  readonly #ats = new Float64Array(KEPT_MAX);
  #next = 0;

  note({ exchange, id }: TradeName, { at, price }: Print): void {
    const place = this.#next;
    this.#exchanges[place] = exchange;
    this.#ids[place] = id;
    this.#prices[place] = price;
    this.#ats[place] = at;
    this.#next = (place + 1) % KEPT_MAX;
  }

  /** The newest of the name; those before it were the same, told again. */
  take({ exchange, id }: TradeName): Pick<Print, "at" | "price"> | undefined {
    let found: Pick<Print, "at" | "price"> | undefined;
    for (let back = 1; back <= this.#ids.length; back += 1) {
      const place = (this.#next - back + KEPT_MAX) % KEPT_MAX;
      if (this.#exchanges[place] !== exchange || `${this.#ids[place]}` !== `${id}`) continue;
      this.#exchanges[place] = undefined;
      found ??= { at: this.#ats[place] as Instant, price: this.#prices[place] as Price };
    }
    return found;
  }
}
