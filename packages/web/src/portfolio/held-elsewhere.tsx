import { CALLS } from "@sevenfold/contract/calls";
import type { ForeignView } from "@sevenfold/contract/foreign";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Money, Shares } from "../ui/amounts.tsx";
import { useValuesHidden } from "../ui/appearance.ts";
import { Card } from "../ui/card.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";

/** What the account has at its broker that nobody trades here; nothing where there is none. */
export function HeldElsewhere({ className = "" }: { readonly className?: string }) {
  const { data, error, mutate } = useEndpoint(CALLS.readForeign);
  const retry = () => void mutate();
  if (data === undefined)
    return error ? (
      <ProblemNotice title="What else you hold is not known" problem={error} onRetry={retry} />
    ) : null;
  if (data.holdingsCount + data.ordersCount === 0) return null;
  return (
    <Card title="Held elsewhere / not traded by Sevenfold" isPadded={false} className={className}>
      {error && <StaleNotice address={CALLS.readForeign.path} onRetry={retry} />}
      <p className="m-0 px-4 pb-3 text-13 text-muted">
        Your broker shows these beside what Sevenfold trades. They count in the account's value and
        are never bought or sold here.{" "}
        {data.value === null && "What some are worth is not known: nothing is bought until it is."}
      </p>
      {0 < data.holdings.length && (
        <DataTable
          label="Held elsewhere"
          rows={data.holdings}
          keyOf={({ kind, symbol }) => `${kind} ${symbol}`}
          columns={HOLDINGS}
        />
      )}
      {0 < data.orders.length && (
        <DataTable
          label="Orders placed elsewhere"
          rows={data.orders}
          keyOf={({ id }) => id}
          columns={ORDERS}
        />
      )}
      <More view={data} />
    </Card>
  );
}

type Row = Pick<ForeignView["holdings"][number], "because" | "label" | "quantity" | "symbol">;

const WHAT: readonly TableColumn<Row>[] = [
  { heading: "Symbol", isText: true, cell: ({ symbol }) => symbol || "–" },
  { heading: "What", isText: true, cell: ({ label }) => label },
  { heading: "Quantity", cell: ({ quantity }) => <Quantity>{quantity}</Quantity> },
];

const WHY: TableColumn<Row> = {
  heading: "Why not traded",
  isText: true,
  cell: ({ because }) => because,
};

const HOLDINGS: readonly TableColumn<ForeignView["holdings"][number]>[] = [
  ...WHAT,
  { heading: "Value", cell: ({ value }) => <Money of={value} /> },
  WHY,
];

const ORDERS: readonly TableColumn<ForeignView["orders"][number]>[] = [
  ...WHAT,
  { heading: "Side", isText: true, cell: ({ side }) => SIDES[side ?? "none"] },
  WHY,
];

const SIDES = { buy: "Buy", sell: "Sell", none: "–" } as const;

/** As the broker writes it, covered with the other amounts. */
function Quantity({ children }: { readonly children: string }) {
  return useValuesHidden() ? <Shares of={0} /> : children;
}

function More({ view }: { readonly view: ForeignView }) {
  const left = view.holdingsCount + view.ordersCount - view.holdings.length - view.orders.length;
  return left === 0 ? null : (
    <p className="m-0 px-4 py-3 text-13 text-muted">{left} more at your broker.</p>
  );
}
