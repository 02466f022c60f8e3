import type { KernelOutcome } from "./kernel-outcome.ts";
import { type KernelRule, kernelRuleGapOf, kernelRuleOf } from "./kernel-rule.ts";
import type { KernelSymbol } from "./kernel-walk.ts";
import type { TrialRunner } from "./open-sweep.ts";
import { runKernel } from "./run-kernel.ts";
import { type KernelMachine, machineBytesOf, openWasmKernel } from "./wasm-kernel.ts";

export interface KernelParts {
  readonly symbols: readonly KernelSymbol[];
  readonly days: Int32Array;
  readonly machine: KernelMachine | undefined;
  /** Runs what the kernel does not do. */
  readonly engine: TrialRunner;
}

/** Runs a configuration on every symbol by itself and adds up. */
export function kernelRunner({ symbols, days, machine, engine }: KernelParts): TrialRunner {
  const runOn = symbolRunner(symbols, machine);
  const dailies = symbols.map(({ bars }) => new Float64Array(bars.days));
  return (settings, curve) => {
    if (symbols.some(({ bars }) => kernelRuleGapOf(settings, bars) !== undefined))
      return engine(settings, curve);
    const rule = kernelRuleOf(settings);
    const outcomes = symbols.map((symbol, place) => {
      const outcome = runOn(place, rule, dailies[place]!);
      return { ...outcome, places: symbol.bars.places };
    });
    sumCurves(symbols, dailies, days, { cash: settings.cash, curve });
    const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
      outcomes.reduce((total, outcome) => total + of(outcome), 0);
    return {
      initialEquity: settings.cash * symbols.length,
      finalEquity: sum(({ finalEquity }) => finalEquity),
      trades: sum(({ buys, sells }) => buys + sells),
      exits: sum(({ sells }) => sells),
      wins: sum(({ wins }) => wins),
      won: sum(({ won }) => won),
      lost: sum(({ lost }) => lost),
      canceled: sum(({ canceled }) => canceled),
      exposure: sum(({ closesHolding }) => closesHolding) / sum(({ places }) => places),
    };
  };
}

type SymbolRunner = (symbol: number, rule: KernelRule, curve: Float64Array) => KernelOutcome;

/**
 * The machine where it is the faster one, bars of hours or days: between their fills lie too few
 * closes for blocks to be passed over. And the kernel in JavaScript for whatever it does not do.
 */
function symbolRunner(
  symbols: readonly KernelSymbol[],
  machine: KernelMachine | undefined,
): SymbolRunner {
  const onBlocks: SymbolRunner = (symbol, rule, curve) =>
    runKernel(symbols[symbol]!, rule, { curve });
  const bars = symbols.map((symbol) => symbol.bars);
  const isCoarse = bars.every(({ count, days }) => count <= days * CLOSES_A_DAY_COARSE);
  if (machine === undefined || !isCoarse || MACHINE_BYTES_MAX < machineBytesOf(bars))
    return onBlocks;
  const kernel = openWasmKernel(machine, bars);
  return (symbol, rule, curve) =>
    kernel.run(symbol, rule, { curve }) ? kernel.outcome() : onBlocks(symbol, rule, curve);
}

const CLOSES_A_DAY_COARSE = 16;
/** Of each thread: some ten thousand years of days. */
const MACHINE_BYTES_MAX = 64 * 1024 * 1024;

/** Equity of all accounts on each day: on a day a symbol does not trade it is worth what it was. */
function sumCurves(
  symbols: readonly KernelSymbol[],
  dailies: readonly Float64Array[],
  days: Int32Array,
  { cash, curve }: { readonly cash: number; readonly curve: Float64Array },
): void {
  curve.fill(0);
  for (let place = 0; place < symbols.length; place++) {
    const { dayNumber } = symbols[place]!.bars;
    const daily = dailies[place]!;
    // Days are those of all symbols: one that has as many has the same.
    if (dayNumber.length === days.length) addAll(curve, daily);
    else addKnown(curve, daily, { dayNumber, days, cash });
  }
}

function addAll(curve: Float64Array, daily: Float64Array): void {
  for (let day = 0; day < curve.length; day++) curve[day]! += daily[day]!;
}

function addKnown(
  curve: Float64Array,
  daily: Float64Array,
  {
    dayNumber,
    days,
    cash,
  }: { readonly dayNumber: Int32Array; readonly days: Int32Array; readonly cash: number },
): void {
  let [equity, next] = [cash, 0];
  for (let day = 0; day < days.length; day++) {
    if (dayNumber[next] === days[day]) equity = daily[next++]!;
    curve[day]! += equity;
  }
}
