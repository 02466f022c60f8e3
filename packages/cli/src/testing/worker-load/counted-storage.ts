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
    Object.fromEntries(
      Object.entries(tables).map(([name, store]) => [name, countedStore(name, store as object)]),
    ) as unknown as Of;
  const countedStore = (storeName: string, store: object) =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [
        name,
        (...wanted: readonly unknown[]) => {
          asked.calls += 1;
          const called = `${storeName}.${name}`;
          byName.set(called, (byName.get(called) ?? 0) + 1);
          return (method as (...all: readonly unknown[]) => unknown)(...wanted);
        },
      ]),
    );
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
