import type { OrderRowWire, Row } from "./etrade-wire.ts";

/**
 * Orders that were placed together at E*TRADE's own site, one of which cancels or triggers the others, or
 * that wait for a condition: one number for all, and each in a part of its own.
 */
const GROUPS: ReadonlySet<string> = new Set([
  "ONE_CANCELS_ALL",
  "ONE_TRIGGERS_ALL",
  "ONE_TRIGGERS_OCO",
  "CONTINGENT",
  "BRACKETED",
]);

/** Between the number they have in common and that of one of them; E*TRADE's own numbers are digits. */
const BETWEEN = "-";

/** Each order of a group as a row of its own; every other row as it came. What each is of, its product says. */
export function ordersInRow({ loose, raw }: Row<OrderRowWire>): readonly Row<OrderRowWire>[] {
  if (!GROUPS.has(loose.orderType)) return [{ loose, raw }];
  const parts = detailsOf(raw);
  const numbers = new Set(loose.OrderDetail.map(({ orderNumber }) => orderNumber || undefined));
  // Numbers that are left out, or alike, tell no part from another: its place does.
  const areTold = !numbers.has(undefined) && numbers.size === loose.OrderDetail.length;
  return loose.OrderDetail.map((detail, index) => {
    const orderId = `${loose.orderId}${BETWEEN}${areTold ? detail.orderNumber : index + 1}`;
    const one = { orderId, orderType: "EQ" };
    return {
      loose: { ...one, OrderDetail: [detail] },
      raw: { ...one, OrderDetail: [parts[index]] },
    };
  });
}

/** The number by which E*TRADE finds and cancels it: that of its group, where it is of one. */
export const numberAtEtrade = (brokerOrderId: string): string =>
  brokerOrderId.split(BETWEEN)[0] ?? brokerOrderId;

export const isInGroup = (brokerOrderId: string): boolean => brokerOrderId.includes(BETWEEN);

function detailsOf(raw: unknown): readonly unknown[] {
  const { OrderDetail } = raw as { readonly OrderDetail?: unknown };
  return Array.isArray(OrderDetail) ? OrderDetail : [OrderDetail];
}
