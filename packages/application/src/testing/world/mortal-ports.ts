import { eachMember } from "../../broker-kit/simulated/each-member.ts";
import { madeOnce } from "../../broker-kit/simulated/made-once.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import type { Ports } from "../../ports.ts";

/** What a process asks of the world. */
export type WorkerPorts = Pick<
  Ports,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "marketData" | "storage"
>;

/** The life of one simulated process. */
export class ProcessLife {
  #callsLeft = Number.POSITIVE_INFINITY;
  #isOver = false;
  readonly #ending = new AbortController();
  readonly #waiting = new Set<() => void>();

  /** Aborts as the process dies. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lets the process die at the n-th step from now: before or after whatever it asks for there. */
  endAfter(calls: number): void {
    this.#callsLeft = calls;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ending.abort();
    for (const hear of this.#waiting) hear();
  }

  /** Calls back as the process dies; the answer forgets that. However many wait, it costs no warning. */
  whenOver(hear: () => void): () => void {
    this.#waiting.add(hear);
    return () => this.#waiting.delete(hear);
  }

  step(): void {
    this.#callsLeft -= 1;
    if (this.#callsLeft <= 0) this.end();
  }
}

/** What a dead process waits for. */
const never = <Value>(): Promise<Value> => new Promise(() => undefined);

/**
 * The ports as seen by a process that may be killed at any await: what it asked for before happens
 * or not, what it asks for afterwards never does, and it hears of nothing any more. A transaction
 * under way is rolled back, as a database does when the connection drops.
 */
export function mortalPorts(ports: WorkerPorts, life: ProcessLife): WorkerPorts {
  const { announcer, brokers, clock } = ports;
  const goOn = () => (life.isOver ? never<void>() : undefined);
  return {
    announcer: {
      announce(announcement) {
        if (!life.isOver) announcer.announce(announcement);
      },
      listen: (hear, missed) =>
        announcer.listen(
          (announcement) => {
            if (!life.isOver) hear(announcement);
          },
          () => {
            if (!life.isOver) missed?.();
          },
        ),
    },
    brokers: {
      venues: brokers.venues,
      connect: async (accountId) => mortal(await brokers.connect(accountId), life),
      release: (accountId) => brokers.release(accountId),
      tryKeys: async (keys) => mortal(await brokers.tryKeys(keys), life),
    },
    clock: {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (durationMs, signal) => clock.sleep(durationMs, signal).then(goOn),
    },
    identifiers: ports.identifiers,
    log: ports.log,
    marketData: mortal(ports.marketData, life),
    storage: mortalStorage(ports.storage, life),
  };
}

function mortalStorage(storage: Storage, life: ProcessLife): Storage {
  const mortalOf = madeOnce((tables: Tables) => mortalTables(tables, life));
  return {
    read: mortalTables(storage.read, life),
    async transact(work) {
      life.step();
      if (life.isOver) return never();
      try {
        const value = await storage.transact((tables) => untilOver(work(mortalOf(tables)), life));
        life.step();
        return life.isOver ? never() : value;
      } catch (error) {
        if (life.isOver) return never();
        throw error;
      }
    },
  };
}

/** The answer, or its failure as the process dies: inside a transaction, that undoes it. */
const untilOver = <Value>(answer: Promise<Value>, life: ProcessLife): Promise<Value> =>
  new Promise((resolve, reject) => {
    // A promise on the way, as whoever dies is heard of a moment later.
    const fail = () => void Promise.reject(new Error("the process died")).catch(reject);
    const forget = life.whenOver(fail);
    answer.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error: unknown) => {
        forget();
        reject(error);
      },
    );
    if (life.isOver) fail();
  });

const mortalTables = <Of extends Readers>(tables: Of, life: ProcessLife): Of =>
  eachMember(tables, (store) => mortal(store as object, life));

type Method = (...args: readonly unknown[]) => unknown;

/** Every method of the port, each with two places to die at: before it and after it. */
function mortal<Port extends object>(port: Port, life: ProcessLife): Port {
  const answered = (value: unknown) => {
    life.step();
    return life.isOver ? never() : value;
  };
  const failed = (error: unknown) => {
    if (life.isOver) return never();
    throw error;
  };
  const call = (method: Method): Method => {
    if (method === (port as { watch?: unknown }).watch) return method.bind(port);
    if (isStream(method, port)) return (...args) => mortalStream(args, method.bind(port), life);
    return (...args) => {
      life.step();
      if (life.isOver) return never();
      return Promise.resolve(method.apply(port, args as unknown[])).then(answered, failed);
    };
  };
  return eachMember(port, (member) =>
    typeof member === "function" ? call(member as Method) : member,
  );
}

const isStream = (method: Method, port: object): boolean =>
  method === (port as { news?: unknown }).news ||
  method === (port as { notices?: unknown }).notices;

/** A stream that ends with the process, without the process hearing of its end. */
async function* mortalStream(
  [signal]: readonly unknown[],
  open: Method,
  life: ProcessLife,
): AsyncGenerator<unknown> {
  const both = AbortSignal.any([signal as AbortSignal, life.signal]);
  for await (const message of open(both) as AsyncIterable<unknown>) {
    life.step();
    if (life.isOver) await never();
    yield message;
  }
  if (life.isOver) await never();
}
