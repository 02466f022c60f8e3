import { shareText, splitText } from "@sevenfold/application/exchange/share-count";
import type { VenueActivity } from "@sevenfold/application/exchange/venue-account";
import { decimalOf, type Money, money, NO_MONEY } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { activityIdOf, timeText } from "./exchange-mapping.ts";

/** Their words for cash or shares that moved without a trade: the type, and what is meant by it here. */
const WORDS: Record<VenueActivity["kind"], readonly [type: string, subType: string]> = {
  dividend: ["DIV", "CDIV"],
  split: ["SPLIT", "FSPLIT"],
  deposit: ["CSD", ""],
  withdrawal: ["CSW", ""],
  fee: ["FEE", "REG"],
  interest: ["INT", ""],
  other: ["MISC", "SURPRISE"],
  bust: ["CORR", "trade_bust"],
  "name-change": ["NC", ""],
  merger: ["MA", ""],
  "spin-off": ["SPIN", ""],
};

export const activityTypeOf = ({ kind }: VenueActivity): string => WORDS[kind][0];

/** One row of the account's activities that is no fill, and its id of ours. */
export interface ActivityRow {
  readonly id: string;
  readonly row: Record<string, unknown>;
}

const isReorganized = ({ kind }: VenueActivity): boolean =>
  kind === "name-change" || kind === "merger" || kind === "spin-off";

/**
 * One row for the shares that went, one for those that came, and one for cash: what was paid for the
 * shares, or in lieu of a fraction of those that came.
 */
function reorganizationRows(activity: VenueActivity): readonly ActivityRow[] {
  const { amount, id, into, quantity } = activity;
  const group = { group_id: id };
  const gone = { ...group, qty: shareText(quantity), description: "REMOVE" };
  const rows = quantity === 0 ? [] : [rowOf(activity, id, NO_MONEY, gone)];
  if (into && into.quantity !== 0) {
    const came = { ...group, qty: shareText(into.quantity), description: "ADD" };
    rows.push(rowOf({ ...activity, ticker: into.ticker }, `${id}-2`, NO_MONEY, came));
  }
  if (amount === 0) return rows;
  const words = into ? { ...group, description: "Cash in lieu" } : group;
  return [...rows, rowOf(activity, `${id}-3`, amount, words)];
}

/**
 * The rows of an activity. A split has one for the shares that went, one for those that came, with
 * their fraction, and one for the cash that was paid for it.
 */
export function wireActivities(activity: VenueActivity): readonly ActivityRow[] {
  const { amount, execution, id, perShare, quantity, split } = activity;
  if (isReorganized(activity)) return reorganizationRows(activity);
  if (!split) {
    const busted = execution && {
      order_id: execution.orderId,
      cum_qty: shareText(execution.cumulative),
      price: decimalOf(execution.price),
      side: execution.side,
    };
    const paid = perShare === undefined ? {} : { per_share_amount: decimalOf(perShare) };
    return [rowOf(activity, id, amount, { qty: shareText(quantity), ...paid, ...busted })];
  }
  const { before, from, to } = split;
  const after = splitText(before, { from, to });
  const words = `From QTY:${shareText(before)}, To QTY:${after}`;
  const sub = { activity_sub_type: to < from ? "RSPLIT" : "FSPLIT", group_id: id };
  const legs = [
    rowOf(activity, id, NO_MONEY, {
      ...sub,
      qty: `-${shareText(before)}`,
      description: `REMOVE, ${words}`,
    }),
    rowOf(activity, `${id}-2`, NO_MONEY, { ...sub, qty: after, description: `ADD, ${words}` }),
  ];
  const rest = after.split(".")[1];
  if (rest === undefined) return legs;
  const cash = { ...sub, qty: `-0.${rest}`, description: "Cash in lieu" };
  return [...legs, rowOf(activity, `${id}-3`, amount, cash)];
}

function rowOf(
  activity: VenueActivity,
  id: string,
  amount: Money,
  more: Record<string, unknown>,
): ActivityRow {
  const { at, ticker } = activity;
  const [type, subType] = WORDS[activity.kind];
  return {
    id,
    row: {
      id: activityIdOf({ id, atMicros: at * 1_000 }),
      activity_type: type,
      activity_sub_type: subType,
      date: tradingDayOf(at),
      net_amount: decimalOf(money(amount)),
      ...(ticker === undefined ? {} : { symbol: ticker }),
      status: "executed",
      created_at: timeText(at),
      currency: "USD",
      ...more,
    },
  };
}
