import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { KernelMarket } from "./kernel-market.ts";
import { layOut } from "./kernel-memory.ts";
import { RULE_NUMBERS, ruleNumbers } from "./kernel-rule.ts";
import { entrySideOf, exitSideOf } from "./wait-tables.ts";

/** What kernel/run.ts exports. */
export interface KernelMachine {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly openRule: (rule: number, entryWaits: number, exitWaits: number) => void;
  readonly run: (
    market: number,
    scratch: number,
    outcome: number,
    curve: number,
    log: number,
  ) => void;
  readonly summarize: (market: number, scratch: number, outcome: number, room: number) => number;
}

/** The numbers of an outcome, in the order kernel/run.ts writes them. Amounts in ten-thousandths. */
export const OUTCOME = [
  "finalEquity",
  "cash",
  "buys",
  "sells",
  "wins",
  "won",
  "lost",
  "canceled",
  "unfilled",
  "closesHolding",
] as const;
export type KernelOutcome = Readonly<Record<(typeof OUTCOME)[number], number>>;

/** A fill as the kernel logs it. */
export interface KernelFill {
  /** Its place among the market's symbols. */
  readonly symbol: number;
  /** The instant at which it is in the books. */
  readonly instant: number;
  /** A code of domain/src/reason.ts. */
  readonly reason: number;
  readonly quantity: number;
  readonly price: number;
  readonly fee: number;
  readonly realized: number;
}

/** Markets laid out in the machine's memory. */
export interface WasmKernel {
  /** Takes a configuration; those that follow run it. */
  readonly open: (settings: BacktestSettings) => void;
  /** Trades it on a market, and answers equity at the end of each day: overwritten by the next run. */
  readonly run: (market: number) => Float64Array;
  /** What the latest run came to: its numbers, by their place in OUTCOME. */
  readonly numbers: () => Float64Array;
  readonly outcome: () => KernelOutcome;
  /** Trades it for its numbers alone, and answers the deepest drawdown at the ends of days: below 0. */
  readonly summarize: (market: number) => number;
  /** Runs it once more and answers every fill, in the order of time. */
  readonly fills: (market: number) => readonly KernelFill[];
}

/** A configuration's numbers, and the tables of its two sides. */
interface OpenedRule {
  readonly numbers: Float64Array;
  readonly entryWaits: number;
  readonly exitWaits: number;
}

const PAGE_BYTES = 65_536;
const FILL_BYTES = 40;

/**
 * Lays markets out for any number of configurations. To make the blocks of prices that are passed
 * over takes longer than to trade a few: who trades no more does without.
 */
export function openWasmKernel(
  machine: KernelMachine,
  markets: readonly KernelMarket[],
  passesBlocks = true,
): WasmKernel {
  const { memory } = machine;
  const { layout, copyTo } = layOut(markets, passesBlocks);
  growTo(machine, layout.log);
  copyTo(memory.buffer);
  const { scratch, outcome, curve, rule, log, waits, waitsAt } = layout;
  // Memory that grows leaves the views of it behind.
  const viewsOf = (buffer: ArrayBuffer) => ({
    numbers: new Float64Array(buffer, outcome, OUTCOME.length),
    rule: new Float64Array(buffer, rule, RULE_NUMBERS),
    curves: markets.map(({ days }) => new Float64Array(buffer, curve, days)),
  });
  let views = viewsOf(memory.buffer);
  const known = new WeakMap<BacktestSettings, OpenedRule>();
  const cleared = new Set<number>();
  const tableOf = (side: string): number => {
    const place = waits.placeOf(side);
    if (place === undefined) return 0;
    const at = waitsAt + place * waits.tableBytes;
    // What others left in the memory is no wait.
    if (!cleared.has(at)) new Uint8Array(memory.buffer, at, waits.tableBytes).fill(0);
    cleared.add(at);
    return at;
  };
  const openedFrom = (settings: BacktestSettings): OpenedRule => ({
    numbers: ruleNumbers(settings),
    entryWaits: tableOf(entrySideOf(settings)),
    exitWaits: tableOf(exitSideOf(settings)),
  });
  const runOn = (market: number, logAt: number) =>
    machine.run(layout.markets[market]!, scratch, outcome, curve, logAt);
  return {
    open(settings) {
      let opened = known.get(settings);
      if (opened === undefined) {
        opened = openedFrom(settings);
        known.set(settings, opened);
      }
      views.rule.set(opened.numbers);
      machine.openRule(rule, opened.entryWaits, opened.exitWaits);
    },
    run(market) {
      runOn(market, 0);
      return views.curves[market]!;
    },
    numbers: () => views.numbers,
    outcome: () => outcomeFrom(views.numbers),
    summarize: (market) => machine.summarize(layout.markets[market]!, scratch, outcome, curve),
    fills(market) {
      runOn(market, 0);
      const { buys, sells } = outcomeFrom(views.numbers);
      growTo(machine, log + (buys + sells) * FILL_BYTES);
      views = viewsOf(memory.buffer);
      runOn(market, log);
      return Array.from({ length: buys + sells }, (_, fill) =>
        fillFrom(memory.buffer, log + fill * FILL_BYTES),
      );
    },
  };
}

function growTo({ memory }: KernelMachine, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (0 < missing) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

const outcomeFrom = (numbers: Float64Array): KernelOutcome =>
  Object.fromEntries(OUTCOME.map((name, place) => [name, numbers[place]!])) as KernelOutcome;

function fillFrom(buffer: ArrayBuffer, at: number): KernelFill {
  const [symbol, instant, reason, quantity, price] = new Int32Array(buffer, at, 5);
  const [fee, realized] = new Float64Array(buffer, at + 24, 2);
  return {
    symbol: symbol!,
    instant: instant!,
    reason: reason!,
    quantity: quantity!,
    price: price!,
    fee: fee!,
    realized: realized!,
  };
}
