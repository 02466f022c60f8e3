import type { OrderTicket } from "@sevenfold/contract/orders";

/** Lowest and highest price that is recommended, as parts of the quote. */
interface Band {
  readonly low: number;
  readonly high: number;
}

// prettier-ignore
const BANDS: Readonly<
  Record<OrderTicket["side"], Readonly<Record<"conservative" | "aggressive", Band>>>
> = {
  buy: { conservative: { low: 0.98, high: 1.01 }, aggressive: { low: 0.95, high: 1.03 } },
  sell: { conservative: { low: 0.99, high: 1.02 }, aggressive: { low: 0.97, high: 1.05 } },
};

const cents = (dollars: number) => Math.round(dollars * 100) / 100;

const around = (quote: number, { low, high }: Band): Band => ({
  low: cents(quote * low),
  high: cents(quote * high),
});

/** The recommended limit ranges at a quote, in dollars. */
export const rangesAt = (quote: number, side: OrderTicket["side"]) => ({
  conservative: around(quote, BANDS[side].conservative),
  aggressive: around(quote, BANDS[side].aggressive),
});

/** The limit "Use Suggested" fills in: the conservative range's upper bound to buy, lower to sell. */
export const suggestedLimit = (quote: number, side: OrderTicket["side"]): number =>
  side === "buy" ? rangesAt(quote, side).conservative.high : rangesAt(quote, side).conservative.low;

export interface Draft {
  readonly side: OrderTicket["side"];
  readonly orderType: OrderTicket["orderType"];
  readonly quantity: number;
  readonly limitPrice: number | undefined;
}

/**
 * Quote × quantity at market, limit × quantity at a limit; undefined while a part is unknown, or is
 * nothing an order could have.
 */
export function estimatedCost(draft: Draft, quote: number | undefined): number | undefined {
  const each = draft.orderType === "market" ? quote : draft.limitPrice;
  if (each === undefined || !Number.isFinite(each) || !(0 < each)) return undefined;
  return isOrderable(draft.quantity) ? cents(each * draft.quantity) : undefined;
}

/** The most shares of one order. */
export const QUANTITY_MAX = 10_000;

const isOrderable = (quantity: number): boolean =>
  Number.isInteger(quantity) && 1 <= quantity && quantity <= QUANTITY_MAX;

/** The most shares that can be bought with the cash that is free; 0 where a part is unknown. */
export function affordable(cash: number | undefined, each: number | undefined): number {
  if (each === undefined || cash === undefined || !(0 < each)) return 0;
  return Math.max(0, Math.min(QUANTITY_MAX, Math.floor(cash / each)));
}

/** Only a buy is checked; an unknown cost or cash blocks nothing, the server decides. */
export const exceedsCash = (
  side: OrderTicket["side"],
  cost: number | undefined,
  cash: number | undefined,
): boolean => side === "buy" && cost !== undefined && cash !== undefined && cash < cost;
