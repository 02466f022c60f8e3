import { listTrades } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { TradeTable } from "../ui/trade-table.tsx";
import { HistoryCard, PART_SIZE } from "./history-card.tsx";
import { useFilter } from "./use-filter.ts";

/** Every fill, the newest hundred first. */
export function TradeHistory() {
  const trades = useEndpoint(listTrades, undefined, { everyMs: 10_000 });
  const filter = useFilter(trades.data);
  return (
    <HistoryCard
      title="Trades"
      address={listTrades.path}
      csv="/api/trades.csv"
      read={trades}
      filter={filter}
      empty={{
        title: "No trades yet",
        words: "Fills of the worker and of your own orders are listed here.",
      }}
    >
      <TradeTable trades={filter.rows} lastColumn="fees" partSize={PART_SIZE} />
    </HistoryCard>
  );
}
