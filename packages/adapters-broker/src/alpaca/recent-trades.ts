import type { Print, Ticker } from "@sevenfold/domain/market";

/** Of each symbol: corrections come within minutes, or for what no trail holds any more. */
const KEPT_MAX = 2_000;

/** Trades by the venue's names of them, so that one taken back is found as it was told. */
export class RecentTrades {
  readonly #trades = new Map<Ticker, Map<string, Print>>();

  note(id: string, print: Print): void {
    let trades = this.#trades.get(print.ticker);
    if (!trades) {
      trades = new Map();
      this.#trades.set(print.ticker, trades);
    }
    trades.set(id, print);
    if (trades.size <= KEPT_MAX) return;
    for (const oldest of trades.keys()) {
      trades.delete(oldest);
      break;
    }
  }

  /** Forgets it: a trade is taken back once. */
  take(ticker: Ticker, id: string): Print | undefined {
    const print = this.#trades.get(ticker)?.get(id);
    this.#trades.get(ticker)?.delete(id);
    return print;
  }
}
