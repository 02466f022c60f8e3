import type { Storage, Tables } from "../ports/stores/storage.ts";

/** Every table of the storage, each call of it in a transaction of its own: for what a test sets up. */
export const oneByOne = (storage: Pick<Storage, "transact">): Tables =>
  new Proxy({} as Tables, {
    get: (_, table: keyof Tables) =>
      new Proxy(
        {},
        {
          get:
            (_of, method: string) =>
            (...wanted: readonly unknown[]) =>
              storage.transact((tables) => callOf(tables[table], method)(...wanted)),
        },
      ),
  });

const callOf = (store: object, method: string) =>
  (store as Record<string, (...wanted: readonly unknown[]) => Promise<unknown>>)[method]!.bind(
    store,
  );
