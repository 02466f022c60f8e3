import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { DECISION_CODE } from "./tools/decision-code.ts";
import { plantMutant } from "./tools/mutants/plant-mutant.ts";
import { TEST_MS } from "./tools/test-limits.ts";
import { APART_FILES, OTHER_TESTS, SHARING_TESTS } from "./tools/test-projects.ts";

// Tests run the packages' sources: the "sevenfold-src" condition leads every import to src/.
const conditions = ["sevenfold-src", "module", "node", "development|production"];

/**
 * How long a test waits for something before it counts as stuck; tools/test-limits.ts says how long
 * it may last. No claim about speed: a busy machine is several times slower than an idle one.
 */
const POLL_MS = 50_000;
const JOURNEY_MS = 600_000;

const seededFastCheck = fileURLToPath(new URL("tools/seeded-fast-check.ts", import.meta.url));

/** Leads tests that import fast-check to ours, which draws the run's cases. docs/testing.md */
const drawSeededCases = {
  name: "draw-seeded-cases",
  enforce: "pre" as const,
  resolveId: (id: string, importer: string | undefined) =>
    id === "fast-check" && importer !== seededFastCheck ? seededFastCheck : undefined,
};

const ofPackages = {
  globalSetup: ["./tools/say-seed.ts", "./tools/share-folder.ts"],
  setupFiles: ["./tools/limit-tests.ts"],
  testTimeout: TEST_MS,
  hookTimeout: TEST_MS,
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    // `npm run coverage`: what decides about orders and money. docs/testing.md
    coverage: {
      provider: "v8",
      include: [...DECISION_CODE],
      reporter: ["text"],
      thresholds: { branches: 100 },
    },
    expect: { poll: { timeout: POLL_MS } },
    projects: [
      {
        extends: true,
        plugins: [drawSeededCases, plantMutant],
        test: {
          name: "sharing",
          include: SHARING_TESTS,
          exclude: APART_FILES,
          isolate: false,
          ...ofPackages,
        },
      },
      {
        extends: true,
        plugins: [drawSeededCases, plantMutant],
        test: {
          name: "packages",
          include: OTHER_TESTS,
          ...ofPackages,
        },
      },
      {
        // The built product in a browser: after everything else, two at a time like everything else.
        extends: true,
        test: {
          name: "journeys",
          include: ["e2e/*.e2e.test.ts"],
          testTimeout: JOURNEY_MS,
          hookTimeout: JOURNEY_MS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
