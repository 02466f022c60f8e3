import { eachMember } from "../../broker-kit/simulated/each-member.ts";
import { madeOnce } from "../../broker-kit/simulated/made-once.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import type { PlannedFaults } from "./planned-faults.ts";

interface Needs {
  readonly clock: Clock;
  readonly faults: PlannedFaults;
  readonly process: number;
  /** A call got no answer: what its caller would have learned, nobody knows of yet. */
  readonly onUnread: () => void;
}

const SLOW_MS_MAX = 4_000;

/** The storage of one process over a line, and from a server, that fail as planned. */
export function faultyStorage(storage: Storage, needs: Needs): Storage {
  const { clock, faults, onUnread, process } = needs;
  const linger = async () => {
    if (faults.meets("database", "slow-call", process))
      await clock.sleep(faults.chance.between(50, SLOW_MS_MAX));
  };
  const within = madeOnce((tables: Tables) => faultyTables(tables, async () => reach(needs)));
  return {
    read: faultyTables(storage.read, async () => {
      reach(needs);
      await linger();
    }),
    async transact(work) {
      reach(needs);
      await linger();
      const inner = (tables: Tables) => work(within(tables));
      if (faults.meets("database", "serialization", process)) await undo(storage, inner);
      const value = await storage.transact(inner);
      if (!faults.meets("database", "unknown-commit", process)) return value;
      onUnread();
      throw new Error(LINE_BROKE);
    },
  };
}

const LINE_BROKE = "The connection to the simulated database broke.";

function reach({ faults, onUnread, process }: Needs): void {
  const isGone = faults.isOn("database", "gone", process);
  if (!isGone && !faults.meets("database", "failed-call", process)) return;
  onUnread();
  throw new Error(isGone ? "The simulated database is gone." : LINE_BROKE);
}

/** Does it all and takes it back, as a database does that finds two transactions in each other's way. */
async function undo(storage: Storage, work: (tables: Tables) => Promise<unknown>): Promise<void> {
  const again = new Error("to be done again");
  await storage
    .transact(async (tables) => {
      await work(tables);
      throw again;
    })
    .catch((error: unknown) => {
      if (error !== again) throw error;
    });
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const faultyTables = <Of extends Readers>(tables: Of, before: () => Promise<void>): Of =>
  eachMember(tables, (store) => faultyStore(store as object, before));

const faultyStore = (store: object, before: () => Promise<void>): object =>
  eachMember(store, (member) =>
    typeof member === "function"
      ? async (...args: readonly unknown[]) => {
          await before();
          return (member as Method).apply(store, args as unknown[]);
        }
      : member,
  );
