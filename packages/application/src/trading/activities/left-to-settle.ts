import { type Money, money, notionalOf, sumOf } from "@sevenfold/domain/money";
import type { IncomeActivity, SettledTrades } from "../../ports/activity.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { ROWS_MAX, type Tables } from "../../ports/stores/storage.ts";

/** A rounded average is this near to what was paid: further off, it is another trade's cash. */
const ROUNDED_BY_MAX = 100;

/**
 * By how much the cash of these trades differs from what the books have of them, and of it earlier.
 * Undefined where the executions on record are not as many shares: then nobody can say yet.
 */
export async function leftToSettle(
  { activities, fills }: Pick<Tables, "activities" | "fills">,
  accountId: string,
  { at, settles }: Pick<IncomeActivity, "at"> & { readonly settles: SettledTrades },
): Promise<Money | undefined> {
  const { cash, quantity, series, side, ticker, until } = settles;
  const told = (await fills.since(accountId, at)).filter(
    (fill) => fill.ticker === ticker && fill.side === side && fill.at < until,
  );
  if (told.reduce((count, fill) => count + fill.quantity, 0) !== quantity) return undefined;
  const { rows, older } = await activities.page(accountId, {
    ...{ limit: ROWS_MAX, ticker, from: at, to: until },
  });
  if (older !== undefined) return undefined;
  const before = rows.filter(({ activityId }) => activityId.startsWith(`${series}:`));
  const booked = sumOf([...told.map(cashOf), ...before.map(({ amount }) => amount)]);
  const left = money(cash - booked);
  return Math.abs(left) <= quantity * ROUNDED_BY_MAX ? left : undefined;
}

const cashOf = ({ fee, price, quantity, side }: BookedFill): Money =>
  money((side === "buy" ? -1 : 1) * notionalOf(price, quantity) - fee);
