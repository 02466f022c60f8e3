/** Packages whose tests leave nothing behind in their process: file after file runs in the same one. docs/testing.md */
export const SHARING_PACKAGES = [
  "domain",
  "contract",
  "application",
  "adapters-broker",
  "adapters-http",
  "adapters-payments",
  "adapters-watch",
] as const;

/** Files of theirs that change what is not their own: a module, the timers, the zone. Each has a process of its own. */
export const APART_FILES = [
  "packages/adapters-broker/src/exchange/trade-stream.test.ts",
  "packages/adapters-broker/src/instant-from-text.test.ts",
  "packages/adapters-broker/src/reconnecting-socket.test.ts",
  "packages/application/src/research/backtest/symbols-passed-over.test.ts",
  "packages/application/src/trading/decisions/same-decide.test.ts",
];

/** Globs of what shares processes, and of what has a fresh one for each file. */
export const SHARING_TESTS = SHARING_PACKAGES.map((name) => `packages/${name}/src/**/*.test.ts`);
export const OTHER_TESTS = [
  `packages/!(${SHARING_PACKAGES.join("|")})/src/**/*.test.{ts,tsx}`,
  "docs/examples/*/*.test.ts",
  "tools/**/*.test.ts",
  ...APART_FILES,
];
