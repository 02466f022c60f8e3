import { readFileSync } from "node:fs";
import { inRoot } from "../workspace.mjs";

const built = (path) => import(inRoot("packages/application/dist/research/sweep", path));
const { kernelMarketOf } = await built("kernel-market.js");
const { openWasmKernel, OUTCOME } = await built("wasm-kernel.js");

const [EQUITY, BUYS, SELLS] = ["finalEquity", "buys", "sells"].map((name) => OUTCOME.indexOf(name));

/** Each symbol on an account of its own. */
export const accountsOf = (columns) => columns.map((each) => kernelMarketOf([each]));

/** All symbols on one account. */
export const sharedAccountOf = (columns) => [kernelMarketOf(columns)];

/**
 * The kernel with some accounts. `run` runs all settings on one of them and writes equity, fills and
 * drawdown of each; `forget` opens it anew, as for a sweep of which nothing is remembered.
 */
export function kernelOf(markets, { passesBlocks }) {
  const code = readFileSync(inRoot("packages/application/dist/research/sweep/kernel.wasm"));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  let kernel;
  const forget = () => {
    kernel = openWasmKernel(exports, markets, passesBlocks);
  };
  forget();
  const run = (market, settings, results) => {
    let at = market * settings.length * 3;
    for (const each of settings) {
      kernel.open(each);
      const drawdown = kernel.summarize(market);
      const numbers = kernel.numbers();
      results[at++] = numbers[EQUITY];
      results[at++] = numbers[BUYS] + numbers[SELLS];
      results[at++] = drawdown;
    }
  };
  return { run, forget };
}
