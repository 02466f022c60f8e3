import type { InvoiceView } from "@sevenfold/contract/billing";
import { CALLS } from "@sevenfold/contract/calls";
import { ExternalLink } from "lucide-react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { moneyText } from "../ui/figures.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { TABLE_HEAD } from "../ui/table.ts";

/** What was billed, the newest first. */
export function InvoicesCard() {
  const { data: invoices, error, mutate } = useEndpoint(CALLS.listInvoices);
  return (
    <Card title="Invoices" isPadded={false} className="lg:col-span-2">
      {invoices === undefined ? (
        error ? (
          <ProblemNotice
            title="Your invoices could not be loaded"
            problem={error}
            hint="Your plan is not affected."
            onRetry={() => void mutate()}
          />
        ) : (
          <SkeletonRows rows={2} what="your invoices" />
        )
      ) : invoices.length === 0 ? (
        <EmptyState title="No invoices yet">The first one comes with your first plan.</EmptyState>
      ) : (
        <InvoiceTable invoices={invoices} />
      )}
    </Card>
  );
}

const InvoiceTable = ({ invoices }: { readonly invoices: readonly InvoiceView[] }) => (
  <div className="overflow-x-auto border-t border-line print:overflow-visible">
    <table className="w-full" aria-label="Invoices">
      <thead className={TABLE_HEAD}>
        <tr>
          <th scope="col" className="text-left">
            Invoice
          </th>
          <th scope="col">Total</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  </div>
);

const STATES: Readonly<Record<InvoiceView["state"], readonly [Tone, string]>> = {
  paid: ["gain", "Paid"],
  open: ["amber", "Due"],
  void: ["plain", "Void"],
  uncollectible: ["loss", "Unpaid"],
  draft: ["plain", "Draft"],
};

function InvoiceRow({ invoice }: { readonly invoice: InvoiceView }) {
  const { at, number, state, total, url } = invoice;
  const [tone, words] = STATES[state];
  return (
    <tr className="border-t border-line [&>*]:px-2.5 [&>*]:py-2 [&>*:first-child]:pl-4 [&>*:last-child]:pr-4">
      <th scope="row" className="figure text-left font-normal whitespace-nowrap">
        {dayText(at)}
        <span className="block text-13 text-muted">
          {url === null ? number : <InvoiceLink url={url} number={number} />}
        </span>
      </th>
      <td className="figure text-right">{moneyText(total)}</td>
      <td className="text-right">
        <Badge tone={tone}>{words}</Badge>
      </td>
    </tr>
  );
}

const InvoiceLink = ({ url, number }: { readonly url: string; readonly number: string }) => (
  <a
    href={url}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1 text-accent underline-offset-2 hover:underline"
  >
    {number}
    <ExternalLink aria-hidden="true" className="size-3" />
    <span className="sr-only">, opens in a new tab</span>
  </a>
);
