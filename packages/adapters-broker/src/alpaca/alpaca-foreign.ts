import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type {
  ForeignHolding,
  ForeignKind,
  ForeignOrder,
  ForeignTie,
} from "@sevenfold/application/ports/foreign";
import { isTicker, type Ticker } from "@sevenfold/domain/market";
import { type Money, money, PRICE_MAX, shares, unitsFromDecimal } from "@sevenfold/domain/money";

import { instantFrom, moneyFrom } from "./alpaca-mapping.ts";
import type { FillActivityWire, OrderRowWire, PositionRowWire } from "./alpaca-wire.ts";

/** What of Alpaca's rows is foreign, told by class, side and form of an order, before its shape is asked. */

/** Keys of orders placed here: `Identifiers.clientKeyOf`. Alpaca's own are UUIDs. */
const OUR_KEY = /^[A-Z2-7]{20}$/;

const CLASSES: Readonly<Record<string, ForeignKind>> = {
  us_option: "option",
  crypto: "coin",
  crypto_perp: "coin",
  us_treasury: "bond",
  fixed_income: "bond",
  treasury: "bond",
};

/** Undefined of shares. Rows of old servers say no class: symbols tell theirs. */
function kindOfAsset(assetClass: string | null | undefined, symbol: string) {
  if (assetClass != null && assetClass !== "" && assetClass !== "us_equity")
    return CLASSES[assetClass] ?? "other";
  if (isTicker(symbol)) return undefined;
  if (OPTION.test(symbol)) return "option";
  return /^[A-Z0-9./]{4,32}$/.test(symbol) ? "other" : undefined;
}

/** Undefined: shares held long, or a row that is to be read as such. */
export function kindOfPosition(row: PositionRowWire): ForeignKind | undefined {
  const kind = kindOfAsset(row.asset_class, row.symbol);
  if (kind !== undefined) return kind;
  if (isShort(row)) return "short";
  const worths = [row.cost_basis, row.market_value];
  return worths.some((worth) => isDear(worth, Number(row.qty))) ? "other" : undefined;
}

/** Whether so many shares for that many dollars cost more each than any price of ours can say. */
const isDear = (dollars: string | null | undefined, count = 1): boolean =>
  PRICE_MAX * count < (unitsFromDecimal(dollars ?? "") ?? 0);

/**
 * Undefined: an order for whole shares, or a row that is to be read as one. One of ours is foreign only where it
 * has ended at more than any price of ours can say: its fills are told as cash, and its shares beside ours.
 */
export function kindOfOrder(row: OrderRowWire): ForeignKind | undefined {
  if (OUR_KEY.test(row.client_order_id ?? ""))
    return isTradedDear(row) && ENDS.has(row.status) ? "other" : undefined;
  if (row.order_class === "mleg") return "spread";
  const kind = kindOfAsset(row.asset_class, row.symbol ?? "");
  if (kind !== undefined) return kind;
  if (row.qty == null && row.notional != null) return "notional";
  if ([row.qty, row.filled_qty].some((text) => text != null && isFraction(text))) return "fraction";
  if (SHORT_INTENTS.has(row.position_intent ?? "") || SHORT_SALES.has(row.side ?? ""))
    return "short";
  const prices = [row.limit_price, row.stop_price, row.filled_avg_price];
  return prices.some((price) => isDear(price)) ? "other" : undefined;
}

const isTradedDear = ({ asset_class, filled_avg_price, symbol }: OrderRowWire): boolean =>
  kindOfAsset(asset_class, symbol ?? "") === undefined && isDear(filled_avg_price);

const SHORT_INTENTS = new Set(["sell_to_open", "buy_to_close"]);
const SHORT_SALES = new Set(["sell_short", "sell_short_exempt"]);

/** Fills of coins, options and fractions, of what was sold short or is too dear: no shares of ours moved. */
export const isForeignFill = (fill: FillActivityWire): boolean =>
  isNoneOfShares(fill) || isInParts(fill);

/** Parts of shares that were bought, or of those that were held. */
export const isPartsFill = (fill: FillActivityWire): boolean =>
  !isNoneOfShares(fill) && isInParts(fill);

const isNoneOfShares = ({ price, side, symbol }: FillActivityWire): boolean =>
  kindOfAsset(undefined, symbol) !== undefined || SHORT_SALES.has(side) || isDear(price);

const isInParts = ({ cum_qty, qty }: FillActivityWire): boolean => [qty, cum_qty].some(isFraction);

export const isOption = (symbol: string): boolean => OPTION.test(symbol);

const isFraction = (text: string): boolean => /^-?\d{1,9}\.0*[1-9]\d*$/.test(text);

