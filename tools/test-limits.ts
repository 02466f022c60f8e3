/** A test or a hook that has lasted this long hangs: what it waits for ends sooner, also on a busy machine. */
export const TEST_MS = 60_000;
/** The same of the files below. */
export const SLOW_TEST_MS = 300_000;

/** Files, and folders of such, that hold a test which takes over fifteen seconds on a busy machine, and why. */
export const SLOW_TESTS: Readonly<Record<string, string>> = {
  "packages/adapters-broker/src/exchange/":
    "starts exchanges as processes of their own and kills them",
  "packages/adapters-persistence/src/":
    "starts PostgreSQL servers and fills databases anew for each test",
  "packages/cli/src/": "starts the built program, some of it on several threads",
  "tools/property-cases.test.ts": "starts vitest once more",
  "tools/packed-packages.test.ts": "packs and installs seven packages, and runs their programs",
  "packages/application/src/research/backtest/run-backtest.test.ts":
    "hundreds of markets, traded by a plain reading that looks everything up",
  "packages/application/src/research/backtest/standing-patterns.test.ts":
    "hundreds of markets whose patterns are looked for anew at every bar",
  "packages/application/src/research/backtest/symbols-passed-over.test.ts":
    "hundreds of markets of minutes, each traded twice",
  "packages/application/src/testing/world/keyless-session.test.ts":
    "whole sessions of a worker at a venue that loses its answers",
  "packages/application/src/testing/world/seeded-session.test.ts":
    "whole sessions of a worker that crashes, with every fault there is",
  "packages/application/src/research/sweep/wait-tables.test.ts":
    "hundreds of small sweeps, each trial traded by kernel and engine",
  "packages/application/src/research/sweep/wasm-kernel.test.ts":
    "hundreds of markets and long walks, each traded by kernel and engine",
  "packages/application/src/testing/simulate/many-plans/":
    "plays five hundred worlds for a day each",
  "packages/application/src/testing/simulate/other-shares.test.ts":
    "plays days on which shares split, trades are taken back and others trade",
  "packages/application/src/testing/simulate/regressions.test.ts":
    "plays every kept plan, each twice",
  "packages/application/src/trading/sales/run-sale-mishaps.test.ts":
    "forty sales, each broken off at every place there is",
  "packages/application/src/research/walk-forward/walk-windows.test.ts":
    "every day of every window is looked up",
  "packages/domain/src/decide-on-any-path.test.ts":
    "four hundred whole lives of an account, decided twice each",
};

/** What tests and hooks of a file may last, where properties draw so many times as many cases. */
export function testLimitOf(path: string, times: number): number {
  const isSlow = Object.keys(SLOW_TESTS).some((slow) =>
    slow.endsWith("/") ? path.includes(`/${slow}`) : path.endsWith(`/${slow}`),
  );
  return (isSlow ? SLOW_TEST_MS : TEST_MS) * times;
}
