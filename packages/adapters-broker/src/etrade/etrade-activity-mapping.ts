import {
  type Activity,
  type CapitalActivity,
  type IncomeActivity,
  ONE_SHARE,
  type SettledTrades,
} from "@sevenfold/application/ports/activity";
import type { BrokerPosition } from "@sevenfold/application/ports/broker";
import { type Money, money, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { isDear } from "./etrade-foreign.ts";
import { instantFrom, moneyFrom, tickerFrom } from "./etrade-mapping.ts";
import { isTrade } from "./etrade-trade-ids.ts";
import type { TransactionWire } from "./etrade-wire.ts";

/** What their words for a transaction hold, and ours for it; the first that is found counts. */
const INCOME: readonly (readonly [words: RegExp, kind: IncomeActivity["kind"]])[] = [
  [/dividend|cap(ital)? gain/, "dividend"],
  [/interest/, "interest"],
  [/fee|tax|withh/, "fee"],
];

const CAPITAL: readonly (readonly [words: RegExp, kind: CapitalActivity["kind"]])[] = [
  [/journal/, "journal"],
  [/deposit|direct credit|contribution|check received/, "deposit"],
  [/withdraw|direct debit|distribution/, "withdrawal"],
];

/** Money between their user's own accounts, or to and from a bank: its sign says which way. */
const TRANSFER = /transfer|\b(wired?|ach|online)\b|bill payment/;

/** Of no shares, of parts of one, of what was sold short or is too dear: no order of ours tells its cash. */
function isForeignTrade(wire: TransactionWire, type: string): boolean {
  const { product, quantity } = wire.brokerage ?? {};
  if (isDearTrade(wire)) return true;
  const kind = product?.securityType ?? "EQ";
  return kind !== "EQ" || !Number.isInteger(quantity ?? 0) || /short|cover/.test(type);
}

/** Of shares that were bought, with a dividend too, or of those that were held: they become whole ones. */
function partsOf(wire: TransactionWire, type: string) {
  const { amount, brokerage } = wire;
  const { product, quantity } = brokerage ?? {};
  const ticker = tickerFrom(product?.symbol ?? "");
  const count = Math.abs(quantity ?? 0);
  const isOther = (product?.securityType ?? "EQ") !== "EQ" || /short|cover/.test(type);
  const parts = Math.round(count * ONE_SHARE) * (amount < 0 ? 1 : -1);
  if (ticker === undefined || count === 0 || isOther || isDearTrade(wire)) return {};
  return Number.isSafeInteger(parts) ? { ticker, parts } : {};
}

function isDearTrade({ amount, brokerage }: TransactionWire): boolean {
  const { price, quantity } = brokerage ?? {};
  const count = Math.abs(quantity ?? 0);
  return price ? isDear(price) : 0 < count && isDear(Math.abs(amount), count);
}

/** Not of options on them, whose symbol is that of the shares. */
export const isOfShares = ({ brokerage }: TransactionWire): boolean =>
  (brokerage?.product?.securityType ?? "EQ") === "EQ";

const isDearSale = (wire: TransactionWire, type: string, amount: Money): boolean =>
  type === "sold" &&
  isDearTrade(wire) &&
  0 < amount &&
  isOfShares(wire) &&
  Number.isInteger(wire.brokerage?.quantity ?? 0);

/** Its cash went the other way than a trade's: one that was taken back, or nothing we know. */
const isTakenBack = (type: string, amount: Money): boolean =>
  type.startsWith("bought") ? 0 < amount : amount < 0;

const WORDS_MAX = 200;

/** What a trade's own row does not say. */
interface TradeFacts {
  /** A name that stays; their number unless said otherwise. */
  readonly id?: string | undefined;
  /** Whole shares that an order for parts traded: no order of ours tells their cash either. */
  readonly isOfParts?: boolean;
  /** The words of the option for which it delivered shares. */
  readonly deliveredFor?: string | undefined;
}

/**
 * A transaction in our words: none for a trade without a fee, for the orders tell of it. Undefined where
 * it cannot be read. A type that nobody knows is cash of its amount, and so is a trade that was taken
 * back: its row names no execution.
 */
export function activityFromWire(
  wire: TransactionWire,
  held: readonly BrokerPosition[],
  { deliveredFor, id = wire.transactionId, isOfParts = false }: TradeFacts = {},
): readonly Activity[] | undefined {
  const amount = moneyFrom(wire.amount);
  const date = instantFrom(wire.transactionDate);
  if (amount === undefined || date === undefined) return undefined;
  const type = wire.transactionType.toLowerCase();
  const words = [wire.transactionType, wire.description].filter(Boolean).join(" · ");
  const told = { id, at: dayBoundsOf(date).starts, words: words.slice(0, WORDS_MAX) };
  const ticker = tickerFrom(wire.brokerage?.product?.symbol ?? "");
  const of = ticker === undefined ? {} : { ticker };
  if (isTrade(type)) {
    if (isForeignTrade(wire, type)) {
      // Shares that were bought for less are on record, and gone: the books know whether they were.
      const sold = Math.abs(wire.brokerage?.quantity ?? 0);
      if (ticker !== undefined && isDearSale(wire, type, amount))
        return [{ kind: "shares-journal", ...told, ticker, shares: -sold, amount }];
      return [{ kind: "other-cash", ...told, amount, ...partsOf(wire, type) }];
    }
    if (isTakenBack(type, amount)) return [{ kind: "other-cash", ...told, ...of, amount }];
    const fees = feeOf(wire, amount, { ...told, ...of });
    if (fees === undefined || (!isOfParts && deliveredFor === undefined)) return fees;
    // The fee may have been told before the rest was there: it keeps its id and its amount.
    const rest = money(fees.reduce<number>((left, fee) => left - fee.amount, amount));
    if (deliveredFor !== undefined && ticker !== undefined) {
      const count = Math.abs(wire.brokerage?.quantity ?? 0) * (rest < 0 ? 1 : -1);
      const words = [deliveredFor, told.words].join(" · ").slice(0, WORDS_MAX);
      const delivery = { ...told, id: `delivered:${id}`, words, ticker, shares: count };
      return [...fees, { kind: "shares-journal", ...delivery, amount: rest }];
    }
    return [
      ...fees,
      { kind: "other-cash", ...told, id: `trade:${id}`, amount: rest, ...partsOf(wire, type) },
    ];
  }
  const moved = Math.trunc(wire.brokerage?.quantity ?? 0) + 0;
  if (ticker !== undefined && moved !== 0 && isOfShares(wire)) {
    const inLieu = inLieuOf({ ...told, ticker }, amount);
    if (/split/.test(type))
      return [{ kind: "split", ...told, ticker, ...splitOf(ticker, moved, held) }, ...inLieu];
    if (/spin/.test(type)) return [{ kind: "spin-off", ...told, ticker, shares: moved }, ...inLieu];
    if (/merger|reorg|redemption|tender/.test(type) && moved < 0 && amount !== 0)
      return [{ kind: "cash-merger", ...told, ticker, quantity: shares(-moved), amount }];
    if (/journal|transfer|receive|deliver/.test(type) && amount === 0)
      return [{ kind: "shares-journal", ...told, ticker, shares: moved }];
    if (/exercis|assign/.test(type) && Math.sign(moved) === -Math.sign(amount))
      return [{ kind: "shares-journal", ...told, ticker, shares: moved, amount }];
  }
  const text = `${type} ${wire.description ?? ""}`.toLowerCase();
  // A company's name stands in the description: a fee is one by its type alone.
  const isInLieu = /in lieu/.test(text);
  const income = isInLieu ? "cash-in-lieu" : INCOME.find(([known]) => known.test(type))?.[1];
  const reinvested = /reinvest/.test(text) ? partsOf(wire, type) : {};
  if (income !== undefined) return [{ kind: income, ...told, ...of, amount, ...reinvested }];
  // Money from or to its owner is of no security, whatever the description of one says.
  const moves = ticker === undefined ? text : type;
  const capital = CAPITAL.find(([known]) => known.test(moves))?.[1] ?? transferOf(moves, amount);
  if (capital !== undefined) return [{ kind: capital, ...told, amount }];
  return [{ kind: "other-cash", ...told, ...of, amount, ...reinvested }];
}

/** The cash of a trade of whole shares, but for what is told as its fee; undefined of all else. */
export function tradeCashOf(wire: TransactionWire): TradeCash | undefined {
  const type = wire.transactionType.toLowerCase();
  const amount = moneyFrom(wire.amount);
  const at = instantFrom(wire.transactionDate);
  const ticker = tickerFrom(wire.brokerage?.product?.symbol ?? "");
  const count = Math.abs(wire.brokerage?.quantity ?? 0);
  if (amount === undefined || at === undefined || ticker === undefined || count === 0)
    return undefined;
  if (!isTrade(type) || isForeignTrade(wire, type) || isTakenBack(type, amount)) return undefined;
  const fees = feeOf(wire, amount, { id: "", at, words: "" });
  if (fees === undefined) return undefined;
  const cash = money(fees.reduce<number>((left, fee) => left - fee.amount, amount));
  const side = type.startsWith("bought") ? "buy" : "sell";
  return { ticker, side, quantity: shares(count), cash, at };
}

interface TradeCash extends Pick<SettledTrades, "cash" | "quantity" | "side" | "ticker"> {
  readonly at: Activity["at"];
}

/** What was paid beside the shares that came, for what is no whole share; under a name of its own. */
const inLieuOf = (
  { id, ...told }: { readonly id: string } & Omit<IncomeActivity, "amount" | "id" | "kind">,
  amount: Money,
): readonly IncomeActivity[] =>
  amount === 0 ? [] : [{ kind: "cash-in-lieu", ...told, id: `${id}:cash`, amount }];

const transferOf = (text: string, amount: Money): CapitalActivity["kind"] | undefined =>
  TRANSFER.test(text) ? (amount < 0 ? "withdrawal" : "deposit") : undefined;

/**
 * What a trade cost beside its price, which their orders tell of no execution: by how much its cash
 * differs from price times shares, for what an exchange or an authority takes stands in no field of
 * its own, and cash is rounded to cents. Without a price it is the fee they name.
 */
function feeOf(
  { brokerage, transactionType }: TransactionWire,
  amount: Money,
  told: { readonly id: string; readonly at: Activity["at"]; readonly words: string },
): readonly IncomeActivity[] | undefined {
  const { fee = 0, price, quantity } = brokerage ?? {};
  const named = moneyFrom(-(fee ?? 0));
  if (named === undefined || 0 < named) return undefined;
  const worth = moneyFrom(Math.round((price ?? 0) * Math.abs(quantity ?? 0) * 1e4) / 1e4);
  if (worth === undefined) return undefined;
  const isBuy = /^bought/i.test(transactionType);
  const cost = worth === 0 ? named : money(amount + (isBuy ? worth : -worth));
  return cost === 0 ? [] : [{ kind: "fee", ...told, amount: cost }];
}

/** By how many shares there are now. Their list tells no ratio. */
function splitOf(ticker: string, moved: number, held: readonly BrokerPosition[]) {
  const now = held.find((position) => position.ticker === ticker)?.quantity ?? 0;
  return { before: shares(Math.max(0, now - moved)), after: shares(now) };
}
