import { zodResolver } from "@hookform/resolvers/zod";
import { OrderTicket } from "@sevenfold/contract/orders";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import type { z } from "zod";
import { call } from "../api/call.ts";
import {
  listPositions,
  listTrades,
  placeOrder,
  readAccount,
  readQuote,
  readWorkerStatus,
} from "../api/lines.ts";
import { wordsOf } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useTick } from "../live/price-store.ts";
import { tellPlaced } from "../orders/placed-orders.ts";
import { tellError } from "../ui/notices.ts";
import type { TicketRequest } from "../ui/overlays.ts";
import { estimatedCost, exceedsCash } from "./estimate.ts";

const QUOTE_EVERY_MS = 5_000;

interface TicketOptions {
  readonly request: TicketRequest;
  readonly idempotencyKey: string;
  readonly onPlaced: () => void;
}

/** The ticket's fields, its quote and its estimate, and what pressing its button does. */
export function useTicket({ request, idempotencyKey, onPlaced }: TicketOptions) {
  const form = useForm<z.input<typeof OrderTicket>, unknown, OrderTicket>({
    resolver: zodResolver(OrderTicket),
    defaultValues: { symbol: request.ticker, side: request.side, orderType: "market", quantity: 1 },
  });
  const [symbol, side, orderType, quantity, limitPrice] = form.watch([
    "symbol",
    "side",
    "orderType",
    "quantity",
    "limitPrice",
  ]);
  const quote = useEndpoint(
    readQuote,
    { symbol },
    { when: symbol !== "", everyMs: QUOTE_EVERY_MS },
  );
  const tick = useTick(symbol);
  const account = useEndpoint(readAccount, {}, { everyMs: 10_000 });
  const takesMarket = account.data?.venuePrices !== "none";
  const { setValue } = form;
  useEffect(() => {
    if (!takesMarket) setValue("orderType", "limit");
  }, [takesMarket, setValue]);
  const price = tick?.price ?? quote.data?.price;
  const cost = estimatedCost(
    { side, orderType, quantity, limitPrice: limitPrice ?? undefined },
    price,
  );
  const cash = account.data?.availableCash ?? undefined;
  const { data: positions } = useEndpoint(listPositions);
  const position = positions?.find(({ ticker }) => ticker === symbol);

  const place = async (ticket: OrderTicket): Promise<void> => {
    try {
      const { order, warnings } = await call(placeOrder, ticket, { idempotencyKey });
      tellPlaced(order, [sentenceOf(ticket), ...warnings].join(" "));
      for (const { path } of [listPositions, readAccount, listTrades, readWorkerStatus])
        void mutate(path);
      form.reset();
      onPlaced();
    } catch (thrown) {
      tellError("Order Failed", wordsOf(thrown, "Failed to place order"));
    }
  };

  return {
    form,
    draft: { symbol, side, orderType, quantity, limitPrice },
    quote,
    price,
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
    lacksFunds: exceedsCash(side, cost, cash),
    submit: form.handleSubmit(place),
  };
}

export type Ticket = ReturnType<typeof useTicket>;

const sentenceOf = ({ side, quantity, symbol }: OrderTicket) =>
  `${side === "buy" ? "Buy" : "Sell"} ${quantity} ${quantity === 1 ? "share" : "shares"} of ${symbol}.`;
