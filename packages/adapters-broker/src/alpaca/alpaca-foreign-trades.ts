import type { IncomeActivity } from "@sevenfold/application/ports/activity";
import { isTicker } from "@sevenfold/domain/market";
import { type Money, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import { isOption, isPartsFill } from "./alpaca-foreign.ts";
import { instantFrom, sideFrom } from "./alpaca-mapping.ts";
import type { FillActivityWire } from "./alpaca-wire.ts";

const SHARES_PER_CONTRACT = 100n;
/** Decimals that are kept of a quantity, and of a price: a coin may cost some millionths of a dollar. */
const PLACES = 18;
const PER_BILLIONTH = 10n ** 9n;

/** A coin may be bought for another coin: no dollars move then. */
const FOR_COINS = /\/(?!USD$)|^[A-Z0-9]{2,}(?:USD[CT]|BTC)$/;

export const isForDollars = ({ symbol }: Pick<FillActivityWire, "symbol">): boolean =>
  isTicker(symbol) || !FOR_COINS.test(symbol);

/**
 * The cash that a fill of an option, a coin, a fraction or a short sale moved: quantity times price,
 * half-even to a ten-thousandth. What it cost beside is told as a fee. Undefined where it cannot be read.
 */
export function foreignTradeFrom(fill: FillActivityWire): IncomeActivity | undefined {
  const { id, price, qty, symbol, transaction_time } = fill;
  const side = sideFrom(fill.side);
  const at = instantFrom(transaction_time);
  const [quantity, each] = [scaledFrom(qty), scaledFrom(price)];
  if (at === undefined || quantity === undefined || each === undefined) return undefined;
  if (side === undefined) return undefined;
  const contracts = isOption(symbol) ? SHARES_PER_CONTRACT : 1n;
  const worth = unitsOf(quantity * each * contracts);
  if (worth === undefined) return undefined;
  const amount = money(side === "buy" ? -worth : worth);
  const verb = side === "buy" ? "Bought" : "Sold";
  const told = { id: `trade:${id}`, kind: "other-cash", at, amount } as const;
  return { ...told, words: `${verb} ${qty} ${symbol}`, ...partsOf(fill, quantity) };
}

/** Of shares, which become whole ones of what was held of them. What is sold short or too dear becomes none. */
function partsOf(
  fill: FillActivityWire,
  quantity: bigint,
): Pick<IncomeActivity, "parts" | "ticker"> {
  const { side, symbol } = fill;
  const parts = Number((sideFrom(side) === "buy" ? quantity : -quantity) / PER_BILLIONTH);
  const isOfShares = isTicker(symbol) && isPartsFill(fill);
  return isOfShares && Number.isSafeInteger(parts) ? { ticker: symbol, parts } : {};
}

function scaledFrom(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text);
  const places = (match?.[2] ?? "").slice(0, PLACES).padEnd(PLACES, "0");
  return match ? BigInt(`${match[1]}${places}`) : undefined;
}

const ONE_UNIT = 10n ** BigInt(2 * PLACES) / BigInt(UNITS_PER_DOLLAR);

/** Ten-thousandths of a dollar, half-even; undefined beyond what is counted exactly. */
function unitsOf(product: bigint): Money | undefined {
  const [whole, rest] = [product / ONE_UNIT, product % ONE_UNIT];
  const isUp = ONE_UNIT < 2n * rest || (2n * rest === ONE_UNIT && whole % 2n === 1n);
  const units = Number(whole + (isUp ? 1n : 0n));
  return Number.isSafeInteger(units) ? money(units) : undefined;
}
