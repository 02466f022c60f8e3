import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { type Price, shares } from "@sevenfold/domain/money";
import type { Tables } from "../ports/stores/storage.ts";
import { startWorker } from "../trading/session/run-worker.ts";
import { AAPL, dollars, inTime, MSFT, openTestWorld } from "./trading-world.ts";

/** A day of an account that has traded and now only rests. */
export interface IdleDay {
  readonly fills: number;
  /** Whether a limit order far from the market is open. */
  readonly isOrderResting: boolean;
}

/**
 * How many transactions a worker makes for such an account in a minute, in the simulated world, where it
 * has no other: of several, what is kept at one moment is one transaction.
 */
export async function transactionsPerIdleMinute({
  fills,
  isOrderResting,
}: IdleDay): Promise<number> {
  const world = await openTestWorld({ automationEnabled: false, cash: dollars(2_000_000) });
  const { needs, stop } = world.open();
  let transactions = 0;
  const storage: typeof needs.storage = {
    read: needs.storage.read,
    transact: (work) =>
      needs.storage.transact((tables) => {
        const used = new Set<string | symbol>();
        const noted = new Proxy(tables, {
          get(of, table: keyof Tables) {
            used.add(table);
            return of[table];
          },
        });
        return work(noted).finally(() => {
          if (!isOfWorker(used)) transactions += 1;
        });
      }),
  };
  const worker = startWorker({ ...needs, storage }, { workerId: "w" });
  await world.clock.pass(10_000);
  if (isOrderResting) world.venue.buyElsewhere(AAPL, shares(1), dollars(5) as number as Price);
  for (let fill = 0; fill < fills; fill += 1) {
    world.venue.buyElsewhere(MSFT, shares(1));
    if (fill % 10 === 0) await world.clock.pass(3_000);
  }
  await world.clock.pass(2 * MINUTE_MS);
  const booked = await world.storage.read.fills.countSince(world.accountId, 0 as Instant);
  if (booked !== fills) throw new Error(`${booked} of ${fills} fills are booked`);

  transactions = 0;
  await world.clock.pass(MINUTE_MS);
  const counted = transactions;
  await inTime(world, worker.stop());
  await stop();
  return counted;
}

/** Its word that it lives, its leases and its look for demos that are over: one for all its accounts. */
const isOfWorker = (used: ReadonlySet<string | symbol>): boolean =>
  [...used].every((table) => table === "workers" || table === "seats") ||
  [...used].every((table) => table === "users" || table === "leases");
