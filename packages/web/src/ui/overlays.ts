import { useCallback, useEffect, useRef } from "react";
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from "react-router-dom";

export interface TicketRequest {
  /** Empty: chosen in the ticket. */
  readonly ticker: string;
  readonly side: "buy" | "sell";
}

/** Names and texts of the query; undefined: out of it. */
type Entries = Readonly<Record<string, string | undefined>>;

/**
 * What is open above the page, kept in its address: `?trade=AAPL&side=sell` a ticket, `?symbol=AAPL`
 * a symbol's panel. So any page may open them without knowing them, and Back closes them.
 */
export function useOverlays() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const trade = query.get("trade");
  const ticket: TicketRequest | undefined =
    trade === null
      ? undefined
      : { ticker: tickerOf(trade), side: query.get("side") === "sell" ? "sell" : "buy" };

  const put = useCallback(
    (entries: Entries, how: NavigateOptions) =>
      setQuery((before) => queryWith(before, entries), { preventScrollReset: true, ...how }),
    [setQuery],
  );
  const open = useCallback((entries: Entries) => put(entries, { state: OPENED }), [put]);
  const isTicketOpen = trade !== null;
  const close = useClosing(put);
  const typed = query.get("symbol");
  const symbol = typed === null ? undefined : tickerOf(typed);

  return {
    ticket,
    symbol,
    openTicket: useCallback(
      ({ ticker, side }: TicketRequest) => {
        const entries = { trade: ticker, side, symbol: undefined };
        // One ticket: another one takes its place, begun anew, and closing it leads to the page.
        if (isTicketOpen) put(entries, { replace: true, state: nextTicket(state) });
        else open(entries);
      },
      [open, put, isTicketOpen, state],
    ),
    /** Tells a ticket from the one whose place it has taken. */
    ticketTurn: turnOf(state),
    /** What an open ticket is about by now, so that a reload opens the same one. */
    chooseTicker: useCallback(
      (ticker: string, side: TicketRequest["side"]) =>
        put({ trade: ticker, side }, { replace: true, state }),
      [put, state],
    ),
    closeTicket: useCallback(() => close({ trade: undefined, side: undefined }), [close]),
    openSymbol: useCallback(
      (ticker: string) =>
        // One panel: another symbol takes its place, and closing it leads to the page.
        symbol === undefined
          ? open({ symbol: ticker })
          : put({ symbol: ticker }, { replace: true, state }),
      [open, put, symbol, state],
    ),
    closeSymbol: useCallback(() => close({ symbol: undefined }), [close]),
  };
}

/** An address may be typed by hand. */
const tickerOf = (text: string): string => text.trim().toUpperCase();

type Put = (entries: Entries, how: NavigateOptions) => void;

/** On the history's entries that were opened from the page below. */
const OPENED = { isOpened: true };
const wasOpened = (state: unknown): boolean =>
  (state as { isOpened?: boolean } | null)?.isOpened === true;

const turnOf = (state: unknown): number =>
  (state as { readonly ticketTurn?: number } | null)?.ticketTurn ?? 0;
const nextTicket = (state: unknown) => ({
  ...(state as object | null),
  ticketTurn: turnOf(state) + 1,
});

/**
 * Closing goes the way Back goes, so that a later Back does not open what was closed: a ticket that
 * came back after its order would be a second order. An address that was typed has no way back.
 */
function useClosing(put: Put) {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const left = useRef<string>(undefined);
  const isOpen = useIsThere();
  return useCallback(
    (entries: Entries) => {
      // Back has closed it before its order was answered.
      if (!isOpen.current) return;
      if (!wasOpened(state)) return put(entries, { replace: true });
      // The way back takes a moment: a second Escape must not leave the page.
      if (left.current === key) return;
      left.current = key;
      void navigate(-1);
    },
    [key, state, navigate, put, isOpen],
  );
}

/** Whether what asked is still on the page. */
function useIsThere() {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

function queryWith(before: URLSearchParams, entries: Entries): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, text] of Object.entries(entries)) {
    if (text === undefined) after.delete(name);
    else after.set(name, text);
  }
  return after;
}
