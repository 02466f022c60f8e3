import type { Storage } from "../ports/stores/storage.ts";
import { StorageUnavailable } from "../ports/stores/storage.ts";
import { asked, faultyProcess } from "./simulate/faulty-process.ts";
import type { PlannedFaults } from "./simulate/planned-faults.ts";
import { toldStorage, type WrittenRow } from "./simulate/told-storage.ts";
import { inTime, openTestWorld } from "./trading-world.ts";
import { brokenClaims } from "./world/session-claims.ts";
import type { SimulatedWorker, World } from "./world/world.ts";

/** Something that befalls the worker at a seat. */
export type Blow =
  | "begins"
  | "is-killed"
  | "ends"
  | "freezes"
  | "goes-on"
  | "loses-database"
  | "finds-database";

/** Several workers at the same accounts, each of which can die, freeze and lose the database. */
export interface SharedWorkers {
  readonly world: World;
  befall(seat: number, blow: Blow): void;
  /** Workers that run and reach the database. */
  healthy(): readonly SimulatedWorker[];
  /** How many accounts each healthy worker may send orders of. */
  shares(): readonly number[];
  /** Rows of an account that a worker wrote after another had taken it, in words. */
  readonly fencedWrites: readonly string[];
  /** Everybody goes on, the market rests, and what is not as it must be is told. */
  judged(): Promise<readonly string[]>;
}

export async function openSharedWorkers({
  accounts,
  seed,
}: {
  readonly accounts: number;
  readonly seed: number;
}): Promise<SharedWorkers> {
  const frozen = new Set<number>();
  const cutOff = new Set<number>();
  const seats = new Map<number, SimulatedWorker>();
  const leaving: Promise<void>[] = [];
  const fencedWrites: string[] = [];
  const holder = new Map<string, number>();

  /** Every row is of somebody who holds the account, as nobody but workers writes here. */
  const judge = (seat: number) => (written: readonly WrittenRow[]) => {
    for (const { of, table } of written) {
      if (table === "fenced") continue;
      if (table === "leases") holder.set(of, seat);
      else if ((holder.get(of) ?? seat) !== seat)
        fencedWrites.push(`seat ${seat} wrote ${table} of ${of}, which seat ${holder.get(of)} has`);
    }
  };
  const reached = (storage: Storage, seat: number): Storage => {
    const ask = async <Value>(call: () => Promise<Value>): Promise<Value> => {
      if (cutOff.has(seat)) throw new StorageUnavailable("The simulated database is gone.");
      const value = await call();
      // It may go away just as it has answered, or committed.
      if (cutOff.has(seat)) throw new StorageUnavailable("The simulated database is gone.");
      return value;
    };
    return {
      read: asked(storage.read, ask),
      transact: (work) => ask(() => storage.transact(work)),
    };
  };
  const world = await openTestWorld({
    seed,
    limits: { coolDownSec: 30 },
    others: Array.from({ length: accounts - 1 }, () => ({ user: 0, limits: { coolDownSec: 30 } })),
    around: (ports, seat) =>
      faultyProcess(
        { ...ports, storage: reached(toldStorage(ports.storage, judge(seat)), seat) },
        { faults: frozenWhere(frozen), process: seat, reach: () => undefined },
      ),
  });
  const healthy = () =>
    [...seats].flatMap(([seat, worker]) =>
      frozen.has(seat) || cutOff.has(seat) || worker.life.isOver ? [] : [worker],
    );
  const befall = (seat: number, blow: Blow) => {
    const worker = seats.get(seat);
    switch (blow) {
      case "begins":
        if (!worker || worker.life.isOver) {
          frozen.delete(seat);
          seats.set(seat, world.start({ seat }));
        }
        break;
      case "is-killed":
        worker?.life.end();
        seats.delete(seat);
        break;
      case "ends":
        if (worker && !worker.life.isOver) leaving.push(worker.stop());
        seats.delete(seat);
        break;
      case "freezes":
        frozen.add(seat);
        break;
      case "goes-on":
        frozen.delete(seat);
        break;
      case "loses-database":
        cutOff.add(seat);
        break;
      case "finds-database":
        cutOff.delete(seat);
        break;
    }
  };
  return {
    world,
    befall,
    healthy,
    shares: () =>
      healthy().map(
        ({ worker }) =>
          world.accounts.filter(({ accountId }) => worker.accountView(accountId)?.isReady).length,
      ),
    fencedWrites,
    async judged() {
      frozen.clear();
      cutOff.clear();
      if (healthy().length === 0) befall(0, "begins");
      await world.clock.pass(60_000);
      for (const { storage, userId, accounts: all } of [world])
        for (const { accountId } of all)
          await storage.transact(({ settings }) =>
            settings.change(accountId, userId, (row) => ({ ...row, automationEnabled: false })),
          );
      world.announcer.missed();
      await world.clock.pass(120_000);
      const rules = { coolDownSec: 0, wasOff: () => false, sales: [] };
      const broken: string[] = [...fencedWrites];
      for (const account of world.accounts)
        broken.push(...(await brokenClaims({ ...world, ...account }, rules)));
      for (const worker of healthy()) leaving.push(worker.stop());
      await inTime(world, Promise.all(leaving));
      return broken;
    },
  };
}

/** Only what a paused process asks of a plan. */
const frozenWhere = (frozen: ReadonlySet<number>): PlannedFaults =>
  ({
    hasKind: (_: string, kind: string) => kind === "paused",
    rateOf: (_: string, kind: string, seat: number) =>
      kind === "paused" && frozen.has(seat) ? 1 : 0,
    note: () => undefined,
  }) as unknown as PlannedFaults;
