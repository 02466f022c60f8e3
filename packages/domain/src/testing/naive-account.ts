import type { Intent } from "../decide.ts";
import type { ReasonCode } from "../reason.ts";
import { RISK_UNLIMITED, type RiskLimits, type Strategy } from "../strategy.ts";

/**
 * The strategy once more, written straight from its rules: plain objects, percentages multiplied out
 * exactly, equity summed anew each time, sizes found by counting down. Slow and obvious on purpose. The
 * columns and triggers of the real book are held to it, intent for intent.
 */
export interface NaiveSymbol {
  ticker: string;
  trail?: { high: number; low: number; last: number } | undefined;
  mark?: number | undefined;
  held: number;
  cost: number;
  isManaged: boolean;
  coolDownUntil: number;
  working?: { ordered: number; open: number; cash: number } | undefined;
  othersWorking: number;
  sessionsBelow: number;
  split: "none" | "next-price" | "this-price";
  hasPattern: boolean;
}

export interface NaiveAccount {
  symbols: NaiveSymbol[];
  strategy: Strategy;
  limits: RiskLimits;
  automation: "on" | "off" | "exits-only";
  cash: number;
  collarBps: number;
  baseline?: number | undefined;
  closing?: number | undefined;
  isHalted: boolean;
  entryTimes: number[];
}

export type NaiveIntent = Pick<Intent, "side" | "reason"> & {
  slot: number;
  quantity: number;
  reservedCash: number;
  limit?: number;
};

export interface NaivePrices {
  at: number;
  inSession: boolean;
  rows: readonly { slot: number; price: number }[];
}

export const makeSymbol = (ticker: string): NaiveSymbol => ({
  ticker,
  trail: undefined,
  mark: undefined,
  held: 0,
  cost: 0,
  isManaged: true,
  coolDownUntil: 0,
  working: undefined,
  othersWorking: 0,
  sessionsBelow: 0,
  split: "none",
  hasPattern: false,
});

export const equityOf = (account: NaiveAccount): number =>
  account.symbols.reduce((sum, each) => sum + each.held * (each.mark ?? 0), account.cash);

export const reservedOf = (account: NaiveAccount): number =>
  account.symbols.reduce((sum, { working }) => sum + (working?.cash ?? 0), 0);

export function decideNaively(account: NaiveAccount, prices: NaivePrices): NaiveIntent[] {
  const isTradable = prices.inSession || account.limits.allowAfterHours;
  for (const { slot, price } of prices.rows) {
    const symbol = account.symbols[slot]!;
    symbol.mark = price;
    if (isTradable) followNaively(symbol, price);
  }
  if (!isTradable) return [];
  haltNaively(account);
  if (account.automation === "off") return [];

  const slots = [...new Set(prices.rows.map(({ slot }) => slot))].sort(byTicker(account));
  const holding = slots.filter((slot) => 0 < account.symbols[slot]!.held);
  const flat = slots.filter((slot) => account.symbols[slot]!.held === 0);
  flat.sort((left, right) => byDrop(account.symbols[left]!, account.symbols[right]!));
  const exits = holding.map((slot) => exitNaively(account, slot, prices));
  const entries = flat.map((slot) => entryNaively(account, slot, prices));
  return [...exits, ...entries].filter((intent) => intent !== undefined);
}

export const THRESHOLDS = ["entry", "band", "rise", "target", "stop"] as const;

/** The last price at which a rule still holds, searched for by halving: to aim test prices at. */
export function thresholdOf(
  { strategy, symbols }: NaiveAccount,
  slot: number,
  which: (typeof THRESHOLDS)[number],
): number | undefined {
  const { trail, held, cost } = symbols[slot]!;
  if (trail === undefined || ((which === "target" || which === "stop") && held === 0))
    return undefined;
  const isAtLeast = (price: number): boolean => {
    if (which === "entry") return !atMost(price, trail.high, 10_000 - strategy.buyDropBps);
    if (which === "band") return atLeast(price, trail.high, 10_000 - strategy.buyDropMaxBps);
    if (which === "rise") return atLeast(price, trail.low, 10_000 + strategy.sellRiseBps);
    if (which === "target") return atLeast(price * held, cost, 10_000 + strategy.takeProfitBps);
    return !atMost(price * held, cost, 10_000 - strategy.stopLossBps);
  };
  let [no, yes] = [0, 2 ** 31];
  while (1 < yes - no) {
    const middle = Math.floor((no + yes) / 2);
    if (isAtLeast(middle)) yes = middle;
    else no = middle;
  }
  return which === "entry" || which === "stop" ? no : yes;
}

function followNaively(symbol: NaiveSymbol, price: number): void {
  const { high, low } = symbol.trail ?? { high: price, low: price };
  symbol.trail = { high: Math.max(high, price), low: Math.min(low, price), last: price };
  if (symbol.split === "this-price") symbol.split = "none";
  if (symbol.split === "next-price") symbol.split = "this-price";
}

function haltNaively(account: NaiveAccount): void {
  if (account.symbols.some(({ held, mark }) => 0 < held && mark === undefined)) return;
  const equity = equityOf(account);
  account.baseline ??= equity;
  const loss = account.limits.dailyLossBps;
  if (loss < 10_000 && atMost(equity, account.baseline, 10_000 - loss)) account.isHalted = true;
}

