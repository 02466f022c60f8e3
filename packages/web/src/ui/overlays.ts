import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

export interface TicketRequest {
  /** Empty: chosen in the ticket. */
  readonly ticker: string;
  readonly side: "buy" | "sell";
}

/**
 * What is open above the page, kept in its address: `?trade=AAPL&side=sell` a ticket, `?symbol=AAPL`
 * a symbol's panel. So any page may open them without knowing them, and Back closes them.
 */
export function useOverlays() {
  const [query, setQuery] = useSearchParams();
  const trade = query.get("trade");
  const ticket: TicketRequest | undefined =
    trade === null
      ? undefined
      : { ticker: trade, side: query.get("side") === "sell" ? "sell" : "buy" };

  const put = useCallback(
    (entries: Readonly<Record<string, string | undefined>>) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, text] of Object.entries(entries)) {
            if (text === undefined) after.delete(name);
            else after.set(name, text);
          }
          return after;
        },
        { preventScrollReset: true },
      ),
    [setQuery],
  );

  return {
    ticket,
    symbol: query.get("symbol") ?? undefined,
    openTicket: useCallback(
      ({ ticker, side }: TicketRequest) => put({ trade: ticker, side, symbol: undefined }),
      [put],
    ),
    closeTicket: useCallback(() => put({ trade: undefined, side: undefined }), [put]),
    openSymbol: useCallback((ticker: string) => put({ symbol: ticker }), [put]),
    closeSymbol: useCallback(() => put({ symbol: undefined }), [put]),
  };
}
