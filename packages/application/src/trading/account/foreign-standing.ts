import { type Foreign, NO_FOREIGN } from "@sevenfold/domain/foreign";
import type { Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import type { ForeignThings } from "../../ports/foreign.ts";
import type { Account } from "../../ports/stores/account.ts";
import type { ForeignAtBroker } from "../../ports/stores/foreign-at-broker.ts";
import type { Refusal } from "../safeguards/refusal.ts";

/** Rows kept of either list; of more it is said how many there are. */
export const FOREIGN_ROWS_MAX = 200;

/**
 * What is kept of a broker's word: sums over all of it, rows up to a limit, what ties shares first.
 * Undefined where there is nothing.
 */
export function foreignAtBroker({ holdings, orders }: ForeignThings): ForeignAtBroker | undefined {
  const open = orders.filter(({ isOpen }) => isOpen);
  if (holdings.length + open.length === 0) return undefined;
  return {
    value: money(holdings.reduce((sum, { value = 0 }) => sum + value, 0)),
    unpriced: holdings.filter(({ value }) => value === undefined).length,
    holdings: holdings.toSorted(tiesFirst).slice(0, FOREIGN_ROWS_MAX),
    orders: open.toSorted(tiesFirst).slice(0, FOREIGN_ROWS_MAX),
    holdingsInAll: holdings.length,
    ordersInAll: open.length,
  };
}

type Tied = Pick<ForeignThings["holdings"][number], "tie">;

const tiesFirst = (one: Tied, other: Tied): number => Number(!one.tie) - Number(!other.tie);

/** Those of what is held, and of orders that are open. */
const tiesIn = ({ holdings, orders }: Pick<ForeignAtBroker, "holdings" | "orders">) =>
  [...holdings, ...orders].flatMap(({ tie }) => tie ?? []);

/** The same for the book. */
export function bookForeignOf({ foreign }: Pick<Account, "foreign">): Foreign {
  if (!foreign) return NO_FOREIGN;
  const shorts = tiesIn(foreign).flatMap(({ as, ticker }) => (as === "short" ? ticker : []));
  return { value: foreign.value, unpriced: foreign.unpriced, shorts: new Set(shorts) };
}

/**
 * Why an order of ours would be wrong beside what else the account has there: a buy would cover a short
 * sale, any sale would deepen it, and a sale of shares that calls were written on would leave those naked.
 */
export function foreignRefusal(
  { foreign }: Pick<Account, "foreign">,
  { quantity, side, ticker }: Pick<Order, "quantity" | "side" | "ticker">,
  held: number,
): Refusal | undefined {
  const ties = foreign ? tiesIn(foreign).filter((tie) => tie.ticker === ticker) : [];
  if (ties.some(({ as }) => as === "short")) return { kind: "short-elsewhere", ticker };
  const tied = ties.reduce((sum, tie) => sum + (tie.as === "written-calls" ? tie.shares : 0), 0);
  return side === "sell" && 0 < tied && held - quantity < tied
    ? { kind: "shares-tied", ticker, tied, held }
    : undefined;
}

/** Whether a ticker is held back for everybody; see `foreignRefusal`. */
export const isTied = ({ foreign }: Pick<Account, "foreign">, ticker: Ticker): boolean =>
  foreign !== undefined && tiesIn(foreign).some((tie) => tie.ticker === ticker);
