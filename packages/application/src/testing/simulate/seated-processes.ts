import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { SimulatedProcess, SimulatedWorker, World } from "../world/world.ts";
import type { PlannedFaults } from "./planned-faults.ts";

/** The processes of a world: workers, and one that only serves users. Whoever dies is followed by another. */
export interface SeatedProcesses {
  /** With a worker, and not dead. */
  workers(): readonly SimulatedWorker[];
  /** One that serves a user now. */
  anyOf(chance: SeededChance): SimulatedProcess;
  /** Everybody begins. */
  begin(): void;
  /** A second has gone by: what befalls processes, and who comes after those that are gone. */
  look(): void;
  /** Everybody ends in good order, or is killed where that takes too long. */
  stop(): Promise<void>;
}

/** A process ends within so many calls once it is to be killed: at any of them. */
const CALLS_MAX = 500;
const COMES_BACK = 0.2;
const SECOND_FOR_SEC_MAX = 30;
/** How long whoever ends a process waits for it. */
const GRACE_MS = 15_000;

export function seatProcesses(
  { clock, ...world }: Pick<World, "clock" | "open" | "start">,
  faults: PlannedFaults,
  { workers: count, isAlone }: { readonly workers: number; readonly isAlone: boolean },
): SeatedProcesses {
  const { chance } = faults;
  const seats: (SimulatedWorker | "empty" | "leaving")[] = [];
  const leaving = new Set<SimulatedProcess>();
  let server: SimulatedProcess | undefined;
  let second: { readonly worker: SimulatedWorker; left: number } | undefined;

  const leave = (process: SimulatedProcess, gone: () => void = () => undefined) => {
    leaving.add(process);
    const left = () => {
      // It has stopped, and is over: its seat is another's by then.
      if (leaving.delete(process)) gone();
    };
    process.life.whenOver(left);
    void process.stop().then(left);
  };
  const kill = ({ life }: SimulatedProcess) => life.endAfter(chance.between(1, CALLS_MAX));

  const lookAt = (seat: number) => {
    const worker = seats[seat];
    if (worker === "leaving" || worker === undefined) return;
    if (worker === "empty" || worker.life.isOver) {
      seats[seat] = "empty";
      if (chance.happens(COMES_BACK)) seats[seat] = world.start({ seat, isAlone });
      return;
    }
    if (faults.meets("process", "kill", seat)) kill(worker);
    else if (faults.meets("process", "deploy", seat)) {
      seats[seat] = "leaving";
      leave(worker, () => {
        seats[seat] = "empty";
      });
    }
  };
  const lookAtSecond = () => {
    if (second === undefined) {
      if (!faults.meets("process", "second-worker", 0)) return;
      second = {
        worker: world.start({ seat: count + 1 }),
        left: chance.between(5, SECOND_FOR_SEC_MAX),
      };
      return;
    }
    second.left -= 1;
    if (0 < second.left) return;
    leave(second.worker);
    second = undefined;
  };

  const workers = () => [
    ...seats.filter((one) => typeof one === "object").filter(({ life }) => !life.isOver),
    ...(second === undefined ? [] : [second.worker]),
  ];
  return {
    workers,
    anyOf(by) {
      const all = [...workers(), ...(server === undefined ? [] : [server])];
      return all[by.between(0, all.length - 1)]!;
    },
    begin() {
      server = world.open(count);
      for (let seat = 0; seat < count; seat += 1) seats[seat] = world.start({ seat, isAlone });
    },
    look() {
      if (server && faults.meets("process", "kill", count)) kill(server);
      if (server?.life.isOver) server = world.open(count);
      for (let seat = 0; seat < count; seat += 1) lookAt(seat);
      lookAtSecond();
    },
    async stop() {
      for (const worker of workers()) leave(worker);
      if (server) leave(server);
      second = undefined;
      seats.length = 0;
      await clock.pass(GRACE_MS);
      for (const process of [...leaving]) process.life.end();
    },
  };
}
