import { isPrice, type Money, type Price, unitsFromNumber } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { countOf, isWholeCount, SHARES_IN_PARTS_MAX } from "../parts/parts-of-shares.ts";
import { wrongOfParts } from "./parts-order.ts";
import type { Bracket, OrderKind, OrderTerms, Trail } from "./resting-order.ts";
import { SHARES_MAX } from "./wishes.ts";

/** A request as it was understood. */
export interface AskedOrder {
  readonly slot: number;
  readonly side: OrderSide;
  /** In what the run counts a share in. */
  readonly shares: number;
  readonly terms: OrderTerms;
  readonly isGtc: boolean;
  readonly bracket: Bracket | undefined;
  /** The sale stops a loss, whatever its kind. */
  readonly isStop?: boolean;
  /** A take-profit and a stop at once, as `bracket` says; `terms` means nothing then. */
  readonly isPair: boolean;
}

const KINDS = ["market", "limit", "stop", "stop-limit", "trailing-stop"];
const PERCENT_MAX = 99;
const BPS_PER_PERCENT = 100;

/** A request that says no order; what is wrong with it is its message. */
export class WrongRequest extends Error {}

/** The symbols that there are, and what a share is counted in: a book has both. */
interface Reading {
  readonly slots: ReadonlyMap<string, number>;
  readonly partsPerShare: number;
}

/** Understands a request, or throws a `WrongRequest`. Any value may come here; each field is read once. */
export function readRequest(request: unknown, { slots, partsPerShare }: Reading): AskedOrder {
  const {
    symbol,
    side,
    shares,
    type = "market",
    timeInForce = "day",
    takeProfit,
    stopLoss,
    stop = false,
    limitPrice,
    stopPrice,
    trailAmount,
    trailPercent,
  } = fieldsOf(request, "an order");
  const slot = slots.get(symbol as string);
  if (slot === undefined) throw wrong(`it orders ${saidBare(symbol)}, of which there are no bars`);
  if (side !== "buy" && side !== "sell")
    throw wrong(`the side of an order is ${said(side)}, not "buy" or "sell"`);
  if (timeInForce !== "day" && timeInForce !== "gtc")
    throw wrong(`the time in force is ${said(timeInForce)}, not "day" or "gtc"`);
  const isPair = type === "oco";
  if (isPair && (takeProfit === undefined || stopLoss === undefined || side === "buy"))
    throw wrong("an oco is a sale with takeProfit and stopLoss");
  const bracket =
    takeProfit === undefined && stopLoss === undefined
      ? undefined
      : bracketOf(takeProfit, stopLoss);
  if (bracket !== undefined && !isPair && side === "sell")
    throw wrong("a sale has takeProfit and stopLoss where its type is oco");
  const asked: AskedOrder = {
    slot,
    side,
    shares: countAsked(shares, partsPerShare),
    terms: isPair
      ? { kind: "market" }
      : termsOf(type, { limitPrice, stopPrice, trailAmount, trailPercent }),
    isGtc: timeInForce === "gtc",
    bracket,
    isPair,
    isStop: stop === true,
  };
  const unfit = wrongOfParts(asked, partsPerShare);
  if (unfit !== undefined) throw wrong(unfit);
  return asked;
}

/** What of an order is to be another, as `readRequest` reads it. */
export function readChange(
  change: unknown,
  { terms, shares: before }: { readonly terms: OrderTerms; readonly shares: number },
  partsPerShare: number,
): { readonly terms: OrderTerms; readonly shares: number } {
  const { shares: wanted, ...prices } = fieldsOf(change, "a change");
  const shares = wanted === undefined ? before : countAsked(wanted, partsPerShare);
  if (!isWholeCount(before, partsPerShare) || !isWholeCount(shares, partsPerShare))
    throw wrong("an order for parts of a share is not replaced: cancel it, and send another");
  const { kind, limit, stop, trail } = terms;
  const priced = {
    limitPrice: limit === undefined ? undefined : limit / 10_000,
    stopPrice: stop === undefined ? undefined : stop / 10_000,
    ...(prices.trailAmount === undefined &&
      prices.trailPercent === undefined &&
      trailBefore(trail)),
  };
  return { terms: termsOf(kind, { ...priced, ...prices }), shares };
}

const trailBefore = (trail: Trail | undefined) =>
  trail === undefined
    ? {}
    : trail.amount === undefined
      ? { trailPercent: trail.bps! / BPS_PER_PERCENT }
      : { trailAmount: trail.amount / 10_000 };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null) return value as Fields;
  throw wrong(`${what} is ${said(value)}, no object`);
}

