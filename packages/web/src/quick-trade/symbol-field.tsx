import { CALLS } from "@sevenfold/contract/calls";
import { QUICK_TRADE_TICKERS } from "@sevenfold/domain/stocks";
import { useId } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { INPUT } from "../ui/field.ts";
import { Labelled, problemProps } from "../ui/labelled.tsx";
import type { Ticket } from "./use-ticket.ts";

/** The seventeen, and what is held or watched. */
export function SymbolField({ ticket: { form, draft } }: { readonly ticket: Ticket }) {
  const id = useId();
  const { data: positions = [] } = useEndpoint(CALLS.listPositions);
  const { data: watched = [] } = useEndpoint(CALLS.readWatchlist);
  const problem = form.formState.errors.symbol?.message;
  const held = positions.filter(({ shares }) => 0 < shares).map(({ ticker }) => ticker);
  const quick: readonly string[] = QUICK_TRADE_TICKERS;
  const more = [...watched.map(({ ticker }) => ticker), draft.symbol].filter(
    (ticker) => ticker !== "" && !quick.includes(ticker) && !held.includes(ticker),
  );
  return (
    <Labelled id={id} label="Symbol" problem={problem}>
      <select
        id={id}
        className={`${INPUT} w-full font-medium`}
        {...problemProps(id, problem)}
        {...form.register("symbol")}
        // Controlled: its option moves to another group when the holdings arrive.
        value={draft.symbol}
        data-first
      >
        <option value="">Select a symbol</option>
        <Group label="Held" tickers={held} />
        <Group label="Quick list" tickers={quick.filter((ticker) => !held.includes(ticker))} />
        <Group label="Watched" tickers={more} />
      </select>
    </Labelled>
  );
}

const Group = ({
  label,
  tickers,
}: {
  readonly label: string;
  readonly tickers: readonly string[];
}) =>
  tickers.length === 0 ? null : (
    <optgroup label={label}>
      {[...new Set(tickers)].sort().map((ticker) => (
        <option key={ticker} value={ticker}>
          {ticker}
        </option>
      ))}
    </optgroup>
  );
