import type { KernelBars } from "./kernel-bars.ts";
import type { KernelOutcome } from "./kernel-outcome.ts";
import type { KernelRule } from "./kernel-rule.ts";

/** What kernel.wat exports. */
export interface KernelMachine {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly run: (
    symbol: number,
    rule: number,
    start: number,
    outcome: number,
    curve: number,
    log: number,
  ) => void;
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
  /** False where the rule asks for what the machine does not do on the symbol. */
  readonly run: (symbol: number, rule: KernelRule, record?: MachineRecord) => boolean;
  /** What the latest run came to. Sweeps that add up read `numbers`, by their place in OUTCOME. */
  readonly outcome: () => KernelOutcome;
  readonly numbers: Float64Array;
  readonly finalEquity: () => number;
}

const PAGE_BYTES = 65_536;
/** Of the outcome: its numbers, in the order kernel.wat writes them. */
export const OUTCOME = [
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
const RULE_AT = 160;
/** Behind the whole numbers of a rule stands its reserve, in 64 bits. */
const RESERVE_AT = RULE_AT + 64;
const SYMBOLS_AT = 256;
/** What the machine keeps of each symbol: its counts and where its columns are. */
const SYMBOL_BYTES = 40;
const FILL_WORDS = 4;
/** Closes are read eight at a time: so many more stand behind the last. */
const PADDING = 8;
const NO_LIMIT = -1;

/** How much memory the symbols take in the machine. */
export const machineBytesOf = (symbols: readonly KernelBars[]): number =>
  symbols.reduce(
    (sum, { count, days }) => sum + SYMBOL_BYTES + (5 * count + 2 * days + PADDING) * 4,
    SYMBOLS_AT,
  );

export function openWasmKernel(machine: KernelMachine, symbols: readonly KernelBars[]): WasmKernel {
  const daysMax = Math.max(...symbols.map(({ days }) => days));
  const countMax = Math.max(...symbols.map(({ count }) => count));
  const curveAt = (machineBytesOf(symbols) + 15) & ~15;
  // The curve is drawn two days at a time.
  const logAt = curveAt + (daysMax + 2) * 8;
  const bytes = logAt + countMax * FILL_WORDS * 4;
  const missing = bytes - machine.memory.buffer.byteLength;
  if (0 < missing) machine.memory.grow(Math.ceil(missing / PAGE_BYTES));
  layOut(machine, symbols);
  const numbers = new Float64Array(machine.memory.buffer, OUTCOME_AT, OUTCOME.length);
  const curves = new Float64Array(machine.memory.buffer, curveAt, daysMax);
  const log = new Int32Array(machine.memory.buffer, logAt, countMax * FILL_WORDS);
  const ruleWords = new Int32Array(machine.memory.buffer, RULE_AT, RULE_WORDS);
  const reserve = new Float64Array(machine.memory.buffer, RESERVE_AT, 1);
  const known = new WeakMap<KernelRule, Int32Array>();
  let latest = 0;
  const finalEquity = () => numbers[0]! + numbers[1]! * symbols[latest]!.finalPrice;
  return {
    numbers,
    finalEquity,
    outcome: () => outcomeFrom(numbers, finalEquity()),
    run(symbol, rule, { curve, fills } = NOTHING) {
      const bars = symbols[symbol]!;
      if (!isWithinReach(rule) || outlastsClose(rule, bars)) return false;
      let words = known.get(rule);
      if (words === undefined) {
        words = ruleNumbers(rule);
        known.set(rule, words);
      }
      ruleWords.set(words);
      reserve[0] = rule.minCashReserve;
      latest = symbol;
      const at = SYMBOLS_AT + symbol * SYMBOL_BYTES;
      machine.run(at, RULE_AT, rule.cash, OUTCOME_AT, curve ? curveAt : 0, fills ? logAt : 0);
      if (mayHalt(rule, bars, numbers[DRAWDOWN]!)) return false;
      curve?.set(curves.subarray(0, bars.days));
      fills?.push(...fillsFrom(log, numbers[BUYS]! + numbers[SELLS]!));
      return true;
    },
  };
}

const NOTHING: MachineRecord = {};
const BUYS = OUTCOME.indexOf("buys");
const SELLS = OUTCOME.indexOf("sells");
const DRAWDOWN = OUTCOME.indexOf("maxDrawdown");

/** Copies every column of every symbol, and writes down where it is. */
function layOut({ memory }: KernelMachine, symbols: readonly KernelBars[]): void {
  let at = SYMBOLS_AT + symbols.length * SYMBOL_BYTES;
  const laid = (column: Int32Array): number => {
    const begins = at;
    new Int32Array(memory.buffer, at, column.length).set(column);
    at += column.byteLength;
    return begins;
  };
  symbols.forEach((bars, symbol) => {
    const { close, fillPrice, place, fillPlace, day, dayLast } = bars;
    const closes = laid(padded(close));
    const columns = [fillPrice, place, fillPlace, day, dayLast].map(laid);
    const dayCloses = laid(dayLast.map((last) => close[last]!));
    new Int32Array(memory.buffer, SYMBOLS_AT + symbol * SYMBOL_BYTES, SYMBOL_BYTES / 4).set([
      bars.count,
      bars.days,
      closes,
      ...columns,
      dayCloses,
      bars.places,
    ]);
  });
}

function padded(close: Int32Array): Int32Array {
  const longer = new Int32Array(close.length + PADDING).fill(close.at(-1)!);
  longer.set(close);
  return longer;
}

/** Rates the machine's fixed-point gates can hold: all that a setting may ask for are among them. */
const isWithinReach = ({ buyDropBps, sellRiseBps }: KernelRule): boolean =>
  0 < buyDropBps && buyDropBps < BPS_PER_ONE && 0 < sellRiseBps && sellRiseBps < BPS_PER_ONE;

const RULE_WORDS = 15;

/** As $openRule in kernel.wat reads them. */
const ruleNumbers = (rule: KernelRule): Int32Array =>
  Int32Array.of(
    Number(rule.hasBand),
    Number(rule.hasTarget),
    Number(rule.hasTrail),
    Number(rule.hasStop),
    Number(rule.fillsAtClose),
    // In 2^-32: what a fall leaves, never too little, and what a rise adds, never too much.
    Math.ceil(((BPS_PER_ONE - rule.buyDropBps) * 2 ** 32) / BPS_PER_ONE),
    Math.floor((rule.sellRiseBps * 2 ** 32) / BPS_PER_ONE),
    BPS_PER_ONE - rule.buyDropBps,
    BPS_PER_ONE - rule.buyDropMaxBps,
    BPS_PER_ONE + rule.sellRiseBps,
    BPS_PER_ONE + rule.takeProfitBps,
    BPS_PER_ONE - rule.stopLossBps,
    rule.sharesToBuy,
    rule.sharesToSell,
    Number.isFinite(rule.maxPositionBps) ? rule.maxPositionBps : NO_LIMIT,
  );

/** A cool-down acts only where it still runs at the first close after a fill. */
const outlastsClose = (rule: KernelRule, bars: KernelBars): boolean =>
  (rule.fillsAtClose ? bars.spacingMs : bars.settlingMs) < rule.coolDownMs;

/**
 * Whether the daily loss limit could have been reached, so that the run must be done by the kernel
 * that knows it. With a close a day no day costs more than the shares held were worth, and no day
 * began with less than the drawdown left of what the account had at first.
 */
function mayHalt(rule: KernelRule, bars: KernelBars, maxDrawdown: number): boolean {
  if (BPS_PER_ONE <= rule.dailyLossBps) return false;
  if (bars.days !== bars.count) return true;
  const loss = rule.sharesToBuy * bars.highest;
  const least = rule.cash * (1 + maxDrawdown);
  return (least * rule.dailyLossBps) / BPS_PER_ONE <= loss * SAFELY;
}

const BPS_PER_ONE = 10_000;
/** Wider than what rounding could hide. */
const SAFELY = 1.000_001;

/** In the order of OUTCOME. Written out: built from its names it would take many times as long. */
const outcomeFrom = (numbers: Float64Array, finalEquity: number): KernelOutcome => ({
  finalEquity,
  cash: numbers[0]!,
  held: numbers[1]!,
  costBasis: numbers[2]!,
  buys: numbers[3]!,
  sells: numbers[4]!,
  wins: numbers[5]!,
  won: numbers[6]!,
  lost: numbers[7]!,
  canceled: numbers[8]!,
  unfilled: numbers[9]!,
  closesHolding: numbers[10]!,
  maxDrawdown: numbers[11]!,
});

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
