import { instant } from "@sevenfold/domain/market";
import { eachMember } from "../../broker-kit/simulated/each-member.ts";
import type { Announcement } from "../../ports/announcer.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import type { WorkerPorts } from "../world/mortal-ports.ts";
import { WRONG_TIMES } from "./fault-catalogue.ts";
import type { PlannedFaults } from "./planned-faults.ts";

interface Needs {
  readonly faults: PlannedFaults;
  /** Which process of the plan it is. */
  readonly process: number;
  readonly reach: (state: string) => void;
}

/** How soon a process that stood still goes on once its pause is over. */
const LOOK_MS = 100;

/** The ports of a process whose time of day is wrong, or that stands still and goes on, as planned. */
export function faultyProcess(ports: WorkerPorts, needs: Needs): WorkerPorts {
  const { faults } = needs;
  const timed = WRONG_TIMES.some((kind) => faults.hasKind("clock", kind))
    ? { ...ports, clock: wrongClock(ports.clock, needs) }
    : ports;
  return faults.hasKind("process", "paused") ? pausing(timed, needs) : timed;
}

/** A little off, as a clock that nobody sets, up to an hour, as one set to another time zone. */
const OFF_MS_MIN = 500;
const OFF_MS_MAX = 3_600_000;

/** Steps as each window begins and ends; durations are as long on it as anywhere. */
function wrongClock(clock: Clock, { faults, process, reach }: Needs): Clock {
  const off = new Map<string, number>();
  const offBy = (kind: (typeof WRONG_TIMES)[number]): number => {
    if (!faults.hasKind("clock", kind)) return 0;
    if (faults.rateOf("clock", kind, process) === 0) {
      if (off.delete(kind)) reach(`a clock was set right that was ${kind}`);
      return 0;
    }
    const known = off.get(kind);
    if (known !== undefined) return known;
    faults.note(kind);
    reach(`a clock is ${kind}`);
    const drawn = Math.round(OFF_MS_MIN * (OFF_MS_MAX / OFF_MS_MIN) ** faults.apart.unit());
    off.set(kind, drawn);
    return drawn;
  };
  return {
    now: () => instant(clock.now() + offBy("ahead-of-time") - offBy("behind-time")),
    monotonicMs: () => clock.monotonicMs(),
    sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
  };
}

/**
 * While the process is paused nothing reaches it: timers ring, answers and news wait, and all of it is
 * there at once as it goes on. What it had sent is on its way all the same. A transaction is never cut
 * in two: a database ends one that nobody goes on with.
 */
function pausing(ports: WorkerPorts, { faults, process, reach }: Needs): WorkerPorts {
  const { announcer, brokers, clock, marketData, storage } = ports;
  let goesOn: Promise<void> | undefined;
  const isPaused = () => 0 < faults.rateOf("process", "paused", process);
  const wait = async () => {
    faults.note("paused");
    while (isPaused()) await clock.sleep(LOOK_MS);
    goesOn = undefined;
    reach("a paused process goes on");
  };
  /** Undefined while it runs. */
  const pause = (): Promise<void> | undefined => {
    if (goesOn === undefined && isPaused()) goesOn = wait();
    return goesOn;
  };
  const then = async <Value>(answer: Promise<Value>): Promise<Value> => {
    try {
      return await answer;
    } finally {
      await pause();
    }
  };
  const ask = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    await pause();
    return then(call());
  };
  async function* told<News>(news: AsyncIterable<News>): AsyncGenerator<News> {
    for await (const one of news) {
      await pause();
      yield one;
    }
  }
  const connected = (broker: Broker): Broker => ({
    ...broker,
    // Its bytes leave in the moment in which the process decides to send them.
    submit: (order) => then(broker.submit(order)),
    cancel: (order) => ask(() => broker.cancel(order)),
    find: (order) => ask(() => broker.find(order)),
    ordersSince: (since) => ask(() => broker.ordersSince(since)),
    executionsSince: (since) => ask(() => broker.executionsSince(since)),
    activitiesSince: (since) => ask(() => broker.activitiesSince(since)),
    account: () => ask(() => broker.account()),
    positions: () => ask(() => broker.positions()),
    notices: (signal) => told(broker.notices(signal)),
  });
  const later = (hear: () => void) => {
    const paused = pause();
    if (paused === undefined) hear();
    else void paused.then(hear);
  };
  return {
    ...ports,
    announcer: {
      announce: (announcement) => announcer.announce(announcement),
      listen: (hear, missed) =>
        announcer.listen(
          (announcement: Announcement) => later(() => hear(announcement)),
          () => later(() => missed?.()),
        ),
    },
    brokers: {
      ...brokers,
      connect: async (accountId) => connected(await ask(() => brokers.connect(accountId))),
    },
    clock: {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => then(clock.sleep(durationMs, signal)),
    } satisfies Clock,
    marketData: {
      provider: marketData.provider,
      latest: (wanted) => ask(() => marketData.latest(wanted)),
      bars: (wanted) => ask(() => marketData.bars(wanted)),
      watch: (wanted) => marketData.watch(wanted),
      prefer: (wanted) => marketData.prefer(wanted),
      news: (signal) => told(marketData.news(signal)),
    },
    storage: {
      read: asked(storage.read, ask),
      transact: (work) => ask(() => storage.transact(work)),
    } satisfies Storage,
  };
}

type Ask = <Value>(call: () => Promise<Value>) => Promise<Value>;
type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Every call of every store, asked through `ask`. */
export const asked = (tables: Readers, ask: Ask): Readers =>
  eachMember(tables, (store) =>
    eachMember(store as object, (member) =>
      typeof member === "function"
        ? (...args: readonly unknown[]) =>
            ask(() => (member as Method).apply(store, args as unknown[]))
        : member,
    ),
  );
