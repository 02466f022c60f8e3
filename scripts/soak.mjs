import "../packages/cli/bin/require-node.mjs";
import { setTimeout as pause } from "node:timers/promises";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { booksOf, tableSizes, unpostedCash } from "./soak/books.mjs";
import { openFaults } from "./soak/faults.mjs";
import { GROWTH_LIMITS, growthRows } from "./soak/growth.mjs";
import { startProducts } from "./soak/products.mjs";
import { sampleOf } from "./soak/samples.mjs";
import { openTraders } from "./soak/traders.mjs";
import { say } from "./workspace.mjs";

/*
 * Hours of trading with faults on the way, and whether anything grows: the exchange, an API and a worker
 * as processes of their own on a PostgreSQL of their own, with accounts that trade and people who look.
 */
const values = readCommand({
  name: "soak",
  says: "Trades for hours with faults on the way, and fails where anything grows or a book is wrong.",
  flags: {
    hours: {
      takes: "N",
      isPart: true,
      least: 0.001,
      most: 23,
      preset: 1,
      says: "0.1 is six minutes",
    },
    accounts: { takes: "N", preset: 50, says: "accounts that trade" },
    "sample-seconds": { takes: "N", preset: 15, says: "between two looks at what grows" },
    "fault-seconds": { takes: "N", preset: 45, says: "between two faults" },
    "warm-up": {
      ...{ takes: "N", isPart: true, least: 0, most: 1, preset: 0.25 },
      says: "part of the time, at its beginning, that is not judged",
    },
  },
});
const { hours } = values;
const lengthMs = hours * 3_600_000;

await prepare();
say("Starting PostgreSQL, the exchange, an API and a worker …");
const products = await startProducts(values.accounts);
try {
  const traders = await openTraders(products, values.accounts);
  const unposted = await unpostedCash(products);
  const began = { at: performance.now(), tables: await tableSizes(products) };
  say(`${traders.count} accounts trade for ${hours} h; it began at ${new Date().toISOString()}.`);
  const faults = openFaults(products, values["fault-seconds"]);
  const samples = [];
  while (performance.now() - began.at < lengthMs) {
    await pause(1_000 * values["sample-seconds"]);
    samples.push(...(await sampleOf(products, performance.now() - began.at)));
  }
  await faults.stop();
  traders.stop();
  say("Waiting for what is under way to come to rest …");
  const books = await booksOf(products, unposted);
  const tables = await tableSizes(products);
  const judgedFromMs = lengthMs * values["warm-up"];
  const { rows, grown } = growthRows({
    samples,
    judgedFromMs,
    tables,
    before: began.tables,
    hours,
  });
  say(
    `\n${hours} h, ${traders.count} accounts, ${traders.asked()} requests of dashboards, ${traders.pushed()} pushes`,
  );
  for (const line of [...faults.rows(), ...books.rows, ...rows]) say(line);
  const wrong = [...books.wrong, ...grown];
  say(wrong.length === 0 ? "\nNothing grew, and the books are right." : `\n${wrong.join("\n")}`);
  if (0 < wrong.length) {
    say(`What may grow: ${JSON.stringify(GROWTH_LIMITS)}`);
    process.exitCode = 1;
  }
} finally {
  await products.stop();
}
process.exit(process.exitCode);
