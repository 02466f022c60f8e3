import type {
  Activity,
  CapitalActivity,
  IncomeActivity,
} from "@sevenfold/application/ports/activity";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, NO_MONEY } from "@sevenfold/domain/money";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { legsToActivities, sharesOf } from "./alpaca-activity-legs.ts";
import type { ReadRow } from "./alpaca-activity-row.ts";
import {
  executionIdOf,
  instantFrom,
  moneyFrom,
  tickerFrom,
  wholeShares,
} from "./alpaca-mapping.ts";
import type { ActivityWire } from "./alpaca-wire.ts";

/** Their types of cash that is part of gain and loss. */
const INCOME: Readonly<Record<string, IncomeActivity["kind"]>> = {
  INT: "interest",
  INTNRA: "interest",
  INTTW: "interest",
  FEE: "fee",
  CFEE: "fee",
  PTC: "fee",
  PTR: "fee",
  CIL: "cash-in-lieu",
  CGD: "dividend",
};

/** Their types of cash that comes from outside or leaves. */
const CAPITAL: Readonly<Record<string, CapitalActivity["kind"]>> = {
  CSD: "deposit",
  CSW: "withdrawal",
  JNL: "journal",
  JNLC: "journal",
  ACATC: "journal",
};

/** Their types that are told in two rows or more: shares that went and shares that came for them. */
const IN_LEGS: ReadonlySet<string> = new Set(["SPLIT", "SSP", "NC", "SC", "MA", "REO", "REORG"]);
const SPIN_OFFS: ReadonlySet<string> = new Set(["SPIN", "SSO"]);
const OF_SHARES: ReadonlySet<string> = new Set(["JNLS", "ACATS", "FOPT", ...SPIN_OFFS]);
/** Those of shares that came or left for cash in one row; what was offered for them may come in another. */
const FOR_CASH: ReadonlySet<string> = new Set(["OPTRD", "EXTRD", "VOF"]);

/**
 * Their rows in our words; undefined where one cannot be read. What is told in several rows waits until
 * all of them are there. A type that nobody knows is cash of its amount.
 */
export function activitiesFromWire(rows: readonly ActivityWire[]): readonly Activity[] | undefined {
  const read = rows.map(rowFrom);
  if (read.some((row) => row === undefined)) return undefined;
  const known = read as readonly ReadRow[];
  return [
    ...known.filter(({ type }) => !IN_LEGS.has(type)).flatMap(activitiesOf),
    ...legsToActivities(known.filter(({ type }) => IN_LEGS.has(type))),
  ];
}

function rowFrom(wire: ActivityWire): ReadRow | undefined {
  const amount = wire.net_amount == null ? NO_MONEY : moneyFrom(wire.net_amount);
  const moved = wire.qty == null || wire.qty === "" ? 0 : (billionths(wire.qty) ?? uncounted(wire));
  const at = beginningOf(wire);
  const isForeign = (wire.currency ?? "") !== "" && wire.currency !== "USD";
  if (amount === undefined || moved === undefined || at === undefined || isForeign)
    return undefined;
  const ticker = wire.symbol == null ? undefined : tickerFrom(wire.symbol);
  const words = [wire.activity_type, wire.activity_sub_type, wire.symbol, wire.description];
  return {
    ...{ id: wire.id, type: wire.activity_type, at, amount, moved, wire },
    ...(ticker === undefined ? {} : { ticker }),
    words: words
      .filter((word) => (word ?? "") !== "")
      .join(" · ")
      .slice(0, WORDS_MAX),
  };
}

const WORDS_MAX = 200;

/** One that was taken back is told together with its end, so that nobody needs to have seen it before. */
function activitiesOf(row: ReadRow): readonly Activity[] {
  if (SPIN_OFFS.has(row.type) && row.amount !== 0) return spinOffWithCash(row);
  const activity = activityOf(row);
  const { id, wire } = row;
  if (wire.status === "canceled")
    return [activity, { kind: "correction", id: `${id}:canceled`, at: row.at, undoes: id }];
  if (wire.previous_id == null) return [activity];
  const undoes = wire.previous_id;
  return [{ kind: "correction", id: `${id}:corrects`, at: row.at, undoes }, activity];
}

