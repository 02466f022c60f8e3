import { readFileSync } from "node:fs";
import { inRoot } from "../workspace.mjs";

const built = (path) => import(inRoot("packages/application/dist/sweep", path));
const { kernelBarsOf } = await built("kernel-bars.js");
const { kernelSymbolOf } = await built("kernel-walk.js");
const { runKernel } = await built("run-kernel.js");
const { openWasmKernel, OUTCOME } = await built("wasm-kernel.js");

export const barsOf = (columns) => columns.map(kernelBarsOf);

const [BUYS, SELLS, DRAWDOWN] = ["buys", "sells", "maxDrawdown"].map((name) =>
  OUTCOME.indexOf(name),
);

/** Runs every rule on a symbol by the machine's code and writes equity, fills and drawdown of each. */
export function machineOf(bars) {
  const code = readFileSync(inRoot("packages/application/dist/sweep/kernel.wasm"));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const kernel = openWasmKernel(exports, bars);
  return (symbol, rules, results) => {
    const { numbers } = kernel;
    let at = symbol * rules.length * 3;
    for (const rule of rules) {
      if (!kernel.run(symbol, rule)) throw new Error("The machine passed on a rule of the bench.");
      results[at++] = kernel.finalEquity();
      results[at++] = numbers[BUYS] + numbers[SELLS];
      results[at++] = numbers[DRAWDOWN];
    }
  };
}

/** The same by the kernel in JavaScript, which passes over blocks of prices. */
export function scannerOf(bars) {
  const symbols = bars.map(kernelSymbolOf);
  return (symbol, rules, results) => {
    let at = symbol * rules.length * 3;
    for (const rule of rules) {
      const { finalEquity, buys, sells, maxDrawdown } = runKernel(symbols[symbol], rule);
      results[at++] = finalEquity;
      results[at++] = buys + sells;
      results[at++] = maxDrawdown;
    }
  };
}
