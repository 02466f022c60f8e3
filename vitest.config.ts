import { defineConfig } from "vitest/config";

// Tests run the packages' sources: the "sevenfold-src" condition leads every import to src/.
const conditions = ["sevenfold-src", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "packages",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "docs/examples/*/*.test.ts",
            "tools/*.test.ts",
          ],
          setupFiles: ["./tools/fixed-seed.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The built product in a browser: after everything else and one at a time.
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/*.e2e.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
