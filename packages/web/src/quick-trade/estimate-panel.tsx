import { Money, OrderMoney, Percent, Shares } from "../ui/amounts.tsx";
import type { Ticket } from "./use-ticket.ts";

/** What it costs or brings, and what is left. */
export function EstimatePanel({ ticket }: { readonly ticket: Ticket }) {
  const { cost, cash, equity, draft, held, lacksFunds } = ticket;
  const isBuy = draft.side === "buy";
  const after =
    cost === undefined || cash === undefined ? undefined : isBuy ? cash - cost : cash + cost;
  const part = cost === undefined || !equity ? undefined : (cost / equity) * 100;
  return (
    <dl className="grid grid-cols-2 gap-y-1 rounded-control border border-line bg-raised px-3.5 py-2.5 text-13">
      <dt className="text-muted">{isBuy ? "Estimated cost" : "Estimated proceeds"}</dt>
      <dd className="text-right text-sm font-semibold">
        <OrderMoney of={cost} />
      </dd>
      {!isBuy && (
        <>
          <dt className="text-muted">Shares held</dt>
          <dd className="text-right">
            <Shares of={held} />
          </dd>
        </>
      )}
      <dt className="text-muted">Available cash</dt>
      <dd className="text-right">
        <Money of={cash} />
      </dd>
      <dt className="text-muted">Cash after</dt>
      <dd className="text-right">
        <Money of={after} />
      </dd>
      <dt className="text-muted">Part of the portfolio</dt>
      <dd className="text-right">
        <Percent of={part} />
      </dd>
      {lacksFunds && (
        <dd role="alert" className="col-span-2 mt-1 font-medium text-loss">
          Insufficient funds
        </dd>
      )}
    </dl>
  );
}