/** What was no whole share of the part that was let go of is paid for, in a row of its own or beside the shares. */
function spinOffWithCash(row: ReadRow): readonly Activity[] {
  const { amount, at, id, moved, words } = row;
  const of = row.ticker === undefined ? {} : { ticker: row.ticker };
  const shares = sharesOf(moved) === 0 ? [] : activitiesOf({ ...row, amount: NO_MONEY });
  return [...shares, { kind: "cash-in-lieu", id: `${id}:cash`, at, words, ...of, amount }];
}

function activityOf({ amount, at, id, moved, ticker, type, wire, words }: ReadRow): Activity {
  const told = { id, at, words };
  const of = ticker === undefined ? {} : { ticker };
  const capital = CAPITAL[type];
  if (capital !== undefined) return { kind: capital, ...told, amount };
  // Where cash was paid its quantity is of the shares that it was paid on.
  const isStockDividend =
    type.startsWith("DIV") && wire.activity_sub_type === "SDIV" && amount === 0;
  if (ticker !== undefined && (OF_SHARES.has(type) || isStockDividend))
    return {
      kind: SPIN_OFFS.has(type) ? "spin-off" : "shares-journal",
      ...told,
      ticker,
      shares: sharesOf(moved),
    };
  if (ticker !== undefined && FOR_CASH.has(type) && isPaidFor(moved, amount))
    return { kind: "shares-journal", ...told, ticker, shares: sharesOf(moved), amount };
  if (ticker !== undefined && type === "VOF" && amount === 0 && sharesOf(moved) !== 0)
    return { kind: "shares-journal", ...told, ticker, shares: sharesOf(moved) };
  const cumulative = wholeShares(wire.cum_qty ?? "");
  if (wire.activity_sub_type === "trade_bust" && wire.order_id != null && cumulative !== undefined)
    return { kind: "bust", ...told, executionId: executionIdOf(wire.order_id, cumulative) };
  const isInLieu = wire.activity_sub_type === "CIL";
  const kind = isInLieu
    ? "cash-in-lieu"
    : (INCOME[type] ?? (type.startsWith("DIV") ? "dividend" : "other-cash"));
  return { kind, ...told, ...of, amount };
}

/** Whole shares that came for cash that went, or the other way round. */
const isPaidFor = (moved: number, amount: Money): boolean =>
  moved % 1e9 === 0 && (moved < 0 ? 0 < amount : 0 < moved && amount < 0);

/** Cash by when it was filed; shares are other ones from the beginning of the day on. */
function beginningOf({ activity_type, created_at, date }: ActivityWire): Instant | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!parts) return undefined;
  const day = instantOfNewYork(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  if (IN_LEGS.has(activity_type) || OF_SHARES.has(activity_type) || created_at == null) return day;
  return instantFrom(created_at);
}

/** Of what moves no shares the quantity says nothing: a fee may be taken in millions of a coin. */
const uncounted = ({ activity_type: type }: ActivityWire): number | undefined =>
  IN_LEGS.has(type) || OF_SHARES.has(type) || FOR_CASH.has(type) || type.startsWith("DIV")
    ? undefined
    : 0;

/** "-0.54796447" → −547,964,470; undefined beyond the nine million that can be told to a billionth. */
function billionths(text: string): number | undefined {
  const match = /^(-?)(\d{1,7})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return undefined;
  const count = Number(match[2]) * 1e9 + Number((match[3] ?? "").padEnd(9, "0").slice(0, 9));
  if (!Number.isSafeInteger(count)) return undefined;
  return match[1] === "-" ? -count : count;
}
