import { CALLS } from "@sevenfold/contract/calls";
import type { TradeView } from "@sevenfold/contract/orders";
import { useMemo } from "react";
import { addressOf } from "../api/address-of.ts";
import { useEndpoint } from "../api/use-endpoint.ts";

/**
 * The account's fills of a symbol, newest first. The newest of all symbols are told as they come; of
 * one that was not traded lately they say nothing, so its own are asked for besides.
 */
export function useSymbolTrades(ticker: string) {
  const { data: newest } = useEndpoint(CALLS.listTrades);
  const ofSymbol = { ticker };
  const { data: own, error, mutate } = useEndpoint(CALLS.readTradePage, ofSymbol);
  const trades = useMemo(
    () => own && merged(newest ?? [], own.rows, ticker),
    [newest, own, ticker],
  );
  const address = addressOf(CALLS.readTradePage, ofSymbol);
  return { trades, hasOlder: own?.older != null, address, error, again: () => void mutate() };
}

function merged(
  newest: readonly TradeView[],
  own: readonly TradeView[],
  ticker: string,
): readonly TradeView[] {
  const known = new Set(own.map(({ id }) => id));
  const told = newest.filter((trade) => trade.ticker === ticker && !known.has(trade.id));
  return [...told, ...own].toSorted((left, right) => right.ts.localeCompare(left.ts));
}
