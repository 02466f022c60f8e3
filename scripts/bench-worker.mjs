import "../packages/cli/bin/require-node.mjs";
import { measuredAlone, openDatabases } from "./bench-worker/measured-alone.mjs";
import { burstRows, costRows, latencyRows } from "./bench-worker/tables.mjs";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { say } from "./workspace.mjs";

/*
 * What one worker bears on one core, with a PostgreSQL of its own: the latencies of a thousand accounts,
 * an opening burst, and what an account costs from 10 to 10,000 of them.
 */
const values = readCommand({
  name: "bench:worker",
  says: "What one worker bears on one core, with a PostgreSQL of its own.",
  flags: {
    accounts: { takes: "N", preset: 1_000, says: "accounts of the latencies and of the burst" },
    seconds: { takes: "N", preset: 60, says: "how long latencies are measured" },
    only: { takes: "PARTS", says: "some of latency,burst,cost; all by default" },
    burst: { takes: "N", preset: 5_000, says: "prices a second of the opening burst" },
    "burst-seconds": { takes: "N", preset: 60, says: "how long it lasts" },
    "cost-seconds": { takes: "N", preset: 20, says: "how long each size is measured" },
    sizes: { takes: "LIST", preset: "10,100,300,1000,3000,10000", says: "accounts of the costs" },
    profile: { takes: "FOLDER", says: "a V8 profile of each measurement, into this folder" },
  },
});
const isWanted = (part) => values.only === undefined || values.only.split(",").includes(part);
const SYMBOLS = 85;
/** What a price moves in a second at most: some orders a second of a thousand accounts, and hundreds. */
const CALM = 0.0015;
const LIVELY = 0.004;

await prepare();
const databases = await openDatabases();
const measure = (load) => measuredAlone(databases, load, { profile: values.profile });
const { accounts } = values;
try {
  if (isWanted("latency")) {
    const load = { accounts, ticksPerSecond: SYMBOLS, stepASecond: CALM, warmUpSeconds: 20 };
    const measured = await measure({ ...load, seconds: values.seconds });
    say(latencyRows(measured));
  }
  if (isWanted("burst")) {
    const load = {
      accounts,
      ticksPerSecond: values.burst,
      stepASecond: LIVELY,
      warmUpSeconds: 0,
    };
    say(burstRows(await measure({ ...load, seconds: values["burst-seconds"] })));
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
      rows.push(await measure({ ...load, seconds: values["cost-seconds"] }));
      say(costRows(rows));
    }
  }
} finally {
  await databases.stop();
}
process.exit(process.exitCode);
