import type { KernelBars } from "./kernel-bars.ts";
import type { KernelOutcome } from "./kernel-outcome.ts";
import type { KernelRule } from "./kernel-rule.ts";

/** What kernel.wat exports. */
export interface KernelMachine {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly setSymbol: (...columns: readonly number[]) => void;
  readonly setRule: (...rule: readonly number[]) => void;
  readonly run: (start: number, outcome: number, curve: number, log: number) => void;
}

/** A fill as the machine logs it. */
export interface MachineFill {
  /** The close that decided. */
  readonly decided: number;
  /** A code of domain/src/reason.ts. */
  readonly reason: number;
  readonly quantity: number;
  readonly price: number;
}

export interface MachineRecord {
  /** Equity at the last deciding close of each trading day is written into it. */
  readonly curve?: Float64Array;
  readonly fills?: MachineFill[];
}

/** Symbols laid out in the machine's memory. */
export interface WasmKernel {
  /** Undefined where the rule asks for what the machine does not do on the symbol. */
  readonly run: (
    symbol: number,
    rule: KernelRule,
    record?: MachineRecord,
  ) => KernelOutcome | undefined;
}

const PAGE_BYTES = 65_536;
/** Of the outcome: its numbers, in the order kernel.wat writes them. */
const OUTCOME = [
  "cash",
  "held",
  "costBasis",
  "buys",
  "sells",
  "wins",
  "won",
  "lost",
  "canceled",
  "unfilled",
  "closesHolding",
  "maxDrawdown",
] as const;
const OUTCOME_AT = 16;
const COLUMNS_AT = 256;
const FILL_WORDS = 4;
/** Closes are read four at a time: so many more stand behind the last. */
const PADDING = 4;
const NO_LIMIT = -1;

/** How much memory the symbols take in the machine. */
export const machineBytesOf = (symbols: readonly KernelBars[]): number =>
  symbols.reduce((sum, { count, days }) => sum + (5 * count + 2 * days + PADDING) * 4, COLUMNS_AT);

export function openWasmKernel(machine: KernelMachine, symbols: readonly KernelBars[]): WasmKernel {
  const daysMax = Math.max(...symbols.map(({ days }) => days));
  const countMax = Math.max(...symbols.map(({ count }) => count));
  const curveAt = (machineBytesOf(symbols) + 15) & ~15;
  const logAt = curveAt + daysMax * 8;
  const bytes = logAt + countMax * FILL_WORDS * 4;
  const missing = bytes - machine.memory.buffer.byteLength;
  if (0 < missing) machine.memory.grow(Math.ceil(missing / PAGE_BYTES));
  const layouts = layoutsOf(machine, symbols);
  const outcome = new Float64Array(machine.memory.buffer, OUTCOME_AT, OUTCOME.length);
  const curves = new Float64Array(machine.memory.buffer, curveAt, daysMax);
  const log = new Int32Array(machine.memory.buffer, logAt, countMax * FILL_WORDS);
  let set: { readonly symbol: number; readonly rule: KernelRule | undefined } = {
    symbol: -1,
    rule: undefined,
  };
  return {
    run(symbol, rule, { curve, fills } = {}) {
      const bars = symbols[symbol]!;
      if (!isWithinReach(rule) || outlastsClose(rule, bars)) return undefined;
      if (symbol !== set.symbol) machine.setSymbol(...layouts[symbol]!);
      if (rule !== set.rule) machine.setRule(...ruleNumbers(rule));
      set = { symbol, rule };
      machine.run(rule.cash, OUTCOME_AT, curve ? curveAt : 0, fills ? logAt : 0);
      const found = outcomeFrom(outcome, bars);
      if (mayHalt(rule, bars, found)) return undefined;
      curve?.set(curves.subarray(0, bars.days));
      fills?.push(...fillsFrom(log, found.buys + found.sells));
      return found;
    },
  };
}

