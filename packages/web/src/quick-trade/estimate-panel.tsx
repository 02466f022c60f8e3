import { priceOf } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { useStanding } from "../live/standing.ts";
import { Money, OrderMoney, Percent, Shares } from "../ui/amounts.tsx";
import { asOfText } from "../ui/eastern-time.ts";
import { priceText } from "../ui/figures.ts";
import { farLimitText } from "./far-limit.ts";
import type { Ticket } from "./use-ticket.ts";
import { wideQuoteText } from "./wide-quote.ts";

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
      <EstimateBasis ticket={ticket} />
      <WideQuote ticket={ticket} />
      <FarLimit ticket={ticket} />
      {lacksFunds && (
        <dd role="alert" className="col-span-2 mt-1 font-medium text-loss">
          Insufficient funds
        </dd>
      )}
    </dl>
  );
}

function WideQuote({ ticket: { draft, isTooOld, quote } }: { readonly ticket: Ticket }) {
  const words = quote.data && !isTooOld && wideQuoteText(quote.data, draft);
  return words ? <dd className="col-span-2 mt-1 text-amber">{words}</dd> : null;
}

function FarLimit({ ticket: { draft, limit, price } }: { readonly ticket: Ticket }) {
  const words = farLimitText({ ...draft, limitPrice: limit }, price);
  return words === undefined ? null : (
    <dd role="alert" className="col-span-2 mt-1 font-medium text-amber">
      {words}
    </dd>
  );
}

/** Which price the estimate is made of, or why there is none. */
function EstimateBasis({ ticket }: { readonly ticket: Ticket }) {
  const { draft, isAsked, isTooOld, price } = ticket;
  const { symbol, side } = draft;
  const standing = useStanding(symbol);
  const known = priceOf(symbol);
  if (draft.orderType !== "market" || known === undefined) return null;
  const at = asOfText(known.at, serverNow());
  const button = `${side === "buy" ? "Buy" : "Sell"} ${symbol}`;
  if (isTooOld)
    return (
      <dd role={isAsked ? "alert" : undefined} className="col-span-2 mt-1 text-amber">
        The last price is as of {at} ET: too old to estimate by.
        {isAsked &&
          ` There is no newer one. Press ${button} again to send it at market all the same.`}
      </dd>
    );
  return (
    <dd role={isAsked ? "alert" : undefined} className="col-span-2 mt-1 text-muted">
      By {priceText(price)}, {standing === "live" ? "the live price" : `the price as of ${at} ET`}.
      {isAsked && ` It is newer than the one before: look again, then press ${button}.`}
    </dd>
  );
}
