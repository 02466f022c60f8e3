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

/** Files of theirs that put another module in the place of one, which would stay for the files after them. */
export const REPLACING_FILES = [
  "packages/application/src/research/backtest/symbols-passed-over.test.ts",
  "packages/application/src/trading/decisions/same-decide.test.ts",
];

/** Globs of what shares processes, and of what has a fresh one for each file. */
export const SHARING_TESTS = SHARING_PACKAGES.map((name) => `packages/${name}/src/**/*.test.ts`);
export const OTHER_TESTS = [
  `packages/!(${SHARING_PACKAGES.join("|")})/src/**/*.test.{ts,tsx}`,
  "docs/examples/*/*.test.ts",
  "tools/**/*.test.ts",
  ...REPLACING_FILES,
];
