import type { Ticker } from "@sevenfold/domain/market";
import { price, shares } from "@sevenfold/domain/money";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import type { OrderReport } from "../../ports/broker.ts";
import type { MarketSplit } from "./planned-market.ts";

const TICK = 100;

export const workingOf = (
  { orders }: Pick<SimulatedVenue, "orders">,
  ticker: Ticker,
): readonly OrderReport[] =>
  orders.filter((order) => order.ticker === ticker && order.state === "working");

/**
 * A venue makes an order that rests until canceled one of the new shares, under its number. False where that
 * cannot be: it has traded in part, or is for less than a share then.
 */
export function carry(
  venue: Pick<SimulatedVenue, "change">,
  { brokerOrderId, filled, quantity, stop, timeInForce }: OrderReport,
  { from, to }: Pick<MarketSplit, "from" | "to">,
): boolean {
  const after = Math.floor((quantity * to) / from);
  if (timeInForce === undefined || stop === undefined || 0 < filled || after === 0) return false;
  const scaled = Math.max(TICK, Math.floor((stop * from) / to / TICK) * TICK);
  venue.change(brokerOrderId, { quantity: shares(after), stop: price(scaled) });
  return true;
}
