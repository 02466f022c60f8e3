import { isPrice, NO_MONEY, notionalOf, type Price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { Execution } from "../../ports/broker.ts";

/**
 * What an execution told as the sum of its order's fills adds to what is booked of that order:
 * undefined when it adds nothing. The price of the rest is what the sum leaves for it, to the nearest
 * ten-thousandth.
 *
 * An account may be taken over with half an order filled; our record is then of the other half only,
 * and the price of the first is part of nothing we know: the average of all stands for the rest's. An
 * order of our own was never half of one, whatever size the venue tells.
 */
export function newInSum(execution: Execution, order: Order | undefined): Execution | undefined {
  const { asSum, ...whole } = execution;
  if (!asSum || !order) return whole;
  const ofOthers = order.origin === "external" ? asSum.ordered - order.quantity : 0;
  // One that a split has made smaller there is on record with its shares of before.
  const filledBefore = Math.max(0, ofOthers);
  const booked = filledBefore + order.filled;
  if (whole.quantity <= booked) return undefined;
  const quantity = shares(whole.quantity - booked);
  const left = notionalOf(whole.price, whole.quantity) - order.filledNotional;
  const price = Math.round(left / quantity);
  const isTold = filledBefore === 0 && isPrice(price);
  return {
    ...whole,
    // Also where the venue says so beside the sum.
    ordered: asSum.ordered,
    quantity,
    price: isTold ? (price as Price) : whole.price,
    // A fee belongs to the sum too, and is booked with its first part.
    fee: booked === 0 ? whole.fee : NO_MONEY,
  };
}
