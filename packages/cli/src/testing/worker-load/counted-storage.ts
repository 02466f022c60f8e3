import type { Readers } from "@sevenfold/application/ports/stores/readers";
import type { Storage } from "@sevenfold/application/ports/stores/storage";

export interface CountedStorage {
  readonly counted: Storage;
  /** So far. A call of a store is a statement or, rarely, a few. */
  readonly asked: { calls: number; transactions: number };
  /** How often each method of a store was called, by `store.method`. */
  readonly byName: Map<string, number>;
}

/** The same storage, and how often it was asked. */
export function countedStorage(storage: Storage): CountedStorage {
  const asked = { calls: 0, transactions: 0 };
  const byName = new Map<string, number>();
  const countedOf = <Of extends Readers>(tables: Of): Of =>
    eachAsTaken(tables, (store, storeName) =>
      eachAsTaken(store as Store, (method, name) => counting(`${storeName}.${name}`, method)),
    );
  const counting =
    (called: string, method: Store[string]): Store[string] =>
    (...wanted) => {
      asked.calls += 1;
      byName.set(called, (byName.get(called) ?? 0) + 1);
      return method(...wanted);
    };
  return {
    asked,
    byName,
    counted: {
      read: countedOf(storage.read),
      transact(work, options) {
        asked.transactions += 1;
        return storage.transact((tables) => work(countedOf(tables)), options);
      },
    },
  };
}

type Store = Readonly<Record<string, (...wanted: readonly unknown[]) => unknown>>;

/** The same object, each of whose values is made another when it is first taken: most never are. */
function eachAsTaken<Of extends object>(
  all: Of,
  made: (value: never, name: string) => unknown,
): Of {
  const taken = new Map<string | symbol, unknown>();
  return new Proxy(all, {
    get(of, name) {
      if (!taken.has(name)) taken.set(name, made(of[name as keyof Of] as never, String(name)));
      return taken.get(name);
    },
  });
}
