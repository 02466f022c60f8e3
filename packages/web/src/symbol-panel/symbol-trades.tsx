import { EmptyState } from "../ui/empty-state.tsx";
import { sharesText } from "../ui/figures.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { TradeTable } from "../ui/trade-table.tsx";
import { useSymbolTrades } from "./use-symbol-trades.ts";

/** The account's own fills of the symbol. */
export function SymbolTrades({ ticker }: { readonly ticker: string }) {
  const { trades, hasOlder, address, error, again } = useSymbolTrades(ticker);
  if (trades === undefined && error === undefined) return null;
  return (
    <section aria-label={`Trades of ${ticker}`} className="pb-4">
      <h3 className="px-5 py-3 text-sm">Trades</h3>
      {error && trades && <StaleNotice address={address} onRetry={again} />}
      {trades === undefined ? (
        <ProblemNotice title="Failed to load data" problem={error!} onRetry={again} />
      ) : trades.length === 0 ? (
        <EmptyState title={`No trades of ${ticker} yet`} />
      ) : (
        <TradeTable trades={trades} lastColumn="fees" />
      )}
      {hasOlder && (
        <p className="px-5 pt-3 text-13 text-muted">
          The newest {sharesText(trades?.length)}. Trading History has those before.
        </p>
      )}
    </section>
  );
}
