import { measureWorker } from "./measured-worker.ts";

// One process for one measurement: what an earlier one left in memory does not count for the next.
const load = JSON.parse(process.argv[2] ?? "{}");
const say = (what: object) => void process.stdout.write(`${JSON.stringify(what)}\n`);
say(await measureWorker(load, say));
process.exit(0);
