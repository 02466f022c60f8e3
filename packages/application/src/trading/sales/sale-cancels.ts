import { instant } from "@sevenfold/domain/market";
import { NO_SHARES } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";

import type { Sale, SaleItem } from "../../ports/stores/sale-store.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { askCanceled } from "../orders/cancel-order.ts";
import { atOnce } from "../prices/at-once.ts";

const ASKED_AT_ONCE_MAX = 4;

/**
 * So long nothing is sold while an order that is taken back is open: a buy that fills meanwhile would
 * be left over. After that only the orders of a symbol hold up its own sale.
 */
export const CANCELS_FIRST_MS = 10_000;

type Needs = Pick<TradingNeeds, "brokers" | "log" | "storage">;

/**
 * Asks the broker to cancel what a sale takes back, each order once under the number that the broker
 * has given it, and answers how they stand. One without a number yet is asked for when it has one.
 */
export function openCancels(needs: Needs): (sale: Sale) => Promise<readonly Order[]> {
  const asked = new Set<string>();
  const ask = askCanceled(needs);
  return async (sale) => {
    const orders = await canceledBy(needs, sale);
    const due = orders.filter(
      (order) => isOpen(order) && isNumbered(order) && !asked.has(order.brokerOrderId),
    );
    for (const { brokerOrderId = "" } of due) asked.add(brokerOrderId);
    // Not waited for: a broker that is slow to answer holds up no sale. Reconciliation asks again.
    void atOnce(due, ASKED_AT_ONCE_MAX, ask);
    return orders;
  };
}

const isNumbered = (order: Order): order is Order & { readonly brokerOrderId: string } =>
  order.brokerOrderId !== undefined;

/** The orders that a sale takes back, as they stand. */
export const canceledBy = (
  { storage }: Pick<TradingNeeds, "storage">,
  { accountId, cancels }: Sale,
): Promise<readonly Order[]> =>
  cancels.length === 0 ? Promise.resolve([]) : storage.read.orders.byKeys(accountId, cancels);

/** Whether what is taken back is waited for before anything is sold; never past the close. */
export async function comeFirst(
  { calendarOf, clock, storage }: Pick<TradingNeeds, "calendarOf" | "clock" | "storage">,
  { accountId, startedAt }: Sale,
): Promise<boolean> {
  const now = clock.now();
  if (CANCELS_FIRST_MS <= now - startedAt) return false;
  const account = await storage.read.accounts.byId(accountId);
  const soon = instant(now + CANCELS_FIRST_MS);
  return account !== undefined && calendarOf(account).sessionAt(soon) !== undefined;
}

/** What an order bought before its cancel came is sold as well. */
export async function withBoughtMeanwhile(
  { storage }: Pick<TradingNeeds, "storage">,
  sale: Sale,
  canceled: readonly Order[],
): Promise<Sale> {
  if (sale.kind !== "sell-all") return sale;
  const known = new Set(sale.items.map(({ ticker }) => ticker));
  const bought = new Set(
    canceled.flatMap(({ filled, side, ticker }) =>
      side === "buy" && 0 < filled && !known.has(ticker) ? ticker : [],
    ),
  );
  if (bought.size === 0) return sale;
  const holdings = await storage.read.positions.of(sale.accountId);
  const more = holdings
    .filter(({ ticker }) => bought.has(ticker))
    .map(({ quantity, ticker }): SaleItem => {
      return { ticker, shares: quantity, sold: NO_SHARES, state: "pending" };
    });
  if (more.length === 0) return sale;
  return storage.transact(({ sales }) =>
    sales.change(sale.id, (current) => {
      const has = new Set(current.items.map(({ ticker }) => ticker));
      return {
        ...current,
        items: [...current.items, ...more.filter(({ ticker }) => !has.has(ticker))],
      };
    }),
  );
}

/** What became of an order that was to be canceled. */
export type CancelState =
  | "canceling"
  | "unknown"
  | "canceled"
  | "filled"
  | "never-sent"
  | "refused";

export function cancelStateOf({ brokerOrderId, filled, quantity, status }: Order): CancelState {
  switch (status) {
    case "filled":
      return "filled";
    case "canceled":
    case "expired":
      return filled < quantity ? "canceled" : "filled";
    case "rejected":
      return "refused";
    case "denied":
      return "never-sent";
    default:
      // Without the broker's number of it nobody knows whether it is there.
      return brokerOrderId === undefined ? "unknown" : "canceling";
  }
}