function exitNaively(
  account: NaiveAccount,
  slot: number,
  when: NaivePrices,
): NaiveIntent | undefined {
  const symbol = account.symbols[slot]!;
  const { strategy } = account;
  const { held, cost } = symbol;
  const { low, last } = symbol.trail!;
  const value = last * held;
  let reason: ReasonCode | undefined;
  if (strategy.mode !== "SIMPLE" && atLeast(last, low, 10_000 + strategy.sellRiseBps))
    reason = "trail-rise";
  if (strategy.mode !== "TRAILING" && atLeast(value, cost, 10_000 + strategy.takeProfitBps))
    reason = "take-profit";
  if (strategy.stopLossEnabled && atMost(value, cost, 10_000 - strategy.stopLossBps))
    reason = "stop-loss";
  if (reason === undefined || !symbol.isManaged) return undefined;
  if (symbol.working || 0 < symbol.othersWorking || symbol.split !== "none") return undefined;
  if (when.at < symbol.coolDownUntil && reason !== "stop-loss") return undefined;
  const quantity = reason === "stop-loss" ? held : Math.min(strategy.sharesToSell, held);
  symbol.working = { ordered: quantity, open: quantity, cash: 0 };
  return { slot, side: "sell", reason, quantity, reservedCash: 0, ...limitOf(last, -50, when) };
}

function entryNaively(
  account: NaiveAccount,
  slot: number,
  when: NaivePrices,
): NaiveIntent | undefined {
  const symbol = account.symbols[slot]!;
  const { strategy, limits } = account;
  const { high, last } = symbol.trail!;
  if (!atMost(last, high, 10_000 - strategy.buyDropBps)) return undefined;
  if (strategy.mode === "HYBRID" && !atLeast(last, high, 10_000 - strategy.buyDropMaxBps))
    return undefined;
  if (account.automation !== "on" || account.isHalted || when.at < symbol.coolDownUntil)
    return undefined;
  if (symbol.working || 0 < symbol.othersWorking || symbol.split !== "none") return undefined;
  if (strategy.patternConfirmation === "require" && !symbol.hasPattern) return undefined;
  const recent = account.entryTimes.filter((time) => when.at - time < 60_000);
  if (limits.entriesPerMinuteMax <= recent.length) return undefined;

  const limit = limitOf(last, 50, when);
  const each = Math.max(ceilOf(last, 10_000 + account.collarBps), limit.limit ?? 0);
  const fits = (count: number): boolean =>
    count <= strategy.maxPositionSize &&
    each * count <= account.cash - reservedOf(account) - strategy.minCashReserve &&
    (limits.maxPositionBps === RISK_UNLIMITED ||
      BigInt(last * count) * 10_000n <= BigInt(equityOf(account)) * BigInt(limits.maxPositionBps));
  let quantity: number = strategy.sharesToBuy;
  while (0 < quantity && !fits(quantity)) quantity -= 1;
  if (quantity === 0) return undefined;

  const reservedCash = each * quantity;
  symbol.working = { ordered: quantity, open: quantity, cash: reservedCash };
  account.entryTimes.push(when.at);
  return { slot, side: "buy", reason: "trail-drop", quantity, reservedCash, ...limit };
}

/** amount ≤ whole × rate, exactly. */
const atMost = (amount: number, whole: number, rateBps: number): boolean =>
  isNoMore(amount, 10_000, whole, rateBps);

const atLeast = (amount: number, whole: number, rateBps: number): boolean =>
  isNoMore(whole, rateBps, amount, 10_000);

/** a × b ≤ c × d, exactly: in big integers where a number does not hold a product. */
function isNoMore(a: number, b: number, c: number, d: number): boolean {
  if (isHeld(a, b) && isHeld(c, d)) return a * b <= c * d;
  return BigInt(a) * BigInt(b) <= BigInt(c) * BigInt(d);
}

const isHeld = (a: number, b: number): boolean =>
  Number.isInteger(a) && Number.isInteger(b) && Number.isSafeInteger(a * b);

function ceilOf(amount: number, rateBps: number): number {
  const product = BigInt(amount) * BigInt(rateBps);
  return Number((product + 9_999n) / 10_000n);
}

/** Half a percent away, to the nearest tick, a tie to the even one. */
function limitOf(price: number, offsetBps: number, { inSession }: NaivePrices): { limit?: number } {
  if (inSession) return {};
  const exact = BigInt(price) * BigInt(10_000 + offsetBps);
  const tick = exact < 10_000n * 10_000n ? 1n : 100n;
  const step = tick * 10_000n;
  const ticks = exact / step;
  const twice = 2n * (exact % step);
  const isUp = step < twice || (step === twice && ticks % 2n === 1n);
  const limit = Number((isUp ? ticks + 1n : ticks) * tick);
  return { limit: limit === 0 ? 1 : limit };
}

const byTicker =
  ({ symbols }: NaiveAccount) =>
  (left: number, right: number): number =>
    symbols[left]!.ticker < symbols[right]!.ticker ? -1 : 1;

/** The larger fall from the high first; sort is stable, so equal falls stay in ticker order. */
function byDrop(one: NaiveSymbol, other: NaiveSymbol): number {
  const a = one.trail!;
  const b = other.trail!;
  if (!isNoMore(a.high - a.last, b.high, b.high - b.last, a.high)) return -1;
  return isNoMore(b.high - b.last, a.high, a.high - a.last, b.high) ? 0 : 1;
}
