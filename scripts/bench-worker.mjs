import "../packages/cli/bin/require-node.mjs";
import { measuredAlone, openDatabases } from "./bench-worker/measured-alone.mjs";
import { burstRows, costRows, latencyRows } from "./bench-worker/tables.mjs";
import { prepare } from "./build.mjs";
import { flagsOf, say } from "./workspace.mjs";

/*
 * What one worker bears on one core, with a PostgreSQL of its own: the latencies of a thousand accounts,
 * an opening burst, and what an account costs from 10 to 10,000 of them.
 */
const values = flagsOf({
  accounts: { type: "string", default: "1000" },
  seconds: { type: "string", default: "60" },
  /** Which parts: latency, burst, cost. */
  only: { type: "string" },
  burst: { type: "string", default: "5000" },
  "burst-seconds": { type: "string", default: "60" },
  "cost-seconds": { type: "string", default: "20" },
  sizes: { type: "string", default: "10,100,300,1000,3000,10000" },
  /** A V8 profile of each measurement, into this folder. */
  profile: { type: "string" },
});
const isWanted = (part) => values.only === undefined || values.only.split(",").includes(part);
const SYMBOLS = 85;
/** What a price moves in a second at most: some orders a second of a thousand accounts, and hundreds. */
const CALM = 0.0015;
const LIVELY = 0.004;

await prepare();
const databases = await openDatabases();
const measure = (load) => measuredAlone(databases, load, { profile: values.profile });
const accounts = Number(values.accounts);
try {
  if (isWanted("latency")) {
    const load = { accounts, ticksPerSecond: SYMBOLS, stepASecond: CALM, warmUpSeconds: 20 };
    const measured = await measure({ ...load, seconds: Number(values.seconds) });
    say(latencyRows(measured));
  }
  if (isWanted("burst")) {
    const load = {
      accounts,
      ticksPerSecond: Number(values.burst),
      stepASecond: LIVELY,
      warmUpSeconds: 0,
    };
    say(burstRows(await measure({ ...load, seconds: Number(values["burst-seconds"]) })));
  }
  if (isWanted("cost")) {
    const rows = [];
    for (const size of values.sizes.split(",").map(Number)) {
      const load = {
        accounts: size,
        ticksPerSecond: SYMBOLS,
        stepASecond: CALM,
        warmUpSeconds: 15,
      };
      rows.push(await measure({ ...load, seconds: Number(values["cost-seconds"]) }));
      say(costRows(rows));
    }
  }
} finally {
  await databases.stop();
}
process.exit(process.exitCode);
