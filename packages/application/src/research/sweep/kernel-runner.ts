import type { KernelMarket } from "./kernel-market.ts";
import { kernelRuleGapOf } from "./kernel-rule.ts";
import type { TrialRunner } from "./trial-runner.ts";
import { type KernelMachine, OUTCOME, openWasmKernel } from "./wasm-kernel.ts";

export interface KernelParts {
  /** What trades from one account each. */
  readonly markets: readonly KernelMarket[];
  readonly days: Int32Array;
  readonly machine: KernelMachine;
  /** Runs what the kernel does not do. */
  readonly engine: TrialRunner;
}

/** Runs a configuration on every account by itself and adds up. */
export function kernelRunner({ markets, days, machine, engine }: KernelParts): TrialRunner {
  const kernel = openWasmKernel(machine, markets);
  const places = markets.reduce((sum, market) => sum + market.places, 0);
  const sums = new Float64Array(OUTCOME.length);
  return (settings, curve) => {
    if (kernelRuleGapOf(settings) !== undefined) return engine(settings, curve);
    kernel.open(settings);
    curve.fill(0);
    sums.fill(0);
    for (let market = 0; market < markets.length; market++) {
      addCurve(curve, kernel.run(market), markets[market]!, { days, cash: settings.cash });
      const numbers = kernel.numbers();
      for (let place = 0; place < OUTCOME.length; place++) sums[place]! += numbers[place]!;
    }
    return {
      initialEquity: settings.cash * markets.length,
      finalEquity: sums[FINAL_EQUITY]!,
      trades: sums[BUYS]! + sums[SELLS]!,
      exits: sums[SELLS]!,
      wins: sums[WINS]!,
      won: sums[WON]!,
      lost: sums[LOST]!,
      canceled: sums[CANCELED]!,
      exposure: sums[CLOSES_HOLDING]! / places,
    };
  };
}

const [FINAL_EQUITY, BUYS, SELLS, WINS] = [
  OUTCOME.indexOf("finalEquity"),
  OUTCOME.indexOf("buys"),
  OUTCOME.indexOf("sells"),
  OUTCOME.indexOf("wins"),
];
const [WON, LOST, CANCELED, CLOSES_HOLDING] = [
  OUTCOME.indexOf("won"),
  OUTCOME.indexOf("lost"),
  OUTCOME.indexOf("canceled"),
  OUTCOME.indexOf("closesHolding"),
];

/** Adds an account's equity: on a day its symbols do not trade it is worth what it was. */
function addCurve(
  curve: Float64Array,
  daily: Float64Array,
  { dayNumber }: KernelMarket,
  { days, cash }: { readonly days: Int32Array; readonly cash: number },
): void {
  // Days are those of all symbols: an account that has as many has the same.
  if (dayNumber.length === days.length) {
    for (let day = 0; day < curve.length; day++) curve[day]! += daily[day]!;
    return;
  }
  let [equity, next] = [cash, 0];
  for (let day = 0; day < days.length; day++) {
    if (dayNumber[next] === days[day]) equity = daily[next++]!;
    curve[day]! += equity;
  }
}
