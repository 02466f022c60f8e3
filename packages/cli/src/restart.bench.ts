import { canTestOnPostgres } from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { timeRestarts } from "./testing/restarted-worker.ts";

const ACCOUNTS = 200;

/** Printed by `npm run bench`: how long a start takes until every account may trade again. */
export const span = {
  title: `A killed worker's start until its ${ACCOUNTS} accounts are reconciled`,
  async take(): Promise<Readonly<Record<string, number>>> {
    if (!canTestOnPostgres()) return {};
    const { atOnceMs, withoutLeasesMs } = await timeRestarts(ACCOUNTS);
    return {
      "once the dead one's leases have run out (goal 10)": withoutLeasesMs,
      "at once, those leases included": atOnceMs,
    };
  },
};
