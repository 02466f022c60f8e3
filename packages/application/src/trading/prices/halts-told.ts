import type { Ticker } from "@sevenfold/domain/market";
import type { MarketNews, TradingStatus } from "../../ports/market-data.ts";
import { piecesOf } from "./news-pieces.ts";

type Halts = Extract<MarketNews, { kind: "halts" }>;

/** What was told of halts on the line that stands: a reader says it again to whoever may have missed it. */
export interface HaltsTold {
  note(said: MarketNews): void;
  /** Without what was told before; nothing where that is all. */
  newIn(said: Halts): readonly Halts[];
  /** The latest word of each of the symbols, and that none is told here, in pieces of which each fits a message. */
  of(tickers: readonly Ticker[]): readonly MarketNews[];
}

/** More than the exchanges of the country list. */
const SYMBOLS_MAX = 20_000;

export function openHaltsTold(): HaltsTold {
  const latest = new Map<Ticker, TradingStatus>();
  /** Why none are told on this line. */
  let unheard: string | undefined;
  return {
    note(said) {
      // What was told before a line broke may be over since.
      if (said.kind === "connected" || said.kind === "disconnected") {
        latest.clear();
        unheard = undefined;
      }
      if (said.kind !== "halts") return;
      unheard = said.unheard ?? unheard;
      for (const status of said.statuses) {
        latest.delete(status.ticker);
        if (SYMBOLS_MAX <= latest.size) latest.delete(latest.keys().next().value as Ticker);
        latest.set(status.ticker, status);
      }
    },
    newIn(said) {
      const statuses = said.statuses.filter((status) => {
        const known = latest.get(status.ticker);
        return known === undefined || known.at !== status.at || known.state !== status.state;
      });
      const isKnown = said.unheard === undefined || said.unheard === unheard;
      return statuses.length === 0 && isKnown ? [] : [{ ...said, statuses }];
    },
    of(tickers) {
      const statuses = tickers.flatMap((ticker) => latest.get(ticker) ?? []);
      if (statuses.length === 0 && unheard === undefined) return [];
      return piecesOf({ kind: "halts", statuses, ...(unheard !== undefined && { unheard }) });
    },
  };
}