function bracketOf(takeProfit: unknown, stopLoss: unknown): Bracket {
  const target =
    takeProfit === undefined
      ? undefined
      : priceOf("takeProfit.limitPrice", fieldsOf(takeProfit, "takeProfit").limitPrice);
  const stop = stopLoss === undefined ? undefined : stopTermsOf(fieldsOf(stopLoss, "stopLoss"));
  if (target !== undefined && stop?.stop !== undefined && target <= stop.stop)
    throw wrong("the take-profit is not above the stop");
  return {
    ...(target !== undefined && { takeProfit: target }),
    ...(stop !== undefined && { stopLoss: stop }),
  };
}

function stopTermsOf(fields: Fields): OrderTerms {
  const { limitPrice, stopPrice } = fields;
  if (stopPrice === undefined) return termsOf("trailing-stop", fields);
  return termsOf(limitPrice === undefined ? "stop" : "stop-limit", fields);
}

/** Every price the kind needs, and none that it has no use for. */
function termsOf(type: unknown, fields: Fields): OrderTerms {
  if (!KINDS.includes(type as string))
    throw wrong(`the type of an order is ${said(type)}, not one of ${KINDS.join(", ")}, oco`);
  const kind = type as OrderKind;
  const { limitPrice, stopPrice, trailAmount, trailPercent } = fields;
  const hasLimit = kind === "limit" || kind === "stop-limit";
  const hasStop = kind === "stop" || kind === "stop-limit";
  const hasTrail = kind === "trailing-stop";
  refuseExtra(kind, "limitPrice", hasLimit ? undefined : limitPrice);
  refuseExtra(kind, "stopPrice", hasStop ? undefined : stopPrice);
  refuseExtra(kind, "trail", hasTrail ? undefined : (trailAmount ?? trailPercent));
  if (kind === "market") return { kind };
  return {
    kind,
    ...(hasLimit && { limit: priceOf("limitPrice", limitPrice) }),
    ...(hasStop && { stop: priceOf("stopPrice", stopPrice) }),
    ...(hasTrail && { trail: trailOf(trailAmount, trailPercent) }),
  };
}

function refuseExtra(kind: OrderKind, name: string, value: unknown): void {
  if (value !== undefined) throw wrong(`a ${kind} order has no ${name}`);
}

function trailOf(amount: unknown, percent: unknown): Trail {
  if ((amount === undefined) === (percent === undefined))
    throw wrong("a trailing stop has trailAmount or trailPercent, one of them");
  if (amount !== undefined) return { amount: priceOf("trailAmount", amount) as number as Money };
  const bps = typeof percent === "number" ? Math.round(percent * BPS_PER_PERCENT) : Number.NaN;
  if (0 < bps && bps <= PERCENT_MAX * BPS_PER_PERCENT) return { bps };
  throw wrong(`trailPercent is ${said(percent)}, not a number from 0.01 to ${PERCENT_MAX}`);
}

function priceOf(name: string, value: unknown): Price {
  const units = typeof value === "number" ? unitsFromNumber(value) : undefined;
  if (units !== undefined && isPrice(units)) return units;
  throw wrong(`${name} is ${said(value)}, not a price in dollars`);
}

/** As a count, to the nearest part where a share has parts. */
function countAsked(value: unknown, partsPerShare: number): number {
  if (partsPerShare === 1) return wholeAsked(value);
  const count = typeof value === "number" ? countOf(value, partsPerShare) : 0;
  if (1 <= count && count <= SHARES_IN_PARTS_MAX * partsPerShare) return count;
  throw wrong(
    `the shares are ${said(value)}, not a number from 0.000000001 to ${SHARES_IN_PARTS_MAX}`,
  );
}

function wholeAsked(value: unknown): number {
  if (Number.isInteger(value) && 1 <= (value as number) && (value as number) <= SHARES_MAX)
    return value as number;
  throw wrong(`the shares are ${said(value)}, not a whole number from 1 to ${SHARES_MAX}`);
}

const wrong = (message: string) => new WrongRequest(message);

/** Short, and never itself a fault. */
const said = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : saidBare(value);

const saidBare = (value: unknown): string =>
  value !== null && (typeof value === "object" || typeof value === "function")
    ? `a ${typeof value}`
    : String(value).slice(0, 40);
