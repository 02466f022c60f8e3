import { Tabs } from "radix-ui";
import { useSearchParams } from "react-router-dom";
import { PageHeader } from "../ui/page-header.tsx";
import { ActivityHistory } from "./activity-history.tsx";
import { Journal } from "./journal.tsx";
import { OrderHistory } from "./order-history.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { TradeHistory } from "./trade-history.tsx";

const VIEWS = [
  { value: "trades", words: "Trades", View: TradeHistory },
  { value: "orders", words: "Orders", View: OrderHistory },
  { value: "activities", words: "Activities", View: ActivityHistory },
  { value: "journal", words: "Decision journal", View: Journal },
] as const;

/** What was filled, what was ordered, and why the agent did or did not trade. */
export function TradesPage() {
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find(({ value }) => value === query.get("view"))?.value ?? "trades";
  const show = (value: string) =>
    setQuery(value === "trades" ? {} : { view: value }, { replace: true });
  return (
    <Tabs.Root value={view} onValueChange={show}>
      <PageHeader title="Trading History">
        <RefreshButton />
      </PageHeader>
      <Tabs.List aria-label="Trading history" className="mb-3 flex gap-1 border-b border-line">
        {VIEWS.map(({ value, words }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="-mb-px h-10 border-b-2 border-transparent px-1.5 text-sm font-medium text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink sm:px-3"
          >
            {words}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {VIEWS.map(({ value, View }) => (
        <Tabs.Content key={value} value={value}>
          <View />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
