import { transactionsPerIdleMinute } from "../../testing/idle-account.ts";

/** Printed by `npm run bench`: a count, which no machine makes larger or smaller. */
export const count = {
  title: "Transactions a minute of an idle account",
  unit: "transactions a minute",
  counts: {
    "no fills today": () => transactionsPerIdleMinute({ fills: 0, isOrderResting: false }),
    "one resting order": () => transactionsPerIdleMinute({ fills: 0, isOrderResting: true }),
    "150 fills, one resting order (goal 30)": () =>
      transactionsPerIdleMinute({ fills: 150, isOrderResting: true }),
  },
};
