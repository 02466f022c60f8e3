import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
import { alpacaBench } from "@sevenfold/adapters-broker/bench/alpaca-bench";
import { etradeBench } from "@sevenfold/adapters-broker/bench/etrade-bench";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import { etradeBroker } from "@sevenfold/adapters-broker/etrade/etrade-broker";
import { openMemoryDatabase } from "@sevenfold/adapters-persistence/embedded-database";
import { openedOn, openStorage } from "@sevenfold/adapters-persistence/open-storage";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { simulatedBench } from "@sevenfold/application/broker-kit/simulated/simulated-bench";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { drain } from "@sevenfold/application/testing/trading-world";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { afterAll, describe, expect, it } from "vitest";
import { tradeOnce } from "./testing/canonical-trade.ts";
import {
  FailingCalls,
  failingBroker,
  failingStorage,
  onFailingWire,
} from "./testing/failing-calls.ts";

/** More calls than any trade makes. */
const CALLS_MAX = 10_000;
/** Every call of every pair: `npm run failing-calls`. */
const ofAll = process.env.FAILING_CALLS === "all";

/** Each how manieth call fails: what has a wire takes longer, and what has a database longest. */
function stepOf(broker: BenchName, storage: StorageName): number {
  if (ofAll) return 1;
  if (storage !== "in memory") return 15;
  return broker === "simulated" ? 1 : 11;
}

/** The venue's minutes pass in no time at all: by the clock of the budget all is one minute. */
const budget = () => new CallBudget({ perMinute: 1_000_000, reserve: 0 });

const BENCHES = {
  alpaca: alpacaBench("alpaca", (connection) => alpacaBroker(connection, budget())),
  etrade: etradeBench("etrade", (settings) => etradeBroker(settings, budget())),
  simulated: simulatedBench(drain),
};
type BenchName = keyof typeof BENCHES;

/** What opens rows for one trade; databases are opened once. */
const closing: (() => Promise<void>)[] = [];
/** What was tried, a line for each pair. */
const tried: string[] = [];
afterAll(async () => {
  process.stdout.write(`${tried.join("\n")}\n`);
  for (const close of closing.reverse()) await close();
});

const STORAGES = {
  "in memory": async () => inMemoryStorage,
  "on the embedded database": async () => {
    const { close, storage } = await openedOn(await openMemoryDatabase());
    closing.push(close);
    return () => storage;
  },
  "on a PostgreSQL server": async () => {
    const server = await startTestPostgres();
    closing.push(server.stop);
    const { close, storage } = await openStorage({
      ...PATIENT,
      databaseUrl: await server.newDatabase(),
    });
    closing.push(close);
    return () => storage;
  },
};
type StorageName = keyof typeof STORAGES;

const PAIRS = (Object.keys(STORAGES) as StorageName[]).flatMap((storage) =>
  (Object.keys(BENCHES) as BenchName[])
    .filter((broker) => ofAll || storage === "in memory" || broker === "alpaca")
    .map((broker) => ({ broker, storage })),
);

async function traded(broker: BenchName, rows: Storage, calls: FailingCalls) {
  const venue = await BENCHES[broker].open();
  try {
    const storage = failingStorage(rows, calls);
    const whole = venue.connect();
    if (broker === "simulated")
      return await tradeOnce({ venue, rows, storage, broker: failingBroker(whole, calls) });
    return await onFailingWire(calls, () => tradeOnce({ venue, rows, storage, broker: whole }));
  } finally {
    await venue.close();
  }
}

describe("a trade of which any one call fails", () => {
  const cases = PAIRS.map(({ broker, storage }) => {
    const isMissing = storage === "on a PostgreSQL server" && !canTestOnPostgres();
    return { broker, storage, test: it.skipIf(isMissing) };
  });
  for (const { broker, storage, test } of cases)
    test(`ends in the same books (${broker}, ${storage})`, async () => {
      const rowsOf = await STORAGES[storage]();
      const { rounds: _, ...whole } = await traded(broker, rowsOf(), new FailingCalls(0, "before"));
      expect(whole).toMatchObject({
        positions: [],
        open: [],
        reserved: 0,
        bought: 10,
        sold: 10,
        ordersAtVenue: 2,
        ordersHere: 2,
        cash: whole.earned,
        cashFlow: whole.earned,
      });

      let count = 0;
      const step = stepOf(broker, storage);
      for (const when of ["before", "after"] as const)
        for (let at = 1; at < CALLS_MAX; at += step) {
          const calls = new FailingCalls(at, when);
          const { rounds, ...books } = await traded(broker, rowsOf(), calls);
          expect(books, `call ${at}, ${calls.failed}, ${when}, ${rounds} rounds`).toEqual(whole);
          if (!calls.isMet) break;
          count += 1;
        }
      tried.push(`${broker} ${storage}: ${count} trades of which one call failed`);
    });
});