/** Copies every column of every symbol; answers what setSymbol takes for each. */
function layoutsOf(machine: KernelMachine, symbols: readonly KernelBars[]) {
  let at = COLUMNS_AT;
  const laid = (column: Int32Array): number => {
    const begins = at;
    new Int32Array(machine.memory.buffer, at, column.length).set(column);
    at += column.byteLength;
    return begins;
  };
  return symbols.map((bars) => {
    const { close, fillPrice, place, fillPlace, day, dayLast } = bars;
    const closes = laid(padded(close));
    const columns = [fillPrice, place, fillPlace, day, dayLast].map(laid);
    const dayCloses = laid(dayLast.map((last) => close[last]!));
    return [bars.count, bars.days, closes, ...columns, dayCloses, bars.places];
  });
}

function padded(close: Int32Array): Int32Array {
  const longer = new Int32Array(close.length + PADDING).fill(close.at(-1)!);
  longer.set(close);
  return longer;
}

/** Rates the machine's fixed-point gates can hold: all that a setting may ask for are among them. */
const isWithinReach = (rule: KernelRule): boolean =>
  [rule.buyDropBps, rule.sellRiseBps].every((bps) => 0 < bps && bps < BPS_PER_ONE);

const ruleNumbers = (rule: KernelRule): readonly number[] => [
  Number(rule.hasBand),
  Number(rule.hasTarget),
  Number(rule.hasTrail),
  Number(rule.hasStop),
  rule.buyDropBps,
  rule.buyDropMaxBps,
  rule.sellRiseBps,
  rule.takeProfitBps,
  rule.stopLossBps,
  rule.sharesToBuy,
  rule.sharesToSell,
  rule.minCashReserve,
  Number.isFinite(rule.maxPositionBps) ? rule.maxPositionBps : NO_LIMIT,
  Number(rule.fillsAtClose),
];

/** A cool-down acts only where it still runs at the first close after a fill. */
const outlastsClose = (rule: KernelRule, bars: KernelBars): boolean =>
  (rule.fillsAtClose ? bars.spacingMs : bars.settlingMs) < rule.coolDownMs;

/**
 * Whether the daily loss limit could have been reached, so that the run must be done by the kernel
 * that knows it. With a close a day no day costs more than the shares held were worth, and no day
 * began with less than the drawdown left of what the account had at first.
 */
function mayHalt(rule: KernelRule, bars: KernelBars, { maxDrawdown }: KernelOutcome): boolean {
  if (BPS_PER_ONE <= rule.dailyLossBps) return false;
  if (bars.days !== bars.count) return true;
  const loss = rule.sharesToBuy * bars.highest;
  const least = rule.cash * (1 + maxDrawdown);
  return (least * rule.dailyLossBps) / BPS_PER_ONE <= loss * SAFELY;
}

const BPS_PER_ONE = 10_000;
/** Wider than what rounding could hide. */
const SAFELY = 1.000_001;

function outcomeFrom(numbers: Float64Array, bars: KernelBars): KernelOutcome {
  const [cash, held, costBasis, buys, sells, wins, won, lost, canceled, unfilled] = numbers;
  return {
    finalEquity: cash! + held! * bars.finalPrice,
    cash: cash!,
    held: held!,
    costBasis: costBasis!,
    buys: buys!,
    sells: sells!,
    wins: wins!,
    won: won!,
    lost: lost!,
    canceled: canceled!,
    unfilled: unfilled!,
    closesHolding: numbers[10]!,
    maxDrawdown: numbers[11]!,
  };
}

const fillsFrom = (log: Int32Array, count: number): readonly MachineFill[] =>
  Array.from({ length: count }, (_, fill) => {
    const at = fill * FILL_WORDS;
    return {
      decided: log[at]!,
      reason: log[at + 1]!,
      quantity: log[at + 2]!,
      price: log[at + 3]!,
    };
  });
