import { defineConfig } from "vitest/config";

// Tests run the packages' sources: the "sevenfold-src" condition leads every import to src/.
const conditions = ["sevenfold-src", "module", "node", "development|production"];

/**
 * How long a test waits for something before it counts as stuck, the waits inside it being shorter.
 * No claim about speed: a busy machine is several times slower than an idle one.
 */
const POLL_MS = 60_000;
const TEST_MS = 300_000;
const JOURNEY_MS = 600_000;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    expect: { poll: { timeout: POLL_MS } },
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
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        // The built product in a browser: after everything else and one at a time.
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/*.e2e.test.ts"],
          testTimeout: JOURNEY_MS,
          hookTimeout: JOURNEY_MS,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
