import { zodResolver } from "@hookform/resolvers/zod";
import { CALLS } from "@sevenfold/contract/calls";
import { OrderTicket } from "@sevenfold/contract/orders";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { mutate } from "swr";
import type { z } from "zod";
import { call } from "../api/call.ts";

import { useEndpoint } from "../api/use-endpoint.ts";
import { usePrice } from "../live/price-store.ts";
import { useStanding } from "../live/standing.ts";
import { tellPlaced } from "../orders/placed-orders.ts";
import { priceText, sharesText } from "../ui/figures.ts";
import { type TicketRequest, useOverlays } from "../ui/overlays.ts";
import { estimatedCost, exceedsCash } from "./estimate.ts";
import { tellFailure } from "./refusal-words.ts";

const FRESH = { orderType: "market", quantity: 1 } as const;

/** The ticket as it is typed: only programs may send its quantity as text. */
type Draft = z.input<typeof OrderTicket> & Pick<OrderTicket, "quantity">;

interface TicketOptions {
  readonly request: TicketRequest;
  readonly idempotencyKey: string;
  readonly onPlaced: () => void;
}

/** The ticket's fields, its quote and its estimate, and what pressing its button does. */
export function useTicket({ request, idempotencyKey, onPlaced }: TicketOptions) {
  const form = useForm<Draft, unknown, OrderTicket>({
    resolver: zodResolver(OrderTicket) as Resolver<Draft, unknown, OrderTicket>,
    mode: "onChange",
    defaultValues: { symbol: request.ticker, side: request.side, ...FRESH },
  });
  const [symbol, side, orderType, quantity, limitPrice] = form.watch([
    "symbol",
    "side",
    "orderType",
    "quantity",
    "limitPrice",
  ]);
  const quote = useEndpoint(CALLS.readQuote, { symbol }, { when: symbol !== "" });
  // The quote is one of the prices known here; whichever is the newest is traded on.
  const known = usePrice(symbol);
  const isTooOld = useStanding(symbol) === "old";
  const [askedOf, setAskedOf] = useState<string>();
  const account = useEndpoint(CALLS.readAccount);
  const venuePrices = account.data?.venuePrices ?? "own";
  // What is held may be sold by who has seen that its price is late.
  const takesMarket = venuePrices === "own" || (venuePrices === "shown" && side === "sell");
  const { resetField, setValue } = form;
  useEffect(() => {
    if (!takesMarket) setValue("orderType", "limit");
  }, [takesMarket, setValue]);
  useEffect(() => {
    // An order at market has no limit, and nothing wrong with it either.
    if (orderType === "market") resetField("limitPrice");
  }, [orderType, resetField]);
  const { chooseTicker } = useOverlays();
  useEffect(() => {
    if (symbol !== request.ticker || side !== request.side) chooseTicker(symbol, side);
  }, [symbol, side, request, chooseTicker]);
  const price = isTooOld ? undefined : known?.price;
  const { errors } = form.formState;
  // Nothing is reckoned with a limit that no order could have.
  const limit = errors.limitPrice === undefined ? (limitPrice ?? undefined) : undefined;
  const cost = estimatedCost({ side, orderType, quantity, limitPrice: limit }, price);
  const cash = account.data?.availableCash ?? undefined;
  const { data: positions } = useEndpoint(CALLS.listPositions);
  const position = positions?.find(({ ticker }) => ticker === symbol);

  const place = async (ticket: OrderTicket): Promise<void> => {
    if (isTooOld && ticket.orderType === "market" && askedOf !== ticket.symbol) {
      // Nobody has seen what it may cost: the price is asked for anew, and the order a second time.
      setAskedOf(ticket.symbol);
      await quote.mutate().catch(() => undefined);
      return;
    }
    try {
      const { order, warnings } = await call(CALLS.placeOrder, ticket, { idempotencyKey });
      tellPlaced(order, [sentenceOf(ticket), ...warnings].join(" "));
      for (const { path } of [
        CALLS.listPositions,
        CALLS.readAccount,
        CALLS.listTrades,
        CALLS.readWorkerStatus,
      ])
        void mutate(path);
      form.reset({ symbol: ticket.symbol, side: ticket.side, ...FRESH });
      onPlaced();
    } catch (thrown) {
      tellFailure(thrown, sentenceOf(ticket));
    }
  };

  return {
    form,
    draft: { symbol, side, orderType, quantity, limitPrice },
    /** The limit, where it is one an order could have. */
    limit,
    quote,
    /** The newest price there is, however old. */
    lastPrice: known?.price,
    /** What the order is estimated by; undefined where no price is new enough. */
    price,
    isTooOld,
    /** The order was asked for at a price too old, and waits for a second word. */
    isAsked: askedOf !== undefined && askedOf === symbol && orderType === "market",
    cost,
    cash,
    /** Shares of the symbol; undefined while that is not known. */
    held: positions && (position?.shares ?? 0),
    /** The market has no such symbol: there is nothing to order. */
    isUnlisted: takesMarket && quote.error?.code === "unknown-symbol",
    /** False where the account's venue has no prices here: it takes limit orders only. */
    takesMarket,
    equity: account.data?.equity,
    state: account.data?.state,
    mode: account.data?.mode,
    /** The account the order goes to, as its owner calls it; a demo has one only. */
    accountLabel: account.data?.mode === "demo" ? undefined : account.data?.label,
    /** Something that was typed cannot be ordered; its field says what. */
    isWrong: 0 < Object.keys(errors).length,
    lacksFunds: exceedsCash(side, cost, cash),
    submit: form.handleSubmit(place),
  };
}

export type Ticket = ReturnType<typeof useTicket>;

function sentenceOf({ side, quantity, symbol, orderType, limitPrice }: OrderTicket): string {
  const deed = side === "buy" ? "Buy" : "Sell";
  const shares = `${sharesText(quantity)} ${quantity === 1 ? "share" : "shares"}`;
  const at = orderType === "limit" ? ` at a limit of ${priceText(limitPrice)}` : "";
  return `${deed} ${shares} of ${symbol}${at}.`;
}
