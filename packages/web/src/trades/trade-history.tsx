import { CALLS } from "@sevenfold/contract/calls";
import type { TradeView } from "@sevenfold/contract/orders";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { TradeTable } from "../ui/trade-table.tsx";
import { HistoryCard, PART_SIZE } from "./history-card.tsx";
import { isNarrowing, useFilter } from "./use-filter.ts";
import { asPage, isCut, useHistory } from "./use-history.ts";

const keyOf = ({ id }: TradeView) => id;

/** Every fill, the newest first, back to the first one. */
export function TradeHistory() {
  const filter = useFilter();
  const { narrowing } = filter;
  const when = isNarrowing(narrowing);
  const whole = useEndpoint(CALLS.listTrades);
  const ofAll = { when: isCut(whole.data), isLasting: true };
  const first = useEndpoint(CALLS.readTradePage, { limit: 1 }, ofAll);
  const part = useEndpoint(CALLS.readTradePage, narrowing, { when });
  const readPage = (asked: object) => call(CALLS.readTradePage, asked);
  const history = useHistory({ whole: asPage(whole, first.data), part, readPage, keyOf }, filter);
  return (
    <HistoryCard
      title="Trades"
      address={CALLS.listTrades.path}
      csv={CALLS.downloadTrades.path}
      history={history}
      filter={filter}
      timeOf={({ ts }) => ts}
      empty={{
        title: "No trades yet",
        words: "Fills of the worker and of your own orders are listed here.",
      }}
    >
      {(trades, after) => (
        <TradeTable trades={trades} lastColumn="fees" partSize={PART_SIZE} after={after} />
      )}
    </HistoryCard>
  );
}
