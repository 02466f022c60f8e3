import { CALLS } from "@sevenfold/contract/calls";
import type { OrderView } from "@sevenfold/contract/orders";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useUser } from "../api/use-user.ts";
import { CancelAllButton } from "../orders/cancel-all-button.tsx";
import { HistoryCard } from "./history-card.tsx";
import { OrderTable } from "./order-table.tsx";
import { isNarrowing, useFilter } from "./use-filter.ts";
import { asPage, isCut, useHistory } from "./use-history.ts";

const keyOf = ({ clientKey }: OrderView) => clientKey;

const EMPTY = "What the worker and you order is listed here, filled or not.";
/** Its past was made by a backtest, which keeps what was filled and not what was ordered. */
const EMPTY_OF_DEMO =
  "This demo's past trades come from a backtest, which keeps fills and no orders. What the worker " +
  "and you order from now on is listed here, filled or not.";

/** Every order with its real state, the newest first, back to the first one. */
export function OrderHistory() {
  const { user } = useUser();
  const filter = useFilter();
  const { narrowing } = filter;
  const when = isNarrowing(narrowing);
  const whole = useEndpoint(CALLS.listOrders);
  const ofAll = { when: isCut(whole.data), isLasting: true };
  const first = useEndpoint(CALLS.readOrderPage, { limit: 1 }, ofAll);
  const part = useEndpoint(CALLS.readOrderPage, narrowing, { when });
  const readPage = (asked: object) => call(CALLS.readOrderPage, asked);
  const history = useHistory({ whole: asPage(whole, first.data), part, readPage, keyOf }, filter);
  return (
    <HistoryCard
      title="Orders"
      address={CALLS.listOrders.path}
      csv={CALLS.downloadOrders.path}
      history={history}
      filter={filter}
      timeOf={({ createdAt }) => createdAt}
      deed={<CancelAllButton />}
      empty={{
        title: user?.isDemo ? "No orders since you came" : "No orders yet",
        words: user?.isDemo ? EMPTY_OF_DEMO : EMPTY,
      }}
    >
      {(orders, after) => <OrderTable orders={orders} after={after} />}
    </HistoryCard>
  );
}
