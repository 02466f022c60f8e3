import { type Broker, BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { type Storage, StorageUnavailable } from "@sevenfold/application/ports/stores/storage";

/** Counts what is asked of the world, and lets one call fail: before it is done, or after. */
export class FailingCalls {
  #made = 0;
  /** What the one that failed was. */
  failed = "never met";
  readonly #at: number;
  readonly #when: "before" | "after";

  /** Counted from 1. */
  constructor(at: number, when: "before" | "after") {
    this.#at = at;
    this.#when = when;
  }

  /** Whether there were so many calls. */
  get isMet(): boolean {
    return this.#at <= this.#made;
  }

  next(name: string): "passes" | "fails before" | "fails after" {
    this.#made += 1;
    if (this.#made !== this.#at) return "passes";
    this.failed = name;
    return `fails ${this.#when}`;
  }

  /** Does it; or answers what a caller is told who cannot know whether it was done. */
  async make<Value>(name: string, call: () => Promise<Value>, lost: () => Value): Promise<Value> {
    const fate = this.next(name);
    if (fate === "fails before") return lost();
    const value = await call();
    return fate === "fails after" ? lost() : value;
  }
}

const storageLost = (): never => {
  throw new StorageUnavailable("The connection of the test broke.");
};

/** Every read, every call in a transaction, and its beginning and its commit. */
export const failingStorage = (storage: Storage, calls: FailingCalls): Storage => ({
  read: failingTables(storage.read, calls),
  async transact(work) {
    await calls.make("begin", async () => undefined, storageLost);
    const [value, fate] = await storage.transact(async (tables) => {
      const done = await work(failingTables(tables, calls));
      const commit = calls.next("commit");
      return commit === "fails before" ? storageLost() : ([done, commit] as const);
    });
    return fate === "fails after" ? storageLost() : value;
  },
});

type Method = (...asked: unknown[]) => Promise<unknown>;

const failingTables = <Of extends Readers>(tables: Of, calls: FailingCalls): Of =>
  Object.fromEntries(
    Object.entries(tables).map(([name, store]) => [name, failingMethods(name, store, calls)]),
  ) as unknown as Of;

const failingMethods = (table: string, store: object, calls: FailingCalls) =>
  Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      (...asked: unknown[]) =>
        calls.make(`${table}.${name}`, () => (method as Method).apply(store, asked), storageLost),
    ]),
  );

/** Every call of a broker that has no wire. */
export function failingBroker(broker: Broker, calls: FailingCalls): Broker {
  const lost = (): never => {
    throw new BrokerUnavailable("network", "The line of the test broke.");
  };
  return {
    ...broker,
    submit: (order) =>
      calls.make(
        "submit",
        () => broker.submit(order),
        () => ({ kind: "unknown", message: "The line of the test broke." }),
      ),
    cancel: (order) =>
      calls.make(
        "cancel",
        () => broker.cancel(order),
        () => "unknown",
      ),
    find: (order) => calls.make("find", () => broker.find(order), lost),
    ordersSince: (since) => calls.make("ordersSince", () => broker.ordersSince(since), lost),
    executionsSince: (since) =>
      calls.make("executionsSince", () => broker.executionsSince(since), lost),
    activitiesSince: (since) =>
      calls.make("activitiesSince", () => broker.activitiesSince(since), lost),
    account: () => calls.make("account", () => broker.account(), lost),
    positions: () => calls.make("positions", () => broker.positions(), lost),
    foreign: (...since) => calls.make("foreign", () => broker.foreign(...since), lost),
  };
}

/** Every call over the wire while the work is done: what breaks is the connection of an adapter. */
export async function onFailingWire<Value>(
  calls: FailingCalls,
  work: () => Promise<Value>,
): Promise<Value> {
  const whole = globalThis.fetch;
  globalThis.fetch = (...asked) =>
    calls.make(
      String(asked[0]),
      async () => {
        const answer = await whole(...asked);
        const text = await answer.text();
        const isBare = answer.status === 204;
        return new Response(isBare ? null : text, answer);
      },
      () => {
        const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        throw new TypeError("fetch failed", { cause });
      },
    );
  try {
    return await work();
  } finally {
    globalThis.fetch = whole;
  }
}
