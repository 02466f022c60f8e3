import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { TradeTable } from "../ui/trade-table.tsx";

/** The account's own fills of the symbol. */
export function SymbolTrades({ ticker }: { readonly ticker: string }) {
  const { data: trades } = useEndpoint(CALLS.listTrades);
  const own = trades?.filter((trade) => trade.ticker === ticker);
  if (own === undefined) return null;
  return (
    <section aria-label={`Trades of ${ticker}`} className="pb-4">
      <h3 className="px-5 py-3 text-sm">Trades</h3>
      {own.length === 0 ? (
        <EmptyState title={`No trades of ${ticker} yet`} />
      ) : (
        <TradeTable trades={own} lastColumn="fees" />
      )}
    </section>
  );
}
