import { listOrders } from "../api/lines.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { CancelAllButton } from "../orders/cancel-all-button.tsx";
import { HistoryCard } from "./history-card.tsx";
import { OrderTable } from "./order-table.tsx";
import { useFilter } from "./use-filter.ts";

/** Every order with its real state, the newest hundred first. */
export function OrderHistory() {
  const orders = useEndpoint(listOrders, undefined, { everyMs: 5_000 });
  const filter = useFilter(orders.data);
  return (
    <HistoryCard
      title="Orders"
      address={listOrders.path}
      csv="/api/orders.csv"
      read={orders}
      filter={filter}
      empty={{
        title: "No orders yet",
        words: "What the worker and you order is listed here, filled or not.",
      }}
    >
      <div className="flex justify-end px-4 py-2">
        <CancelAllButton />
      </div>
      <OrderTable orders={filter.rows} />
    </HistoryCard>
  );
}
