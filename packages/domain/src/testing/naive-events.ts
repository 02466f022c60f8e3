import { equityOf, type NaiveAccount, type NaiveSymbol } from "./naive-account.ts";

/** What happens to a naive account between two decisions; see naive-account.ts. */

export interface NaiveFill {
  slot: number;
  side: "buy" | "sell";
  quantity: number;
  price: number;
  fee: number;
  at: number;
  automated: boolean;
}

export function fillNaively(account: NaiveAccount, fill: NaiveFill): void {
  const symbol = account.symbols[fill.slot]!;
  const { quantity, price } = fill;
  if (fill.side === "buy") {
    account.cash -= quantity * price + fill.fee;
    symbol.cost += quantity * price;
    symbol.held += quantity;
  } else {
    account.cash += quantity * price - fill.fee;
    symbol.cost -= halfEven(BigInt(symbol.cost) * BigInt(quantity), BigInt(symbol.held));
    symbol.held -= quantity;
  }
  if (symbol.held === 0) symbol.isManaged = true;
  symbol.mark = price;
  anchorNaively(symbol, price);
  if (!fill.automated) return;
  coolDownNaively(account, symbol, fill.at);
  const { working } = symbol;
  if (working === undefined) return;
  const open = working.open - quantity;
  const kept =
    (BigInt(working.cash) * BigInt(open) + BigInt(working.open) - 1n) / BigInt(working.open);
  symbol.working = { ...working, open, cash: Number(kept) };
}

export function endOrderNaively(account: NaiveAccount, slot: number, at: number): void {
  const symbol = account.symbols[slot]!;
  const { working } = symbol;
  if (working !== undefined && working.open === working.ordered)
    coolDownNaively(account, symbol, at);
  symbol.working = undefined;
}

export function depositNaively(account: NaiveAccount, amount: number): void {
  account.cash += amount;
  if (account.baseline !== undefined) account.baseline += amount;
  if (account.closing !== undefined) account.closing += amount;
}

export function nextSessionNaively(account: NaiveAccount): void {
  const isValid = account.symbols.every(({ held, mark }) => held === 0 || mark !== undefined);
  account.closing = isValid ? equityOf(account) : undefined;
  for (const symbol of account.symbols) countBelowNaively(account, symbol);
  account.isHalted = false;
  account.baseline = account.closing;
}

export function splitNaively(account: NaiveAccount, slot: number, by: number, from: number): void {
  const symbol = account.symbols[slot]!;
  const scaled = (price: number) => Math.max(1, halfEven(BigInt(price) * BigInt(from), BigInt(by)));
  if (symbol.trail) {
    const { high, low, last } = symbol.trail;
    symbol.trail = { high: scaled(high), low: scaled(low), last: scaled(last) };
  }
  if (symbol.mark !== undefined) symbol.mark = scaled(symbol.mark);
  const exact = symbol.held * by;
  symbol.held = Math.floor(exact / from);
  // The fraction that is paid out takes its part of the cost along.
  if (0 < exact)
    symbol.cost = halfEven(BigInt(symbol.cost) * BigInt(symbol.held * from), BigInt(exact));
  if (symbol.held === 0) symbol.isManaged = true;
  symbol.split = "next-price";
}

function countBelowNaively({ strategy }: NaiveAccount, symbol: NaiveSymbol): void {
  const { trail } = symbol;
  const isBelow =
    strategy.mode === "HYBRID" &&
    symbol.held === 0 &&
    trail !== undefined &&
    BigInt(trail.last) * 10_000n < BigInt(trail.high) * BigInt(10_000 - strategy.buyDropMaxBps);
  symbol.sessionsBelow = isBelow ? symbol.sessionsBelow + 1 : 0;
  if (symbol.sessionsBelow === 20) anchorNaively(symbol, trail!.last);
}

function anchorNaively(symbol: NaiveSymbol, price: number): void {
  symbol.trail = { high: price, low: price, last: price };
  symbol.sessionsBelow = 0;
}

function coolDownNaively({ limits }: NaiveAccount, symbol: NaiveSymbol, at: number): void {
  symbol.coolDownUntil = Math.max(symbol.coolDownUntil, at + limits.coolDownSec * 1_000);
}

function halfEven(dividend: bigint, divisor: bigint): number {
  const down = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const isUp = divisor < twice || (divisor === twice && down % 2n === 1n);
  return Number(isUp ? down + 1n : down);
}
