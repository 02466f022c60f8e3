import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type {
  ForeignHolding,
  ForeignKind,
  ForeignOrder,
  ForeignTie,
} from "@sevenfold/application/ports/foreign";
import { isTicker } from "@sevenfold/domain/market";
import { money, PRICE_MAX, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import { isInGroup } from "./etrade-groups.ts";
import { instantFrom, moneyFrom } from "./etrade-mapping.ts";
import type { OrderRowWire, PositionRowWire } from "./etrade-wire.ts";

/** What of E*TRADE's rows is foreign, told by type and form, before their shape is asked. */

type Product = PositionRowWire["Product"];

const TYPES: Readonly<Record<string, ForeignKind>> = {
  OPTN: "option",
  MF: "fund",
  MMF: "fund",
  BOND: "bond",
};

/** Undefined of shares. A symbol E*TRADE writes in a way of its own is none of ours. */
function kindOfProduct({ securityType, symbol }: Product): ForeignKind | undefined {
  if (securityType !== "EQ") return TYPES[securityType] ?? "other";
  return isTicker(symbol) ? undefined : "other";
}

/** Undefined: shares held long, or a row that is to be read as such. */
export function kindOfPosition(row: PositionRowWire): ForeignKind | undefined {
  const kind = kindOfProduct(row.Product) ?? (isShort(row) ? "short" : undefined);
  if (kind !== undefined) return kind;
  const worths = [row.totalCost, row.marketValue];
  return worths.some((worth) => isDear(worth, row.quantity)) ? "other" : undefined;
}

/** Whether so many shares for that many dollars cost more each than any price of ours can say. */
export const isDear = (dollars = 0, count = 1): boolean =>
  (PRICE_MAX / UNITS_PER_DOLLAR) * count < dollars;

const isShort = ({ positionType, quantity }: PositionRowWire): boolean =>
  positionType === "SHORT" || quantity < 0;

/** A whole row that is foreign, or the part of a share in one that is not. */
export function foreignHolding(row: PositionRowWire): ForeignHolding | undefined {
  const kind = kindOfPosition(row);
  if (kind === undefined) return fractionOf(row);
  const value = row.marketValue === undefined ? undefined : moneyFrom(row.marketValue);
  const tie = tieOf(row, kind);
  const quantity = isShort(row) ? -Math.abs(row.quantity) : row.quantity;
  return {
    symbol: row.Product.symbol,
    kind,
    quantity: String(quantity),
    // What is owed counts against the account, whichever sign the row gives it.
    ...(value !== undefined && { value: isShort(row) ? money(-Math.abs(value)) : value }),
    ...(tie && { tie }),
  };
}

const SHARES_PER_CONTRACT = 100;

/** Of an option the symbol is that of its shares. A call whose right is not told counts as one. */
function tieOf(row: PositionRowWire, kind: ForeignKind): ForeignTie | undefined {
  const { callPut, symbol } = row.Product;
  if (!isTicker(symbol)) return undefined;
  if (kind === "short") return { ticker: symbol, as: "short" };
  if (kind !== "option" || !isShort(row) || callPut === "PUT") return undefined;
  const tied = Math.ceil(Math.abs(row.quantity)) * SHARES_PER_CONTRACT;
  if (!Number.isSafeInteger(tied)) return undefined;
  return { ticker: symbol, as: "written-calls", shares: shares(tied) };
}

function fractionOf({ Product, marketValue, quantity }: PositionRowWire) {
  const [, digits] = /^\d{1,9}\.(\d{1,9})$/.exec(String(quantity)) ?? [];
  if (digits === undefined) return undefined;
  const part = Number(`0.${digits}`);
  const value = marketValue === undefined ? undefined : moneyFrom((marketValue * part) / quantity);
  return {
    symbol: Product.symbol,
    kind: "fraction",
    quantity: `0.${digits}`,
    ...(value === undefined ? {} : { value }),
  } as const satisfies ForeignHolding;
}

const ORDER_TYPES: Readonly<Record<string, ForeignKind>> = {
  OPTN: "option",
  MF: "fund",
  MMF: "fund",
  BOND: "bond",
  SPREADS: "spread",
  BUY_WRITES: "spread",
  BUTTERFLY: "spread",
  IRON_BUTTERFLY: "spread",
  CONDOR: "spread",
  IRON_CONDOR: "spread",
};

const SHORT_ACTIONS = new Set(["SELL_SHORT", "BUY_TO_COVER"]);

/**
 * Undefined: an order for whole shares, or a row that is to be read as one. An order that says neither
 * how many shares it is for nor that any traded is for none: nothing can come of it once it has ended, and
 * one for all that its owner has says how many once it trades. One that waits for a condition and was not placed yet is none so far.
 */
export function kindOfOrder(row: OrderRowWire): ForeignKind | undefined {
  if (row.orderType !== "EQ") return ORDER_TYPES[row.orderType] ?? "other";
  const legs = legsOf(row);
  const isOfGroup = isInGroup(row.orderId);
  if (isOfGroup && row.OrderDetail.some(({ placedTime }) => placedTime === undefined))
    return "other";
  // It may be one of ours: told as foreign, ours would be taken for lost.
  if (!isOfGroup && (legs.length === 0 || legs.some(({ Product }) => Product.symbol === "")))
    return undefined;
  const product = legs.map(({ Product }) => kindOfProduct(Product)).find((kind) => kind);
  if (product !== undefined) return product;
  if (legs.some(({ quantityType }) => quantityType === "DOLLAR")) return "notional";
  const counts = legs.flatMap(({ filledQuantity, orderedQuantity }) => [
    filledQuantity ?? 0,
    orderedQuantity ?? 0,
  ]);
  if (counts.some((count) => Number.isFinite(count) && !Number.isInteger(count))) return "fraction";
  if (legs.some(({ orderAction }) => SHORT_ACTIONS.has(orderAction))) return "short";
  const prices = [
    ...row.OrderDetail.flatMap(({ limitPrice, stopPrice }) => [limitPrice, stopPrice]),
    ...legs.map(({ averageExecutionPrice }) => averageExecutionPrice),
  ];
  if (prices.some((price) => isDear(price))) return "other";
  // One of ours is always for a number of shares.
  const isUncounted = !isOpen(row) || legs.some(({ quantityType }) => quantityType === "ALL_I_OWN");
  return counts.every((count) => count === 0) && isUncounted ? "other" : undefined;
}

const THEIR_PRICES = new Set([
  ...["TRAILING_STOP_CNST", "TRAILING_STOP_PRCT", "HIDDEN_STOP"],
  ...["MARKET_ON_OPEN", "MARKET_ON_CLOSE", "LIMIT_ON_OPEN", "LIMIT_ON_CLOSE"],
]);
const THEIR_TERMS = new Set(["GOOD_TILL_DATE", "IMMEDIATE_OR_CANCEL", "FILL_OR_KILL"]);
const THEIR_ACTIONS = new Set(["BUY_OPEN", "BUY_CLOSE", "SELL_OPEN", "SELL_CLOSE", "EXCHANGE"]);

/**
 * Whether an order of shares says in a word of E*TRADE's own that it is of others: none of ours is sent
 * so. A word that E*TRADE does not have proves nothing.
 */
export const isOfOthers = (row: OrderRowWire): boolean =>
  row.OrderDetail.some(
    ({ allOrNone, orderTerm = "", priceType = "" }) =>
      allOrNone === true || THEIR_PRICES.has(priceType) || THEIR_TERMS.has(orderTerm),
  ) || legsOf(row).some(({ orderAction }) => THEIR_ACTIONS.has(orderAction));

const legsOf = ({ OrderDetail }: OrderRowWire) =>
  OrderDetail.flatMap(({ Instrument }) => Instrument);

const ENDS = new Set([
  ...["EXECUTED", "DONE_TRADE_EXECUTED", "CANCELLED", "EXPIRED", "REJECTED"],
  ...["OPTION_EXERCISE", "OPTION_ASSIGNMENT", "DO_NOT_EXERCISE"],
]);

const isOpen = ({ OrderDetail }: OrderRowWire): boolean =>
  OrderDetail.some(({ status }) => !ENDS.has(status));

export function foreignOrder(row: OrderRowWire): ForeignOrder | undefined {
  const kind = kindOfOrder(row);
  return kind && toldAs(row, kind);
}

/** One of others that cannot be read, with the count in E*TRADE's own words. */
export function unreadableOfOthers(row: OrderRowWire, words: string): ForeignOrder {
  const told = toldAs(row, "other");
  const { symbol } = told;
  return {
    ...told,
    quantity: shown(words) || told.quantity,
    ...(told.isOpen && isTicker(symbol) ? { tie: { ticker: symbol, as: "short" } } : {}),
  };
}

function toldAs(row: OrderRowWire, kind: ForeignKind): ForeignOrder {
  const [first] = legsOf(row);
  const submittedAt = instantFrom(row.OrderDetail[0]?.placedTime ?? 0);
  const side = kind === "spread" ? undefined : sideOf(first?.orderAction ?? "");
  const count = first?.orderedQuantity;
  return {
    brokerOrderId: row.orderId,
    symbol: first?.Product.symbol ?? "",
    kind,
    ...(side === undefined ? {} : { side }),
    quantity: count === undefined ? "" : kind === "notional" ? `$${count}` : String(count),
    isOpen: isOpen(row),
    ...(legsOf(row).some(isTradedDear) ? { isDear: true } : {}),
    ...(submittedAt === undefined ? {} : { submittedAt }),
  };
}

const isTradedDear = ({
  averageExecutionPrice,
  filledQuantity = 0,
  Product,
}: ReturnType<typeof legsOf>[number]): boolean =>
  kindOfProduct(Product) === undefined && 0 < filledQuantity && isDear(averageExecutionPrice);

function sideOf(action: string): "buy" | "sell" | undefined {
  if (action.startsWith("BUY")) return "buy";
  return action.startsWith("SELL") ? "sell" : undefined;
}

/** By its name, so that its owner can find it at E*TRADE. */
export const unreadableOrder = (row: OrderRowWire): BrokerUnavailable =>
  new BrokerUnavailable(
    "unreadable",
    `E*TRADE's order ${shown(row.orderId)} for ${shown(
      legsOf(row)[0]?.Product.symbol || "no symbol",
    )} cannot be read.`,
  );

export const unreadablePosition = ({ Product }: PositionRowWire): BrokerUnavailable =>
  new BrokerUnavailable(
    "unreadable",
    `E*TRADE's position in ${shown(Product.symbol)} cannot be read.`,
  );

/** In one line, without what no name has. */
const shown = (text: string): string => text.replaceAll(/[^\w .:/-]/g, "?").slice(0, 64);
