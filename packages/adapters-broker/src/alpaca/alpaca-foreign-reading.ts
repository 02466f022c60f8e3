import type { Broker } from "@sevenfold/application/ports/broker";
import type { ForeignOrder } from "@sevenfold/application/ports/foreign";

import { fillRows } from "./alpaca-fills.ts";
import { foreignOrder, isForeignFill } from "./alpaca-foreign.ts";
import { foreignTradeFrom, isForDollars } from "./alpaca-foreign-trades.ts";
import { type Call, readAs, readable } from "./alpaca-reading.ts";
import { foreignHoldingsIn, foreignOrdersIn, orderRows, positionRows } from "./alpaca-rows.ts";
import { type FillActivityWire, OrderRowWire } from "./alpaca-wire.ts";

/**
 * What an account has beside whole shares held long. Fills come before orders, so that the list shows
 * the order of each fill, or it is older than the list: then it is asked for by its number.
 */
export function foreignReader(call: Call): Broker["foreign"] {
  const older = olderOrders(call);
  return async (since, tradedSince = since) => {
    const holdings = foreignHoldingsIn(await positionRows(call));
    const fills = await fillRows(call, tradedSince);
    const rows = await orderRows(call, since);
    const listed = new Set(rows.map(({ loose }) => loose.id));
    const paid = fills.filter((fill) => isForeignFill(fill) && isForDollars(fill));
    const trades = paid.map((fill) => readable(foreignTradeFrom(fill)));
    return {
      holdings,
      orders: [...(await older(fills, listed)), ...foreignOrdersIn(rows)],
      ...(0 < trades.length && { trades }),
    };
  };
}

const LEARNT_MAX = 10_000;

/**
 * The foreign ones among orders that no list shows and that have filled: whether shares were bought or
 * the cover of a short sale, a fill does not say. Each is asked for once, and again while it is open.
 */
function olderOrders(call: Call) {
  const learnt = new Map<string, ForeignOrder | undefined>();
  const read = async (id: string): Promise<ForeignOrder | undefined> => {
    if (learnt.has(id)) return learnt.get(id);
    const path = `/v2/orders/${encodeURIComponent(id)}`;
    const order = foreignOrder(readAs(OrderRowWire, await call({ method: "GET", path })));
    if (order?.isOpen) return order;
    learnt.set(id, order);
    const [oldest] = learnt.keys();
    if (LEARNT_MAX < learnt.size && oldest !== undefined) learnt.delete(oldest);
    return order;
  };
  return async (
    fills: readonly FillActivityWire[],
    listed: ReadonlySet<string>,
  ): Promise<readonly ForeignOrder[]> => {
    const told = fills.filter((fill) => !isForeignFill(fill)).map(({ order_id }) => order_id);
    const found: ForeignOrder[] = [];
    for (const id of new Set(told)) {
      const order = listed.has(id) ? undefined : await read(id);
      if (order) found.push(order);
    }
    return found;
  };
}
