import type { MutantGroup } from "./mutant.ts";

const IN_VAIN = "packages/application/src/trading/decisions/exit-in-vain.test.ts";

export const SENT_IN_VAIN: MutantGroup = {
  breaks: "What is sent to the broker in vain",
  mutants: [
    {
      name: "An exit that the broker ends without a fill is sent every ten seconds for ever",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "  inVain.set(slot, doublings + 1);",
      by: '  if (how !== "unfilled") inVain.set(slot, doublings + 1);',
      foundBy: {
        [IN_VAIN]: [
          "is sent again after ten seconds, and each time after twice as long, up to ten minutes",
        ],
      },
    },
    {
      name: "An exit that came to nothing is said to be decided at the next price",
      file: "packages/application/src/views/read-worker-status.ts",
      replace: "if (!isDue || !isInVain) return",
      by: "if (isDue || !isInVain) return",
      foundBy: {
        [IN_VAIN]: ["is told with what became of it, not as one that is decided at the next price"],
      },
    },
  ],
};