/** A whole row that is foreign, or the part of a share in one that is not. */
export function foreignHolding(row: PositionRowWire): ForeignHolding | undefined {
  const kind = kindOfPosition(row);
  const value = row.market_value == null ? undefined : moneyFrom(row.market_value);
  if (kind === undefined) return fractionOf(row, value);
  const tie = tieOf(row, kind);
  return {
    symbol: row.symbol,
    kind,
    quantity: signed(row),
    ...(value === undefined ? {} : { value: worthOf(row, value) }),
    ...(tie === undefined ? {} : { tie }),
  };
}

/** What is owed counts against the account, whichever sign the row gives it. */
const worthOf = (row: PositionRowWire, value: Money): Money =>
  isShort(row) ? money(-Math.abs(value)) : value;

const isShort = ({ qty, side }: PositionRowWire): boolean =>
  side === "short" || qty.startsWith("-");

const signed = (row: PositionRowWire): string =>
  isShort(row) && !row.qty.startsWith("-") ? `-${row.qty}` : row.qty;

/**
 * Underlying, expiry, call or put, and strike in thousandths: AAPL261218C00200000. A digit after the underlying
 * names a contract that a split or a merger has changed: AAPL1261218C00200000.
 */
const OPTION = /^([A-Z]{1,6})\d?\d{6}([CP])\d{8}$/;
const SHARES_PER_CONTRACT = 100;

function tieOf(row: PositionRowWire, kind: ForeignKind): ForeignTie | undefined {
  if (kind === "short") return { ticker: row.symbol as Ticker, as: "short" };
  const [, underlying = "", right] = OPTION.exec(row.symbol) ?? [];
  if (kind !== "option" || !isShort(row) || right !== "C" || !isTicker(underlying))
    return undefined;
  const contracts = Math.ceil(Math.abs(Number(row.qty)));
  const tied = contracts * SHARES_PER_CONTRACT;
  if (!Number.isSafeInteger(tied)) return undefined;
  return { ticker: underlying, as: "written-calls", shares: shares(tied) };
}

const BILLION = 1_000_000_000n;

/** What exceeds the whole shares of a position, with its part of the worth. */
function fractionOf({ qty, symbol }: PositionRowWire, value?: Money): ForeignHolding | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(qty);
  const part = BigInt((match?.[2] ?? "").padEnd(9, "0"));
  if (!match || part === 0n) return undefined;
  const all = BigInt(match[1]!) * BILLION + part;
  const worth = value === undefined ? undefined : (2n * BigInt(value) * part + all) / (2n * all);
  return {
    symbol,
    kind: "fraction",
    quantity: `0.${match[2]}`,
    ...(worth === undefined ? {} : { value: money(Number(worth)) }),
  };
}

/** Their states that end an order. */
const ENDS = new Set(["filled", "canceled", "expired", "rejected", "replaced"]);

/** Whether an order says by its key that it is of others. */
export const isOfOthers = ({ client_order_id }: OrderRowWire): boolean =>
  client_order_id != null && client_order_id !== "" && !OUR_KEY.test(client_order_id);

export function foreignOrder(row: OrderRowWire): ForeignOrder | undefined {
  const kind = kindOfOrder(row);
  return kind && toldAs(row, kind);
}

/** One of others that cannot be read: while it is open it counts as what it may be, a short sale. */
export function unreadableOfOthers(row: OrderRowWire): ForeignOrder {
  const told = toldAs(row, "other");
  const { isOpen, symbol } = told;
  return isOpen && isTicker(symbol) ? { tie: { ticker: symbol, as: "short" }, ...told } : told;
}

function toldAs(row: OrderRowWire, kind: ForeignKind): ForeignOrder {
  const submittedAt = instantFrom(row.submitted_at ?? row.created_at);
  if (submittedAt === undefined) throw unreadableOrder(row);
  return {
    brokerOrderId: row.id,
    symbol: row.symbol ?? "",
    kind,
    ...(row.side === "buy" || row.side === "sell" ? { side: row.side } : {}),
    quantity: row.qty == null && row.notional != null ? `$${row.notional}` : (row.qty ?? ""),
    isOpen: !ENDS.has(row.status),
    ...(isTradedDear(row) ? { isDear: true } : {}),
    submittedAt,
  };
}

/** By its name, so that its owner can find it at the broker. */
export const unreadableOrder = ({ id, symbol }: OrderRowWire): BrokerUnavailable =>
  new BrokerUnavailable(
    "unreadable",
    `Alpaca's order ${shown(id)} for ${shown(symbol || "no symbol")} cannot be read.`,
  );

export const unreadablePosition = ({ symbol }: PositionRowWire): BrokerUnavailable =>
  new BrokerUnavailable("unreadable", `Alpaca's position in ${shown(symbol)} cannot be read.`);

/** In one line, without what no name has. */
const shown = (text: string): string => text.replaceAll(/[^\w .:/-]/g, "?").slice(0, 64);
